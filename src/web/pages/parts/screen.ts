import { html, type Html } from "./html.js";
import type { Crumb, LayoutContent } from "./layout.js";

export interface ScreenContent {
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  /** Errors of the last submission. */
  readonly errors: readonly string[];
  readonly main: Html;
  /** More elements for the head of the document. */
  readonly head?: Html;
}

/** Build the content of a page for one browser session; search engines must not list it. */
export function screenContent({ title, crumbs = [], errors, main, head }: ScreenContent): LayoutContent {
  return {
    title,
    crumbs,
    main: html`${showErrors(errors)} ${main}`,
    data: [],
    head: html`${UNLISTED}${head ?? null}`,
  };
}

const UNLISTED = html`<meta name="robots" content="noindex" />`;

function showErrors(errors: readonly string[]): Html | null {
  if (errors.length === 0) return null;
  return html`<div role="alert">${errors.map((error) => html`<p class="error" dir="auto">${error}</p> `)}</div>`;
}
