import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { showFinding } from "../parts/show-error.js";

/** A change of the model that can be accepted, with the reason for it. */
export interface Offer {
  readonly id: string;
  readonly label: string;
  readonly reason: string;
  readonly examples: readonly string[];
  readonly isAccepted: boolean;
}

/** Write an offer as a box to tick. @param fields names of its fields: `accept` is the box */
export function offerBox(
  { id, label, reason, examples, isAccepted }: Offer,
  { accept, id: idField }: { readonly accept: string; readonly id: string },
  locale: PageLocale,
): Html {
  return html`<div class="choice">
    <p class="tick">
      <input
        id="${accept}"
        type="checkbox"
        name="${accept}"
        value="yes"
        aria-describedby="${accept}-why"
        ${isAccepted ? html`checked` : null}
      />
      <label for="${accept}" dir="auto">${showFinding(locale, label)}</label>
      <input type="hidden" name="${idField}" value="${id}" />
    </p>
    <div id="${accept}-why">
      <p dir="auto">${locale.fillHtml(locale.words.drafts.table.reason, { reason: showFinding(locale, reason) })}</p>
      <ul class="note">
        ${examples.map((example) => html`<li dir="auto">${showFinding(locale, example, "value")}</li> `)}
      </ul>
    </div>
  </div> `;
}
