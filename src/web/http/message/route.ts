import type { Answer, Redirect } from "../../../calls/answer.js";
import type { ReadingCall, ReadingInput } from "../../../calls/reading-call.js";
import type { ParametersByPath } from "../../../core/query/call-parameters.js";
import type { UserError } from "../../../core/errors/errors.js";
import type { PageFrame } from "../../pages/parts/page-frame.js";
import type { PageContents } from "../../pages/render.js";
import type { RequestCancellation } from "./cancel.js";

/** Input of a call: everything in a request that its answer may depend on, decoded. */
export interface CallInput extends ReadingInput {
  /** True if the request was encrypted on its way: by this server's TLS, or according to a trusted proxy. */
  readonly secure: boolean;
  readonly remoteAddress: string;
  /** True if a server for programs on its own machine was called by a name that is not of this machine. */
  readonly isRebound: boolean;
  /** The `Content-Type` header. */
  readonly contentType: string | undefined;
  /** The `Cookie` header. */
  readonly cookie: string | undefined;
  /** The `Origin` header: the site whose page made the request. */
  readonly site: string | undefined;
  /** The `Referer` header: the page whose link or form made the request. */
  readonly referer: string | undefined;
  /** The `MCP-Protocol-Version` header. */
  readonly protocolVersion: string | undefined;
  /** Make a call of another route for the same caller. */
  readonly read: ReadRoute;
  /** Aborted when the client disconnects or the time for an answer is over. */
  readonly cancel: RequestCancellation;
  /**
   * Read the whole body of the request.
   * @param bytes limit of a call that takes more than `bodyBytes`
   * @throws PayloadTooLarge beyond the limit
   */
  body(bytes?: number): Promise<Buffer>;
  /** Default limit of `body`, in bytes. */
  readonly bodyBytes: number;
  /** The body in chunks, for one that does not fit into memory. */
  readonly upload: AsyncIterable<Buffer>;
}

/** A call of a route with `GET` that answers JSON. */
export interface RouteRead {
  /** Template of the path. */
  readonly path: string;
  /** Values of its named segments. */
  readonly segments: ReadonlyMap<string, string>;
  readonly pairs: readonly (readonly [string, string])[];
}

/** Makes a call and returns its JSON. @throws the errors of the call */
export type ReadRoute = (call: RouteRead) => Promise<string>;

/** Work that continues after the answer (202). */
export interface Accepted {
  /** JSON text that describes it. */
  readonly accepted: string;
  /** Where its progress can be read: a URL, or a path that begins with a slash. */
  readonly location: string;
}

/** A page for one browser session; never cached. */
export interface SessionPage {
  readonly shown: PageContents;
  readonly status: number;
  /** `Set-Cookie`. */
  readonly cookie?: string | undefined;
  /** The error that the page shows. */
  readonly because?: UserError | undefined;
}

/** A redirect to the page that follows a form (303). */
export interface SeeOther {
  /** Path; begins with a slash. */
  readonly seeOther: string;
  /** `Set-Cookie`. */
  readonly cookie?: string | undefined;
}

/** The reply to a message of a protocol of its own; never cached. */
export interface MessageReply {
  /** JSON text; `null` for none. */
  readonly message: string | null;
  readonly status: number;
}

export type RouteOutcome = Answer | Redirect | Accepted | SessionPage | SeeOther | MessageReply;

/**
 * One method of one path. A table of routes is the whole interface; literals in paths come before names, whatever its order.
 */
export interface Route extends Omit<ReadingCall<never>, "about" | "isWholeName" | "listVersions" | "call"> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** `api` answers JSON unless `format` or `Accept` says otherwise; `resource` negotiates by suffix and `Accept`. */
  readonly kind: "api" | "resource";
  /** Functions that draw its pages, by kind, if they are those of a feature. */
  readonly drawings?: PageFrame["drawings"];
  /** Parameters of the calls of the features that are served. */
  readonly parameters?: ParametersByPath | undefined;
  /** True if the answer may take any time to begin, as with `wait=true`. */
  readonly patient?: boolean;
  /** True if its answers depend on datasets, its input and the settings only, so that another thread can make them. */
  readonly readsOnly?: boolean;
  /** True for a `POST` that changes nothing: the versions that it reads are pinned. */
  readonly pins?: boolean;
  /** True for a `POST` that pages of other origins may send, and read every reply to, also one that refuses. */
  readonly isForAllSites?: boolean;
  readonly isWholeName?: (input: CallInput) => boolean | Promise<boolean>;
  readonly listVersions?: (input: CallInput) => readonly string[];
  readonly call: (input: CallInput) => RouteOutcome | Promise<RouteOutcome>;
}
