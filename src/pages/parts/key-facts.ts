import type { Figure } from "../../api/pages/figure.js";
import { shortAmount } from "./amounts.js";
import { html, type Html } from "./html.js";
import type { Money } from "./numbers.js";
import type { Reader } from "./reader.js";

/** A number that matters most. */
export interface KeyFact {
  readonly label: string;
  readonly value: Html | string;
  /** The same with every digit. */
  readonly exact?: string;
}

/** Numbers that matter most, in large type. */
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

/** What a figure comes to: the total of each measure, and how many entries that is. */
export function totalsOf(
  { numbers }: Reader,
  { measures, totals, numEntries }: Figure,
  money: Money,
): readonly KeyFact[] {
  return [
    ...measures.map(({ label }, at) => ({ label, value: shortAmount(money, totals[at]!) })),
    { label: "Entries", value: numbers.count(numEntries) },
  ];
}
