import type { PageFrame } from "../../pages/parts/page-frame.js";
import { renderPage } from "../../pages/render.js";
import type { Headers, HttpReply } from "../message/message.js";
import type { SessionPage } from "../message/route.js";
import { FORMATS } from "../../../calls/formats.js";
import { HTML_POLICY, languageHeaders } from "./headers.js";

interface PageFor {
  readonly language: string;
  /** Headers that chose the language; none if the address alone did. */
  readonly chosenBy: readonly string[];
  readonly files: PageFrame;
  /** Name of the user whose browser it is; `null` or absent for none. */
  readonly user?: string | null | undefined;
}

/** Reply with a page for one browser session. */
export function replyPage(
  { shown, status, cookie }: SessionPage,
  { language, chosenBy, files, user = null }: PageFor,
  more: Headers = [],
): HttpReply {
  return {
    status,
    headers: [
      ["Content-Type", FORMATS.html.type],
      ["Cache-Control", "private, no-store"],
      ...languageHeaders(language, chosenBy),
      ...HTML_POLICY,
      ...(cookie === undefined ? [] : [["Set-Cookie", cookie] as const]),
      ...more,
    ],
    body: Buffer.from(renderPage(shown, language, files, { user })),
    forOneBrowser: true,
  };
}
