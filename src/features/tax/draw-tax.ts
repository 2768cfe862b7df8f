import { sayPhrase } from "../../web/pages/parts/say-phrase.js";
import { showAgain } from "../../web/pages/invalid.js";
import { sortFormErrors } from "../../web/pages/parts/form-errors.js";
import { type Decimal, decimalNumber } from "../../core/model/values/decimal.js";
import { UK_2008 } from "./deciles.js";
import { explainEstimate } from "./explain.js";
import type { InvalidTaxPage, TaxPage } from "./tax-page.js";
import { figureBlock } from "../../web/pages/tables/figure-block.js";
import { html, type Html } from "../../web/pages/parts/html.js";
import { keyFacts } from "../../web/pages/parts/key-facts.js";
import type { LayoutContent } from "../../web/pages/parts/layout.js";
import type { Money } from "../../web/pages/parts/numbers.js";
import type { PageLocale } from "../../web/pages/parts/page-locale.js";
import { HABITS, taxFields, taxForm } from "./tax-form.js";

export function taxPage(page: TaxPage, locale: PageLocale): LayoutContent {
  const { household, estimate, spending, year, origin, bought } = page;
  const { words, fill, fillHtml, numbers } = locale;
  const { tax } = words;
  const money = numbers.money("GBP");
  const source = html`<bdi lang="en">${page.source}</bdi>`;
  const main = html`<p class="lead">${fill(tax.lead, { year })}</p>
    ${taxForm(household === null ? {} : Object.fromEntries(queryPairs(household)), locale)}
    ${
      estimate === null
        ? null
        : html`${keyFacts([
              { label: tax.perYear, value: money.exact(pence(estimate.total)) },
              ...(household!.income > 0
                ? [{ label: tax.shareOfIncome, value: numbers.share(estimate.total / household!.income) }]
                : []),
            ])}
            ${taxesByKind(estimate, locale, money)}
            <section aria-labelledby="how">
              <h2 id="how">${tax.how}</h2>
              <ul>
                <li>${fillHtml(tax.explained.averages, { year, source })}</li>
                ${explainEstimate(UK_2008, household!, estimate, spending, locale).map((sentence) => html`<li>${sentence}</li> `)}
              </ul>
            </section>`
    }
    ${bought && estimate ? whatItBuys(bought, estimate.total, locale, money) : null}
    <p class="note">${fillHtml(tax.source, { source })}</p>`;
  const query = household && new URLSearchParams(queryPairs(household)).toString();
  return {
    title: tax.title,
    crumbs: [],
    main,
    data: query === null ? [] : [{ label: tax.data, urls: [["JSON", `${origin}/api/mytax?${query}`]] }],
  };
}

/** Draw the form with its errors, and the values that were typed. */
export function invalidTaxPage({ invalid, answers }: InvalidTaxPage, locale: PageLocale): LayoutContent {
  const errors = sortFormErrors(locale, invalid, taxFields(locale));
  return {
    title: locale.words.tax.title,
    crumbs: [],
    ...showAgain(errors, taxForm(answers, locale, errors), [[locale.words.tax.again, locale.href("/explore/tax")]]),
  };
}

type Household = NonNullable<TaxPage["household"]>;

function queryPairs(household: Household): [string, string][] {
  return [
    ["income", String(household.income)],
    ...HABITS.map((name): [string, string] => [name, household[name] ? "yes" : "no"]),
  ];
}

const KINDS = ["direct", "vat", "tobacco", "alcohol", "car", "otherIndirect"] as const;

/** Write the taxes of which the total consists. */
function taxesByKind(estimate: NonNullable<TaxPage["estimate"]>, { words, numbers }: PageLocale, money: Money): Html {
  const { kinds } = words.tax;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${kinds.name}">
    <table>
      <caption>
        ${kinds.caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${kinds.tax}</th>
          <th scope="col" class="number">${kinds.pounds}</th>
          <th scope="col" class="number">${kinds.share}</th>
        </tr>
      </thead>
      <tbody>
        ${KINDS.map(
          (kind) =>
            html`<tr>
              <th scope="row">${kinds[kind]}</th>
              <td class="number">${money.exact(pence(estimate[kind]))}</td>
              <td class="number">${estimate.total === 0 ? "–" : numbers.share(estimate[kind] / estimate.total)}</td>
            </tr> `,
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${words.figures.total}</th>
          <td class="number">${money.exact(pence(estimate.total))}</td>
          <td class="number">${estimate.total === 0 ? "–" : numbers.share(1)}</td>
        </tr>
      </tfoot>
    </table>
  </div>`;
}

/** Divide the household's taxes in the proportions of public spending. */
function whatItBuys(
  { figure, label, url, cutLabels }: NonNullable<TaxPage["bought"]>,
  tax: number,
  locale: PageLocale,
  money: Money,
): Html | null {
  const total = decimalNumber(figure.totals[0]!);
  if (total <= 0 || tax <= 0) return null;
  const part = (amount: Decimal): Decimal => pence((decimalNumber(amount) / total) * tax);
  const scaled = {
    ...figure,
    rows: figure.rows.map((row) => ({ ...row, amounts: row.amounts.map(part) })),
    totals: figure.totals.map(part),
    rest: { ...figure.rest, amounts: figure.rest.amounts.map(part), negative: [] },
  };
  const { buys } = locale.words.tax;
  const cuts = cutLabels.map((each) => html`, <bdi>${sayPhrase(locale, each)}</bdi>,`);
  const dataset = html`<a href="${locale.href(url)}"><bdi>${label}</bdi></a
    >${cuts}`;
  return html`<section aria-labelledby="buys">
    <h2 id="buys">${buys.title}</h2>
    <p>${locale.fillHtml(buys.divided, { dataset })}</p>
    ${figureBlock(locale, scaled, { caption: buys.caption, money })}
  </section>`;
}

function pence(pounds: number): Decimal {
  const rounded = Math.round(pounds * 100);
  // So large a number has no pence.
  if (!Number.isSafeInteger(rounded)) return { unscaled: BigInt(Math.round(pounds)), scale: 0 };
  return { unscaled: BigInt(rounded), scale: 2 };
}
