import type { CutOffReason } from "../../../core/errors/errors.js";
import type { Answer } from "../../../calls/answer.js";
import type { Cancel } from "./cancel.js";
import type { ReplyHeader } from "./header-names.js";

/** The head of a request, copied, nothing decoded. */
export interface RequestHead {
  /** Unique among the requests of all processes. */
  readonly id: string;
  /** As sent: methods are case-sensitive. */
  readonly method: string;
  /** Raw path, without the query. */
  readonly path: string;
  /** Raw query, without the question mark; empty where there is none. */
  readonly query: string;
  /** Values by lower-case name; those of repeated headers are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  /** True if the connection itself is encrypted. */
  readonly secure: boolean;
}

/** A request as adapters pass it to the handler. */
export interface HttpRequest extends RequestHead {
  readonly remoteAddress: string;
  /** Aborted when the client disconnects or the time for an answer is over. */
  readonly cancel: Cancel;
  /** The body in chunks; can be read once. The sender is paused while nothing reads. An unread body is discarded. */
  readonly body: AsyncIterable<Buffer>;
}

/** Bytes in chunks. A chunk lasts until the next call of `next`. `return` ends the stream, also before the first `next`. */
export interface ByteStream extends AsyncIterator<Buffer, void, undefined> {
  return(): Promise<IteratorResult<Buffer, void>>;
}

export type Headers = readonly (readonly [name: ReplyHeader, value: string])[];

/**
 * A response. The adapter omits the body for `HEAD`, and frames it: bytes with a length, a stream in chunks unless its
 * length is known.
 * A status without a body has `null`. Values of headers hold no control characters.
 */
export interface HttpReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer | ByteStream | null;
  /** Number of bytes of a stream, or of the body that `HEAD` does not have, if it is known. */
  readonly length?: number | undefined;
  /** True for a page of one browser session: pages of other origins may not read it. */
  readonly forOneBrowser?: boolean;
  /** Present if requests with the same cache key may get the same bytes. */
  readonly again?: Again | undefined;
  /** Facts for the request log and the metrics. */
  readonly about?: AboutReply | undefined;
}

/** Writes the response to one request. */
export interface ResponseWriter {
  /** Called when the client disconnects before the end. */
  onGone: () => void;
  /** True if the client disconnected, or was disconnected, before the end. */
  readonly isGone: boolean;
  /** The client's address; empty if it is gone. */
  readonly remoteAddress: string;
  /** Bytes of the body passed on to be sent so far. */
  readonly bytes: number;
  /**
   * Send a reply.
   * @param isLast true if the connection closes after it
   * @returns resolves when all of it is sent or the client is gone; `undefined` if that is so already
   */
  send(reply: HttpReply, isHead: boolean, isLast: boolean): Promise<void> | undefined;
  /** Break the connection: the client sees that the body is incomplete. */
  cut(): void;
}

export interface AboutReply {
  /** Template of the path; empty if no route matched. */
  readonly route: string;
  /** Name of the requesting user; `null` if anonymous. */
  readonly user: string | null;
  /** True if the whole reply came from the response cache. */
  readonly cached: boolean;
  /** Cost of the computation; `undefined` if nothing was computed. */
  readonly effort?: Answer["effort"];
  /** Reason of a cut-off and the computing time until then; `undefined` if the request was not cut off. */
  readonly cutOff?: CutOff | undefined;
}

/** A computation that ended without a result. */
export interface CutOff {
  readonly reason: CutOffReason;
  /** Milliseconds of computation, without the time in which other work ran. */
  readonly computed: number;
}

/** A request with its outcome. */
export interface Served {
  readonly head: RequestHead;
  /** Address of the other end of the connection; empty unless `Watch.wantsAddress`. */
  readonly remoteAddress: string;
  readonly reply: HttpReply;
  /** Milliseconds until the reply began, and until all of it was sent. */
  readonly begun: number;
  readonly ended: number;
  /** Bytes of the body as sent, compressed or not. */
  readonly bytes: number;
  /** True if the client disconnected before the end. */
  readonly isGone: boolean;
}

/** The condition under which a reply may be repeated. */
export interface Again {
  /** Key of its body in the response cache. */
  readonly key: string;
  /** True while everybody would get the same reply. */
  readonly holds: () => boolean;
}

export interface Watch {
  /** True if `Served.remoteAddress` is needed. */
  readonly wantsAddress: boolean;
  readonly onServed: (served: Served) => void;
}

/** A logger: the part of `pino` that is used. */
export interface Logger {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
