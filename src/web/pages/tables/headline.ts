import { type Decimal } from "../../../core/model/values/decimal.js";
import type { Flows } from "../../../calls/views/pages/flows.js";
import type { DatasetPage } from "../../../calls/views/resources/dataset.js";
import { shortAmount } from "../parts/amounts.js";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { type KeyFact, keyFacts } from "../parts/key-facts.js";
import type { Money } from "../parts/numbers.js";
import type { PageReader } from "../parts/reader.js";
import { hasAmounts, hasTotal } from "./added-members.js";
import { type YearlyChange, changeOf } from "./change.js";
import { flowColumns } from "./flow-columns.js";
import { allNotes, markNotes } from "./note-marks.js";
import { nameYear } from "./year-name.js";

/** The amounts of a page by year, and those of the year that head it. */
export type HeadedPage = Pick<DatasetPage, "years" | "flows" | "year" | "cuts">;

/** Label of measures that say nothing of their own. */
const PLAIN = /^(amount|amounts|value|total)$/i;

/**
 * Write the amounts that head a page: the amount of one year and its change on the year before in a sentence; of
 * directions or several measures each. They are of all years only if these were requested.
 * @returns `null` if amounts would add up what must not be added up
 */
export function headline(reader: PageReader, page: HeadedPage, money: Money): Html | null {
  const { years, flows, year } = page;
  const when = periodOf(reader, page);
  const labelOf = (label: string): string => (when === null ? label : `${isolate(label)}, ${when}`);
  if (flows) return hasAmounts(flows.figure) ? showFacts(headFlows(flows, year.headed, labelOf, money)) : null;
  const amounts = amountsOf(page);
  const mark = markNotes(years, notesOfHead(page));
  if (amounts.length > 1) {
    return showFacts(
      amounts.map((amount, at) => ({
        label: labelOf(years.measures[at]!.label),
        value: html`${shortAmount(money, amount)}${mark}`,
      })),
    );
  }
  const [amount] = amounts;
  if (amount === undefined) return null;
  const { label } = years.measures[0]!;
  return html`<p class="headline">
    <strong><bdi>${shortAmount(money, amount)}</bdi>${mark}</strong>
    ${PLAIN.test(label) ? null : html`<bdi>${label}</bdi>`}
    ${when === null ? null : `in ${when}`}${writeChange(reader, page)}
  </p>`;
}

/** Write the amounts that head a page as plain text, for previews of links; empty without any. */
export function headlineText(reader: PageReader, page: HeadedPage, money: Money): string {
  const when = periodOf(reader, page);
  const period = when === null ? "" : ` in ${when}`;
  if (page.flows) {
    if (!hasAmounts(page.flows.figure)) return "";
    const sums = sumsOf(page.flows, page.year.headed);
    const named = flowColumns(page.flows).flatMap(({ label, amountOf }) => {
      const amount = sums ? amountOf(sums) : null;
      return amount === null ? [] : [`${isolate(label)} ${money.short(amount)}`];
    });
    return named.length === 0 ? "" : `${named.join(", ")}${period}${namedCuts(page)}`;
  }
  const [amount, ...more] = amountsOf(page);
  if (amount === undefined) return "";
  const change = more.length > 0 ? null : changeOfHead(page);
  const since = change === null || change.breaks.length > 0 ? "" : `, ${describeChange(reader, page, change)}`;
  return `${money.short(amount)}${period}${since}${namedCuts(page)}`;
}

/** Name what amounts are cut to; empty without cuts. */
function namedCuts({ cuts }: HeadedPage): string {
  return cuts.length === 0 ? "" : ` (${cuts.map(({ label }) => isolate(label)).join(", ")})`;
}

/** Return the year or years that the head of a page is of; `null` if there is only one, without a name. */
function periodOf(reader: PageReader, { year }: HeadedPage): string | null {
  if (year.headed !== null) return nameYear(reader, year.headed, year.parts);
  return year.years.length > 1 ? "all years" : null;
}

function amountsOf({ years, year }: HeadedPage): readonly Decimal[] {
  if (!hasAmounts(years)) return [];
  if (year.headed !== null) return years.rows.find(({ keys }) => keys[0]!.value === year.headed)!.amounts;
  return hasTotal(years) ? years.totals : [];
}

function changeOfHead({ years, year }: HeadedPage): YearlyChange | null {
  if (year.headed === null) return null;
  return changeOf(
    years,
    years.rows.findIndex(({ keys }) => keys[0]!.value === year.headed),
    year.parts,
  );
}

/** Write the change on the year before; across a break in brackets, with the mark of its note. */
function writeChange(reader: PageReader, page: HeadedPage): Html | null {
  const change = changeOfHead(page);
  if (change === null) return null;
  const text = describeChange(reader, page, change);
  return change.breaks.length === 0 ? html`, ${text}` : html` (${text})${markNotes(page.years, change.breaks)}`;
}

function describeChange({ numbers }: PageReader, { year }: HeadedPage, { part }: YearlyChange): string {
  const before = Number(year.headed) - 1;
  const shown = numbers.share(Math.abs(part));
  if (part > 10) return `more than ten times as much as in ${before}`;
  if (Math.abs(part) < 0.0005) return `as much as in ${before}`;
  return `${part > 0 ? "up" : "down"} ${shown} on ${before}`;
}

/** List the ids of the notes on the amounts that head a page. */
function notesOfHead({ years, flows, year }: HeadedPage): readonly number[] {
  if (!hasAmounts(flows?.figure ?? years)) return [];
  const rows = (flows?.figure ?? years).rows.filter(({ keys }) => keys[0]!.value === year.headed);
  return year.headed === null ? allNotes(years) : rows.flatMap(({ notes }) => notes);
}

function showFacts(facts: readonly KeyFact[]): Html | null {
  return facts.length === 0 ? null : keyFacts(facts);
}

function sumsOf(flows: Flows, headed: string | null): Flows["all"] | undefined {
  return headed === null ? flows.all : flows.years.find(({ year }) => year === headed);
}

function headFlows(
  flows: Flows,
  headed: string | null,
  labelOf: (label: string) => string,
  money: Money,
): readonly KeyFact[] {
  const sums = sumsOf(flows, headed);
  if (!sums) return [];
  return flowColumns(flows).flatMap(({ label, amountOf, notesOf }) => {
    const amount = amountOf(sums);
    const mark = markNotes(flows.figure, notesOf(sums));
    return amount === null ? [] : [{ label: labelOf(label), value: html`${shortAmount(money, amount)}${mark}` }];
  });
}
