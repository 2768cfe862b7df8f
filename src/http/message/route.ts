import type { Actor } from "../../access/actor.js";
import type { Answer, Form, Redirect } from "../../api/answer.js";
import type { Parameters } from "../../query/parameters.js";
import type { UserError } from "../../errors/errors.js";
import type { PageContents } from "../../pages/render.js";
import type { Cancel } from "./cancel.js";

/** What a call is given: everything about a request that may shape its answer, decoded. */
export interface CallInput {
  readonly parameters: Parameters;
  /** The same as they stand in the URL. */
  readonly pairs: readonly (readonly [string, string])[];
  /** Values of the segments that the template names, without a known suffix. */
  readonly segments: ReadonlyMap<string, string>;
  readonly actor: Actor;
  /** Prefix of every absolute link, without a slash at its end. */
  readonly origin: string;
  /** Language in which people are told numbers and dates. */
  readonly language: string;
  /** Form that will be sent, where the route has the one that is asked for. */
  readonly form: Form | undefined;
  /** Whether nobody on the way can have read the request: own TLS, or a trusted proxy's word. */
  readonly secure: boolean;
  readonly remoteAddress: string;
  /** Of the body. */
  readonly contentType: string | undefined;
  /** The `Cookie` header. */
  readonly cookie: string | undefined;
  /** Aborted when the client is gone or the time for an answer is over. */
  readonly cancel: Cancel;
  /**
   * The whole body of the request.
   * @param bytes most of a call that takes more than others
   * @throws PayloadTooLarge beyond the limit
   */
  body(bytes?: number): Promise<Buffer>;
  /** That limit. */
  readonly bodyBytes: number;
  /** The body in pieces, for what does not fit into memory. */
  readonly upload: AsyncIterable<Buffer>;
}

/** Work that was begun and goes on after the answer. */
export interface Accepted {
  /** JSON text that describes it. */
  readonly accepted: string;
  /** Where its progress can be read: URL, or path beginning with a slash. */
  readonly location: string;
}

/** A page for one browser, as of this moment. */
export interface SessionPage {
  readonly shown: PageContents;
  readonly status: number;
  /** `Set-Cookie`. */
  readonly cookie?: string | undefined;
  /** The error that the page tells of. */
  readonly because?: UserError | undefined;
}

/** The page to show after a form. */
export interface SeeOther {
  /** Path beginning with a slash. */
  readonly seeOther: string;
  /** `Set-Cookie`. */
  readonly cookie?: string | undefined;
}

export type RouteOutcome = Answer | Redirect | Accepted | SessionPage | SeeOther;

/** One method of one path; a table of them is the interface. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /**
   * Literal segments and `{name}` segments; a name may have a literal tail: `/{dataset}/{dimension}.distinct`.
   * Literals come before names, whatever the order of the table.
   */
  readonly path: string;
  /** `api` answers JSON unless `format` says otherwise; `resource` negotiates by suffix and `Accept`. */
  readonly kind: "api" | "resource";
  /** What it may answer in, for negotiation ahead of the call and for its description. */
  readonly forms: readonly Form[];
  /** Whether the time before the first byte is the client's own business (`wait=true`). */
  readonly patient?: boolean;
  /** Whether all that it does is heavy work, unless the answer is ready. Its path is literal. */
  readonly heavy?: boolean;
  /**
   * Whether the last segment with its suffix, in `segments`, is the name of something: then the suffix is none.
   * Asked only when a named last segment ends in a known suffix.
   */
  readonly isWholeName?: (input: CallInput) => boolean | Promise<boolean>;
  readonly call: (input: CallInput) => RouteOutcome | Promise<RouteOutcome>;
}
