import { html, type Html } from "./html.js";

/** A number shown in large type. */
export interface KeyFact {
  readonly label: string;
  readonly value: Html | string;
  /** The value with every digit. */
  readonly exact?: string;
}

/** Write the most important numbers in large type. */
export function keyFacts(facts: readonly KeyFact[]): Html {
  return html`<dl class="key">
    ${facts.map(
      ({ label, value, exact }) =>
        html`<div>
          <dt><bdi>${label}</bdi></dt>
          <dd>${value}</dd>
          ${exact === undefined ? null : html`<dd class="exact">${exact}</dd>`}
        </div> `,
    )}
  </dl>`;
}
