import { html, type Html } from "./html.js";
import type { Crumb, LayoutContent } from "./layout.js";
import type { PageLocale } from "./page-locale.js";
import { showError } from "./show-error.js";

export interface ScreenContent {
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  /** Errors of the last submission: sentences of errors, or words. */
  readonly errors: readonly (string | Html)[];
  readonly main: Html;
  /** Text below the title; by default none. */
  readonly hero?: Html;
  /** More elements for the head of the document. */
  readonly head?: Html;
}

/** Build the content of a page for one browser session; search engines must not list it. */
export function screenContent(
  locale: PageLocale,
  { title, crumbs = [], errors, main, hero = html``, head }: ScreenContent,
): LayoutContent {
  return {
    title,
    crumbs,
    hero,
    main: html`${showAlert(locale, errors)} ${main}`,
    data: [],
    head: html`${UNLISTED}${head ?? null}`,
  };
}

const UNLISTED = html`<meta name="robots" content="noindex" />`;

function showAlert(locale: PageLocale, errors: ScreenContent["errors"]): Html | null {
  if (errors.length === 0) return null;
  const shown = errors.map((error) => (typeof error === "string" ? showError(locale, error) : error));
  return html`<div role="alert">${shown.map((each) => html`<p class="error" dir="auto">${each}</p> `)}</div>`;
}
