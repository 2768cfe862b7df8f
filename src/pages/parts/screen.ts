import { html, type Html } from "./html.js";
import { type Crumb, layOut } from "./layout.js";
import type { Reader } from "./reader.js";
import { readStaticFiles } from "./static-files.js";

/** A page that is about whoever reads it, and that no search engine is to list. */
export interface ScreenTexts {
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  /** What was wrong with what was sent. */
  readonly errors: readonly string[];
  readonly main: Html;
  /** What else stands in the head of the document. */
  readonly head?: Html;
}

export function renderScreen(reader: Reader, { title, crumbs = [], errors, main, head }: ScreenTexts): string {
  const content = html`${showErrors(errors)} ${main}`;
  const more = html`${UNLISTED}${head ?? null}`;
  return layOut(reader, readStaticFiles(), { title, crumbs, main: content, data: [], head: more }).markup;
}

const UNLISTED = html`<meta name="robots" content="noindex" />`;

function showErrors(errors: readonly string[]): Html | null {
  if (errors.length === 0) return null;
  return html`<div role="alert">${errors.map((error) => html`<p class="fault" dir="auto">${error}</p> `)}</div>`;
}
