import { isIntended } from "../../../core/errors/intended.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { showPlainError } from "./plain-message.js";

/** Show the warnings of a load: what the model leaves out is left out on purpose, and no error. @returns `null` without any */
export function showLoadWarnings(locale: PageLocale, warnings: readonly string[]): Html | null {
  if (warnings.length === 0) return null;
  const doubts = warnings.filter((warning) => !isIntended(warning));
  return html`${
    doubts.length === 0
      ? null
      : html`<div class="errors">
          ${doubts.map((warning) => html`<p dir="auto">${showPlainError(locale, warning)}</p> `)}
        </div>`
  }
  ${warnings.filter(isIntended).map((warning) => html`<p class="note" dir="auto">${showPlainError(locale, warning)}</p> `)}`;
}
