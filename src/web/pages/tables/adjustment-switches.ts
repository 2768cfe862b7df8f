import type { AdjustmentOffer } from "../../../calls/views/pages/adjustment-offers.js";
import type { PageAdjusting, ShownSeries } from "../../../calls/views/pages/page-adjusting.js";
import { html, type Html } from "../parts/html.js";
import { licenceOf } from "../parts/layout.js";
import type { Money } from "../parts/numbers.js";
import type { PageReader } from "../parts/reader.js";

/**
 * Link to the same page with its amounts as paid, in prices of a year, per person, and in other currencies.
 * @param hrefOf returns the address of the page with some parameters
 * @returns `null` if no series fits
 */
export function adjustmentSwitches(
  { offers }: Pick<PageAdjusting, "offers">,
  hrefOf: (pairs: AdjustmentOffer["pairs"]) => string,
): Html | null {
  if (offers.length === 0) return null;
  const link = (label: Html | string, pairs: AdjustmentOffer["pairs"], isOn: boolean): Html =>
    html`<li><a href="${hrefOf(pairs)}" ${isOn ? html`aria-current="true"` : null}>${label}</a></li> `;
  const periods = offers.flatMap((each) => each.periods.map((period) => [each, ...period] as const));
  return html`<nav class="chips" aria-label="Amounts">
      <ul>
        ${offers.map((offer) => link(labelOf(offer), offer.pairs, offer.isOn))}
      </ul>
    </nav>
    ${
      periods.length < 2
        ? null
        : html`<nav class="chips" aria-label="Prices of">
            <ul>
              <li>Prices of:</li>
              ${periods.map(([offer, period, pairs]) => link(period, pairs, period === offer.what))}
            </ul>
          </nav>`
    }`;
}

function labelOf({ kind, what, isShare, series }: AdjustmentOffer): Html {
  const by = series === null ? null : html` (<bdi>${series}</bdi>)`;
  switch (kind) {
    case "paid":
      return html`as paid`;
    case "prices":
      return html`in prices of ${what}${by}`;
    case "per":
      return isShare ? html`share of <bdi>${what}</bdi>${by}` : html`per ${what}${by}`;
    case "in":
      return html`in ${what}${by}`;
  }
}

/**
 * Say what amounts were adjusted by, with the values used, and which have no value. Also why they are as paid although
 * the address asks for others.
 * @param paid format of the amounts as paid
 */
export function adjustmentNotes(reader: PageReader, adjusting: PageAdjusting, paid: Money): Html | null {
  const { used, missing, numMissing, warnings, refused } = adjusting;
  if (refused.length > 0) return html`${refused.map((each) => html`<p class="note">Amounts are as paid. ${each}</p>`)}`;
  if (used.length === 0) return null;
  return html`<section class="adjusted" aria-label="What amounts are adjusted by">
    ${used.map((each) => describeSeries(reader, each))}
    ${
      numMissing === 0
        ? null
        : html`<p class="note">
            No figure where a series has no value:
            ${missing.map(({ series, of, amount }, at) => html`${at === 0 ? "" : "; "}<bdi>${of}</bdi> (${paid.exact(amount)} as paid; not in <bdi>${series}</bdi>)`)}${numMissing > missing.length ? `; and ${reader.numbers.count(numMissing - missing.length)} more` : ""}.
          </p>`
    }
    ${warnings.map((each) => html`<p class="note">${each}</p>`)}
  </section>`;
}

function describeSeries(reader: PageReader, series: ShownSeries): Html {
  const { kind, base, label, url, name, licence, values } = series;
  const what = { prices: `Prices of ${base}`, in: `In ${base}`, per: base === "people" ? "Per person" : `Per ${base}` }[
    kind
  ];
  return html`<div class="note">
    ${what}: <a href="${reader.href(url)}"><bdi>${label}</bdi></a> (<bdi>${name}</bdi>).
    ${licence ? licenceOf(reader, licence) : null}
    ${
      values === null || values.length === 0
        ? null
        : html`<details>
            <summary>Values used</summary>
            <p>
              ${values.map(([period, value], at) => html`${at === 0 ? "" : "; "}${writeValue(reader, series, period, value)}`)}
            </p>
          </details>`
    }
  </div> `;
}

/** Write a value that was used in words, as `1 EUR = 0.8909 GBP in 2009`. */
function writeValue({ numbers }: PageReader, { currencies }: ShownSeries, period: string, value: string): string {
  const shown = numbers.plain(value);
  return currencies ? `1 ${currencies[0]} = ${shown} ${currencies[1]} in ${period}` : `${period}: ${shown}`;
}
