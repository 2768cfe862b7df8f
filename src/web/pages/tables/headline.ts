import { sayPhrase } from "../parts/say-phrase.js";
import type { EnglishWords } from "../../words/english.js";
import { type Decimal } from "../../../core/model/values/decimal.js";
import type { Flows } from "../../../calls/views/pages/flows.js";
import type { PageTable } from "../../../calls/views/pages/page-table.js";
import type { DatasetPage } from "../../../calls/views/resources/dataset.js";
import { shortAmount } from "../parts/amounts.js";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { type KeyFact, keyFacts } from "../parts/key-facts.js";
import type { Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";
import { hasAmounts, hasTotal } from "./added-members.js";
import { type YearlyChange, changeOf } from "./change.js";
import { flowColumns } from "./flow-columns.js";
import { allNotes, markNotes } from "./note-marks.js";
import { nameYear } from "./year-name.js";
import { enumerate } from "../parts/enumerate.js";
import { MAX_CHANGE } from "./compared-words.js";
import { isPlainMeasure } from "./plain-measure.js";

/** The amounts of a page by year, and those of the year that head it. */
export type HeadedPage = Pick<DatasetPage, "years" | "flows" | "year" | "cuts">;

/**
 * Write the amounts that head a page: the amount of one year and its change on the year before in a sentence; of
 * directions or several measures each. Of all years it names the first and the last, without a sum over them.
 * @returns `null` if amounts would add up what must not be added up
 */
export function headline(locale: PageLocale, page: HeadedPage, given: Money): Html | null {
  const { years, flows } = page;
  const { fillHtml } = locale;
  const when = periodOf(locale, page);
  const labelOf = (label: string): string => (when === null ? label : enumerate(locale, [isolate(label), when]));
  if (flows) {
    return hasAmounts(flows.figure) ? showFacts(headFlows(locale, flows, yearOfHead(page), labelOf, given)) : null;
  }
  const amounts = amountsOf(page);
  const mark = markNotes(locale, years, notesOfHead(page));
  if (amounts.length > 1) {
    return showFacts(
      amounts.map((amount, at) => ({
        label: labelOf(years.measures[at]!.label),
        value: html`${shortAmount(given.of(years.measures[at]), amount)}${mark}`,
      })),
    );
  }
  const [amount] = amounts;
  if (amount === undefined) return null;
  const { label } = years.measures[0]!;
  const money = given.of(years.measures[0]);
  const text = chooseHead(locale, !isPlainMeasure(label), money.unit !== "", when !== null);
  const headed = fillHtml(text, {
    amount: html`<strong><bdi>${shortAmount(money, amount)}</bdi>${mark}</strong>`,
    measure: html`<bdi>${measureIn(locale, text, label)}</bdi>`,
    unit: money.unit,
    period: when ?? "",
  });
  return html`<p class="headline">${withFirst(locale, page, money, withChange(locale, page, headed))}</p>`;
}

/** Choose the text of an amount at the head of a page by what it says. */
function chooseHead(
  { words }: PageLocale,
  hasMeasure: boolean,
  hasUnit: boolean,
  hasPeriod: boolean,
): EnglishWords["figures"]["headline"]["ofMeasurePerUnit"] {
  const { headline: texts } = words.figures;
  const [plain, ofUnit] = hasMeasure
    ? hasPeriod
      ? [texts.ofMeasure, texts.ofMeasurePerUnit]
      : [texts.measureOnly, texts.measureAndUnit]
    : hasPeriod
      ? [texts.inPeriod, texts.perUnit]
      : [texts.amountOnly, texts.unitOnly];
  // All slots of the text with most of them have values.
  return (hasUnit ? ofUnit : plain) as typeof texts.ofMeasurePerUnit;
}

/** Write the label of a measure as it stands in a text, which may begin with it. */
function measureIn({ within }: PageLocale, text: string, label: string): string {
  return text.startsWith("<measure>") ? label : within(label);
}

/** Write the amounts that head a page as plain text, for previews of links; empty without any. */
export function headlineText(locale: PageLocale, page: HeadedPage, given: Money): string {
  const { fill } = locale;
  const money = given.of(page.years.measures[0]);
  const { headline: texts } = locale.words.figures;
  const when = periodOf(locale, page);
  const withCuts = (text: string): string =>
    page.cuts.length === 0 ? text : fill(texts.cuts, { headline: text, cuts: nameAllCuts(locale, page) });
  if (page.flows) {
    if (!hasAmounts(page.flows.figure)) return "";
    const sums = sumsOf(page.flows, yearOfHead(page));
    const named = flowColumns(locale, page.flows).flatMap(({ label, amountOf }) => {
      const amount = sums ? amountOf(sums) : null;
      if (amount === null) return [];
      // The amount comes first: labels may end with what looks like its sign, as "Costs: -".
      const measure = isolate(measureIn(locale, texts.measureOnly, label));
      return [fill(texts.measureOnly, { amount: isolate(money.short(amount)), measure })];
    });
    if (named.length === 0) return "";
    const amounts = enumerate(locale, named);
    return withCuts(when === null ? amounts : fill(texts.inPeriod, { amount: amounts, period: when }));
  }
  const [amount, ...more] = amountsOf(page);
  if (amount === undefined) return "";
  const change = more.length > 0 ? null : changeOfHead(page);
  const headed = fill(chooseHead(locale, false, money.unit !== "", when !== null), {
    amount: money.short(amount),
    measure: "",
    unit: money.unit,
    period: when ?? "",
  });
  const changed =
    change === null || change.breaks.length > 0
      ? headed
      : fill(texts.changed, { headline: headed, change: describeChange(locale, page, change) });
  const first = more.length > 0 ? null : firstOfAll(page);
  return withCuts(
    first === null
      ? changed
      : fill(texts.after, {
          headline: changed,
          amount: money.short(first.amounts[0]!),
          year: nameYear(locale, first.keys[0]!.value!, page.year.parts),
        }),
  );
}

/** Name what amounts are cut to. */
function nameAllCuts(locale: PageLocale, { cuts }: HeadedPage): string {
  return enumerate(
    locale,
    cuts.map(({ label }) => isolate(sayPhrase(locale, label))),
  );
}

/** Return the year whose amounts head a page: of all years the newest whole one; `null` if no entry has a year. */
function yearOfHead({ year }: HeadedPage): string | null {
  return year.headed ?? year.preset;
}

/** Name the year that the head of a page is of; `null` without a year. */
function periodOf(locale: PageLocale, page: HeadedPage): string | null {
  const year = yearOfHead(page);
  return year === null ? null : nameYear(locale, year, page.year.parts);
}

/** Return the first whole year of a page of all years, if it is not the one at its head; `null` on other pages. */
function firstOfAll(page: HeadedPage): PageTable["rows"][number] | null {
  const { years, year } = page;
  if (year.headed !== null) return null;
  const first = years.rows.find(({ keys: [key] }) => key!.value !== null && !year.parts.has(key!.value));
  return first && first.keys[0]!.value !== year.preset ? first : null;
}

/** Add the amount that the years of a page begin with; not on pages of one year. */
function withFirst(locale: PageLocale, page: HeadedPage, money: Money, headed: Html): Html {
  const first = firstOfAll(page);
  if (first === null) return headed;
  return locale.fillHtml(locale.words.figures.headline.after, {
    headline: headed,
    amount: html`<bdi>${shortAmount(money, first.amounts[0]!)}</bdi>${markNotes(locale, page.years, first.notes)}`,
    year: nameYear(locale, first.keys[0]!.value!, page.year.parts),
  });
}

function amountsOf(page: HeadedPage): readonly Decimal[] {
  const { years } = page;
  if (!hasAmounts(years)) return [];
  const year = yearOfHead(page);
  if (year !== null) return years.rows.find(({ keys }) => keys[0]!.value === year)?.amounts ?? [];
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

/** Add the change on the year before; across a break in brackets, with the mark of its note. */
function withChange(locale: PageLocale, page: HeadedPage, headed: Html): Html {
  const found = changeOfHead(page);
  if (found === null) return headed;
  const change = describeChange(locale, page, found);
  const { changed, changedAcrossBreak } = locale.words.figures.headline;
  if (found.breaks.length === 0) return locale.fillHtml(changed, { headline: headed, change });
  const mark = markNotes(locale, page.years, found.breaks);
  return locale.fillHtml(changedAcrossBreak, { headline: headed, change, mark });
}

function describeChange(locale: PageLocale, { year }: HeadedPage, { part }: YearlyChange): string {
  const { numbers, words, fill } = locale;
  const before = { year: locale.year(String(Number(year.headed) - 1)) };
  const { headline: texts } = words.figures;
  if (part > MAX_CHANGE) {
    const times = numbers.ratio(Math.round(part + 1));
    return fill(words.figures.compared.timesInTime, { times, period: before.year });
  }
  if (Math.abs(part) < 0.0005) return fill(texts.same, before);
  return fill(part > 0 ? texts.up : texts.down, { share: numbers.share(Math.abs(part)), ...before });
}

/** List the ids of the notes on the amounts that head a page. */
function notesOfHead(page: HeadedPage): readonly number[] {
  const { years, flows } = page;
  if (!hasAmounts(flows?.figure ?? years)) return [];
  const year = yearOfHead(page);
  const rows = (flows?.figure ?? years).rows.filter(({ keys }) => keys[0]!.value === year);
  return year === null ? allNotes(years) : rows.flatMap(({ notes }) => notes);
}

function showFacts(facts: readonly KeyFact[]): Html | null {
  return facts.length === 0 ? null : keyFacts(facts);
}

function sumsOf(flows: Flows, headed: string | null): Flows["all"] | undefined {
  return headed === null ? flows.all : flows.years.find(({ year }) => year === headed);
}

function headFlows(
  locale: PageLocale,
  flows: Flows,
  headed: string | null,
  labelOf: (label: string) => string,
  money: Money,
): readonly KeyFact[] {
  const sums = sumsOf(flows, headed);
  if (!sums) return [];
  return flowColumns(locale, flows).flatMap(({ label, amountOf, notesOf }) => {
    const amount = amountOf(sums);
    const mark = markNotes(locale, flows.figure, notesOf(sums));
    return amount === null ? [] : [{ label: labelOf(label), value: html`${shortAmount(money, amount)}${mark}` }];
  });
}
