import type { ViewLabel } from "../../../calls/views/pages/views.js";
import type { PageLocale } from "./page-locale.js";
import { html, type Html } from "./html.js";

/** Link to the same page with other views. @returns `null` if there are fewer than two views */
export function viewLinks(
  { words }: PageLocale,
  views: readonly ViewLabel[],
  hrefOf: (name: string) => string,
): Html | null {
  if (views.length < 2) return null;
  return html`<nav class="tabs" aria-label="${words.figures.views}">
    <ul>
      ${views.map(
        ({ name, label, isCurrent }) =>
          html`<li>
            <a href="${hrefOf(name)}" ${isCurrent ? html`aria-current="true"` : null} dir="auto">${label}</a>
          </li> `,
      )}
    </ul>
  </nav>`;
}
