import type { Answer } from "../../api/answer.js";
import type { Cancel } from "./cancel.js";

/** What a request says before its body, copied, nothing decoded. */
export interface RequestHead {
  /** Unlike that of any other request of this process, and of others. */
  readonly id: string;
  /** As sent: methods are case-sensitive. */
  readonly method: string;
  /** Raw path, without the query. */
  readonly path: string;
  /** Raw query, without the question mark; empty where there is none. */
  readonly query: string;
  /** By lower-case name; repeated ones joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  /** Whether the connection itself is encrypted. */
  readonly secure: boolean;
}

/** A request as every adapter gives it. */
export interface HttpRequest extends RequestHead {
  readonly remoteAddress: string;
  /** Aborted when the client goes away, or by whoever gives the request up. */
  readonly cancel: Cancel;
  /**
   * The body in pieces, once; the sender waits while nobody reads.
   * Without a reader what is sent is thrown away.
   */
  readonly body: AsyncIterable<Buffer>;
}

/** Bytes in pieces. `return` gives up the rest, also before the first `next`. */
export interface ByteStream extends AsyncIterator<Buffer, void, undefined> {
  return(): Promise<IteratorResult<Buffer, void>>;
}

export type Headers = readonly (readonly [name: string, value: string])[];

/**
 * A response. The adapter leaves a body out for `HEAD` and frames it: bytes with their length, a stream in chunks.
 * `null` is the body of a status that has none. No value of a header holds control characters.
 */
export interface HttpReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer | ByteStream | null;
  /** Whether it is the page of one browser, which no page of another origin may read. */
  readonly forOneBrowser?: boolean;
  /** Whether the same words may be answered with the same bytes again. */
  readonly again?: Again | undefined;
  /** What those who watch the server are told of it. */
  readonly about?: AboutReply | undefined;
}

/** The way back to the client of one request. */
export interface ResponseWriter {
  /** What to do when the client goes away before the end. */
  onGone: () => void;
  /** Whether the client went away, or was cut off, before the end. */
  readonly isGone: boolean;
  /** The client's address; empty where it is gone. */
  readonly remoteAddress: string;
  /** Of the body, those that were handed over to be sent. */
  readonly bytes: number;
  /**
   * Send a reply.
   * @param isLast whether the connection ends with it
   * @returns resolves when the last of it is on its way, or nobody is left to take it; `undefined`: so it is already
   */
  send(reply: HttpReply, isHead: boolean, isLast: boolean): Promise<void> | undefined;
  /** Break the connection off: the client sees that what it has is not the whole. */
  cut(): void;
}

export interface AboutReply {
  /** Template of the path; empty where there is no route. */
  readonly route: string;
  /** Name of the user who asked, if it has one. */
  readonly user: string | null;
  /** Whether it was sent as it was kept. */
  readonly ready: boolean;
  /** What computing it took; `undefined` where nothing was computed. */
  readonly effort?: Answer["effort"];
}

/** What became of a request. */
export interface Served {
  readonly head: RequestHead;
  /** Address of the other end of the connection; empty where nobody wants to know. */
  readonly remoteAddress: string;
  readonly reply: HttpReply;
  /** Milliseconds until the reply began, and until the last of it was on its way. */
  readonly begun: number;
  readonly ended: number;
  /** Of the body, as it was sent. */
  readonly bytes: number;
  /** Whether the client went away before the last of it. */
  readonly isGone: boolean;
}

/** A reply that may be repeated. */
export interface Again {
  /** Of its body among those that are kept ready. */
  readonly key: string;
  /** Whether everybody would still be given the same. */
  readonly holds: () => boolean;
}

export interface Watch {
  /** Whether addresses are wanted. */
  readonly wantsAddress: boolean;
  readonly onServed: (served: Served) => void;
}

/** What is logged: the part of `pino` that is used. */
export interface Logger {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
