import { sayPhrase } from "../../web/pages/parts/say-phrase.js";
import { showAgain } from "../../web/pages/invalid.js";
import { sortFormErrors } from "../../web/pages/parts/form-errors.js";
import { type Decimal, decimalNumber } from "../../core/model/values/decimal.js";
import type { InvalidTaxPage, TaxPage } from "./tax-page.js";
import { figureBlock } from "../../web/pages/tables/figure-block.js";
import { html, type Html } from "../../web/pages/parts/html.js";
import { keyFacts } from "../../web/pages/parts/key-facts.js";
import type { LayoutContent } from "../../web/pages/parts/layout.js";
import type { Money } from "../../web/pages/parts/numbers.js";
import type { PageReader } from "../../web/pages/parts/reader.js";
import { HABITS, TAX_FIELDS, taxForm } from "./tax-form.js";

export function taxPage(page: TaxPage, reader: PageReader): LayoutContent {
  const { household, estimate, explanation, source, year, origin, bought } = page;
  const money = reader.numbers.money("GBP");
  const main = html`<p class="lead">
      Estimate how much tax a household in the United Kingdom paid in ${year}, based on what households with that income
      paid on average.
    </p>
    ${taxForm(household === null ? {} : Object.fromEntries(queryPairs(household)), reader)}
    ${
      estimate === null
        ? null
        : html`${keyFacts([
              { label: "Taxes per year", value: money.exact(pence(estimate.total)) },
              ...(household!.income > 0
                ? [{ label: "Share of income", value: reader.numbers.share(estimate.total / household!.income) }]
                : []),
            ])}
            ${taxesByKind(estimate, reader, money)}
            <section aria-labelledby="how">
              <h2 id="how">How it is calculated</h2>
              <ul>
                ${explanation.map((sentence) => html`<li>${sentence}</li> `)}
              </ul>
            </section>`
    }
    ${bought && estimate ? whatItBuys(bought, estimate.total, reader, money) : null}
    <p class="note">Source: ${source}.</p>`;
  const query = household && new URLSearchParams(queryPairs(household)).toString();
  return {
    title: "What do you pay in taxes?",
    crumbs: [],
    main,
    data: query === null ? [] : [{ label: "The estimate", urls: [["JSON", `${origin}/api/mytax?${query}`]] }],
  };
}

/** Draw the form with its errors, and the values that were typed. */
export function invalidTaxPage({ invalid, answers }: InvalidTaxPage, reader: PageReader): LayoutContent {
  const errors = sortFormErrors(reader, invalid, TAX_FIELDS);
  return {
    title: "What do you pay in taxes?",
    crumbs: [],
    ...showAgain(errors, taxForm(answers, reader, errors), [["Start again", reader.href("/explore/tax")]]),
  };
}

type Household = NonNullable<TaxPage["household"]>;

function queryPairs(household: Household): [string, string][] {
  return [
    ["income", String(household.income)],
    ...HABITS.map(([name]): [string, string] => [name, household[name] ? "yes" : "no"]),
  ];
}

/** Write the taxes of which the total consists. */
function taxesByKind(estimate: NonNullable<TaxPage["estimate"]>, { numbers }: PageReader, money: Money): Html {
  const parts: readonly (readonly [label: string, amount: number])[] = [
    ["Income tax, national insurance and council tax", estimate.direct],
    ["VAT", estimate.vat],
    ["Tobacco", estimate.tobacco],
    ["Alcohol", estimate.alcohol],
    ["Driving", estimate.car],
    ["Other indirect taxes", estimate.otherIndirect],
  ];
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Taxes by kind">
    <table>
      <caption>
        Taxes by kind, in pounds per year
      </caption>
      <thead>
        <tr>
          <th scope="col">Tax</th>
          <th scope="col" class="number">Pounds</th>
          <th scope="col" class="number">Share</th>
        </tr>
      </thead>
      <tbody>
        ${parts.map(
          ([label, amount]) =>
            html`<tr>
              <th scope="row">${label}</th>
              <td class="number">${money.exact(pence(amount))}</td>
              <td class="number">${estimate.total === 0 ? "–" : numbers.share(amount / estimate.total)}</td>
            </tr> `,
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
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
  reader: PageReader,
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
  return html`<section aria-labelledby="buys">
    <h2 id="buys">What your taxes pay for</h2>
    <p>
      Your taxes, divided in the proportions of <a href="${reader.href(url)}"><bdi>${label}</bdi></a
      >${cutLabels.map((each) => html`, <bdi>${sayPhrase(reader, each)}</bdi>,`)} in that year:
    </p>
    ${figureBlock(reader, scaled, { caption: "What your taxes pay for, in pounds per year", money })}
  </section>`;
}

function pence(pounds: number): Decimal {
  return { unscaled: BigInt(Math.round(pounds * 100)), scale: 2 };
}
