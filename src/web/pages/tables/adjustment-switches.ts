import { showError } from "../parts/show-error.js";
import type { AdjustmentOffer } from "../../../calls/views/pages/adjustment-offers.js";
import type { PageAdjusting, ShownSeries } from "../../../calls/views/pages/page-adjusting.js";
import { nameFiscal } from "../../../calls/views/pages/fiscal-years.js";
import { sayPhrase } from "../parts/say-phrase.js";
import { writePerOf } from "../parts/amount-unit.js";
import { html, type Html } from "../parts/html.js";
import { licenceOf } from "../parts/layout.js";
import type { Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";

/**
 * Link to the same page with its amounts as paid, in prices of a year, per person, and in other currencies. The links are
 * folded: their state stands beside them, with links that undo it.
 * @param hrefOf returns the address of the page with some parameters
 * @returns `null` if no series fits
 */
export function adjustmentSwitches(
  locale: PageLocale,
  { offers }: Pick<PageAdjusting, "offers">,
  hrefOf: (pairs: AdjustmentOffer["pairs"]) => string,
): Html | null {
  if (offers.length === 0) return null;
  const { adjusted } = locale.words.figures;
  const links = html`<nav class="chips" aria-label="${adjusted.amounts}">
      <ul>
        ${offers.map((offer) => linkOffer(labelOf(locale, offer), hrefOf(offer.pairs), offer.isOn))}
      </ul>
    </nav>
    ${linkPeriods(locale, offers, hrefOf)}`;
  const undone = offers.filter(({ kind, isOn }) => isOn && kind !== "paid");
  const { said, lists } = locale.words;
  return html`<div class="adjusting">
    <details>
      <summary>
        ${undone.length > 0 ? adjusted.amounts : locale.fillHtml(said.named, { name: adjusted.amounts, text: html`<b>${adjusted.paid}</b>` })}
      </summary>
      ${links}
    </details>
    ${
      undone.length === 0
        ? null
        : html`<ul class="chosen">
            ${undone.map((offer) => {
              const label = labelOf(locale, offer);
              const remove = locale.fillHtml(lists.removeFilter, { filter: label });
              return html`<li>
                ${label}
                <a href="${hrefOf(offer.pairs)}"
                  ><span class="hidden">${remove}</span><span aria-hidden="true">×</span></a
                >
              </li> `;
            })}
          </ul>`
    }
  </div>`;
}

function linkOffer(label: Html | string, href: string, isOn: boolean): Html {
  return html`<li><a href="${href}" ${isOn ? html`aria-current="true"` : null}>${label}</a></li> `;
}

/** Link to the prices of other periods, where prices of one are shown. */
function linkPeriods(
  locale: PageLocale,
  offers: readonly AdjustmentOffer[],
  hrefOf: (pairs: AdjustmentOffer["pairs"]) => string,
): Html | null {
  const { adjusted } = locale.words.figures;
  const periods = offers.flatMap((each) => each.periods.map((period) => [each, ...period] as const));
  if (periods.length < 2) return null;
  return html`<nav class="chips" aria-label="${adjusted.pricesOf}">
    <ul>
      <li>${adjusted.pricesOfList}</li>
      ${periods.map(([offer, period, pairs]) =>
        linkOffer(sayPhrase(locale, nameFiscal(offer.fiscal, period)), hrefOf(pairs), period === offer.what),
      )}
    </ul>
  </nav>`;
}

function labelOf(locale: PageLocale, { kind, what, fiscal, isShare, places, series }: AdjustmentOffer): Html {
  const { adjusted } = locale.words.figures;
  const named = isShare ? html`<bdi>${what}</bdi>` : sayPhrase(locale, nameFiscal(fiscal, what));
  const adjustment =
    kind === "per" && !isShare
      ? html`${writePerOf(locale, what, places)}`
      : locale.fillHtml(kind === "per" ? adjusted.share : adjusted[kind], { what: named });
  return series === null
    ? adjustment
    : locale.fillHtml(adjusted.by, { adjustment, series: html`<bdi>${series}</bdi>` });
}

/**
 * Say what amounts were adjusted by, with the values used, and which have no value. Also why they are as paid although
 * the address asks for others.
 * @param paid format of the amounts as paid
 */
export function adjustmentNotes(locale: PageLocale, adjusting: PageAdjusting, paid: Money): Html | null {
  const { used, numMissing, warnings, refused } = adjusting;
  const { adjusted: words } = locale.words.figures;
  if (refused.length > 0)
    return html`${refused.map((each) => html`<p class="note">${locale.fillHtml(words.refused, { reason: showError(locale, each) })}</p>`)}`;
  if (used.length === 0) return null;
  return html`<section class="adjusted" aria-label="${words.title}">
    ${used.map((each) => describeSeries(locale, each))}
    ${numMissing === 0 ? null : html`<p class="note">${nameMissing(locale, adjusting, paid)}</p>`}
    ${warnings.map((each) => html`<p class="note" dir="auto">${showError(locale, each)}</p>`)}
  </section>`;
}

/** Name the amounts that a series has no value for, the first of many. */
function nameMissing(
  { words, fillHtml }: PageLocale,
  { missing, numMissing }: Pick<PageAdjusting, "missing" | "numMissing">,
  paid: Money,
): Html {
  const { adjusted } = words.figures;
  const named = missing.map(({ series, of, amount }, at) => {
    const each = { of: html`<bdi>${of}</bdi>`, amount: paid.exact(amount), series: html`<bdi>${series}</bdi>` };
    return html`${at === 0 ? "" : "; "}${fillHtml(adjusted.missingAmount, each)}`;
  });
  const count = numMissing - missing.length;
  return count > 0
    ? fillHtml(adjusted.missingAndMore, { missing: named, count })
    : fillHtml(adjusted.missing, { missing: named });
}

function describeSeries(locale: PageLocale, series: ShownSeries): Html {
  const { kind, label, url, name, licence, values } = series;
  const base = sayPhrase(locale, nameFiscal(series.fiscal, series.base));
  const { adjusted: words } = locale.words.figures;
  const named = { series: html`<a href="${locale.href(url)}"><bdi>${label}</bdi></a>`, name: html`<bdi>${name}</bdi>` };
  const texts = { prices: words.pricesSeries, in: words.inSeries, per: words.perSeries };
  return html`<div class="note">
    ${
      kind === "per" && series.base === "people"
        ? locale.fillHtml(words.personSeries, named)
        : locale.fillHtml(texts[kind], { base, ...named })
    }
    ${licence ? licenceOf(locale, licence) : null} ${values?.length ? valuesUsed(locale, series, values) : null}
  </div> `;
}

/** Maximum number of values that are shown without a click. */
const FEW = 3;

/** Write values that were used; of many only the first in words, as pages are to be small. */
function valuesUsed(locale: PageLocale, series: ShownSeries, values: NonNullable<ShownSeries["values"]>): Html {
  const listed = values.map(([period, value], at) =>
    at === 0 || values.length <= FEW
      ? writeValue(locale, series, period, value)
      : `${writePeriod(locale, series.fiscal, period)}: ${locale.numbers.plain(value)}`,
  );
  if (values.length <= FEW) return html`${listed.join("; ")}.`;
  return html`<details>
    <summary>${locale.words.figures.adjusted.values}</summary>
    <p>${listed.join("; ")}</p>
  </details>`;
}

/** Write a value that was used in words, as `1 EUR = 0.8909 GBP, mean of 2009` or `index of 2004: 88.7`. */
function writeValue(locale: PageLocale, series: ShownSeries, at: string, text: string): string {
  const { kind, currencies, what, fiscal } = series;
  const { numbers, words, fill } = locale;
  const [period, value] = [writePeriod(locale, fiscal, at), numbers.plain(text)];
  const { rate, indexValue, wholeValue } = words.figures.adjusted;
  if (currencies) return fill(rate, { one: currencies[0], value, other: currencies[1], period });
  return kind === "prices" ? fill(indexValue, { period, value }) : fill(wholeValue, { what, period, value });
}

function writePeriod(locale: PageLocale, fiscal: ShownSeries["fiscal"], period: string): string {
  const { dates } = locale;
  const [, year, month, day] = /^(\d{4})-?(\d\d)(?:-(\d\d))?$/.exec(period) ?? [];
  return month
    ? dates.precise(`${year}-${month}-${day ?? "01"}`, day ? "day" : "month")
    : sayPhrase(locale, nameFiscal(fiscal, period));
}
