import type { Headers, HttpReply } from "../message/message.js";
import { HTML_POLICY } from "./headers.js";
import { CONTENT_TYPES } from "../request/representations.js";

/** A page of this moment for one browser. */
export interface SessionPage {
  readonly html: string;
  readonly status: number;
  /** `Set-Cookie`. */
  readonly cookie?: string | undefined;
}

/** After a form: what to show next. */
export interface SeeOther {
  /** Path beginning with a slash. */
  readonly seeOther: string;
  /** `Set-Cookie`. */
  readonly cookie?: string | undefined;
}

export function replyScreen({ html, status, cookie }: SessionPage, more: Headers = []): HttpReply {
  return {
    status,
    headers: [
      ["Content-Type", CONTENT_TYPES.html],
      ["Cache-Control", "private, no-store"],
      ...HTML_POLICY,
      ...(cookie === undefined ? [] : [["Set-Cookie", cookie] as const]),
      ...more,
    ],
    body: Buffer.from(html),
    forOneBrowser: true,
  };
}
