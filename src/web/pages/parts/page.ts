import type { ReadingCall } from "../../../calls/reading-call.js";
import type { Html } from "./html.js";
import type { LayoutContent } from "./layout.js";
import type { PageFrame } from "./page-frame.js";
import type { PageLocale } from "./page-locale.js";

/** Draws the content of the layout, or a whole document. */
export type DrawPage<Page> = (page: Page, locale: PageLocale, files: PageFrame) => LayoutContent | Html;

/**
 * A page: its path and description, the call that reads what it shows, and the functions that draw it.
 * @typeParam Data that it shows
 */
export interface Page<Data> extends ReadingCall<Data> {
  /** Functions by kind: a page with a form has another kind for its errors. */
  readonly drawings: Readonly<Record<string, DrawPage<never>>>;
}
