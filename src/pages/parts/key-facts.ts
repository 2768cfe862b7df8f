import type { Figure } from "../../api/pages/figure.js";
import { shortAmount } from "./amounts.js";
import { html, type Html } from "./html.js";
import type { Money } from "./numbers.js";
import type { PageReader } from "./reader.js";

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

/** List the totals of a figure: each measure, and the number of entries. */
export function totalsOf(
  { numbers }: PageReader,
  { measures, totals, numEntries }: Figure,
  money: Money,
): readonly KeyFact[] {
  return [
    ...measures.map(({ label }, at) => ({ label, value: shortAmount(money, totals[at]!) })),
    { label: "Entries", value: numbers.count(numEntries) },
  ];
}
