import { html, type Html } from "./html.js";
import type { PageLocale } from "./page-locale.js";

/** Links to the pages before and after one of a list. */
export interface PagerLinks {
  /** `null` on the first page. */
  readonly previous: string | null;
  /** `null` on the last page. */
  readonly next: string | null;
}

/** Write links to the previous and the next page. @param place text between them */
export function showPager({ words }: PageLocale, place: string, { previous, next }: PagerLinks): Html {
  const { pager } = words.lists;
  return html`<nav class="pager" aria-label="${pager.name}">
    ${previous === null ? null : html`<a rel="prev" href="${previous}">${pager.previous}</a>`}
    <span>${place}</span>
    ${next === null ? null : html`<a rel="next" href="${next}">${pager.next}</a>`}
  </nav>`;
}
