import type { Decimal } from "../../../core/model/values/decimal.js";
import { isPlainCut } from "../../../core/query/syntax/cut-clause.js";
import { placeOfSide } from "../../../calls/views/pages/amount-beside.js";
import type { Exploration } from "../../../calls/views/pages/exploration.js";
import { shortAmount } from "../parts/amounts.js";
import { html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import type { KeyFact } from "../parts/key-facts.js";
import type { PageLocale } from "../parts/page-locale.js";
import { hasAmounts, hasTotal } from "../tables/added-members.js";
import { allNotes, markNotes } from "../tables/note-marks.js";
import { labelOfSum } from "../tables/figure-table.js";
import { sayPhrase } from "../parts/say-phrase.js";
import type { SideYear } from "../../../calls/views/pages/sides.js";
import { nameYear } from "../tables/year-name.js";
import { isOfTime } from "./title.js";

/** An amount of a state, also as plain text. */
interface StateFact extends KeyFact {
  readonly text: string;
}

/** The amounts of one period, or of none: one for each measure. */
interface HeadedPeriod {
  readonly period: string | null;
  readonly amounts: readonly Decimal[];
  readonly notes: readonly number[];
  /** The total of the other side of a comparison; absent without one. */
  readonly other?: Decimal | null;
}

/**
 * List the amounts that head a state: its totals with their year. Of several years they are those of the newest whole
 * year, and of one measure those of the first: years are never added up.
 */
export function factsOfState(page: Exploration, locale: PageLocale): readonly StateFact[] {
  const { figure, dataset, adjusting } = page;
  const money = locale.numbers.money(dataset.currency, adjusting.unit);
  const sides = figure.measures.length === 1 ? figure.terms?.sides : undefined;
  const fact = (
    label: string,
    period: string | null,
    amount: Decimal,
    notes: readonly number[],
    measure = figure.measures[0],
  ): StateFact => ({
    label:
      period === null ? label : locale.fill(locale.words.explore.factOf, { measure: isolate(label), year: period }),
    value: html`${shortAmount(money.of(measure), amount)}${markNotes(locale, figure, notes)}`,
    text: money.of(measure).short(amount),
  });
  return headedPeriods(page, locale).flatMap(({ period, amounts, notes, other = null }) => {
    const uneven = sides?.uneven;
    // Two times are named by these alone.
    const isTime = sides?.kind === "time";
    const when = isTime ? null : period;
    const own = amounts.map((amount, at) => {
      const label = labelOfSum(locale, figure, figure.measures[at]!);
      const named = isTime && uneven ? nameSideYear(locale, uneven.own) : label;
      return fact(named, when, amount, notes, figure.measures[at]);
    });
    if (!sides || other === null) return own;
    const year = uneven ? nameSideYear(locale, uneven.other) : null;
    const label = isTime && year !== null ? year : sayPhrase(locale, sides.other);
    return [...own, fact(label, isTime ? null : (year ?? when), other, figure.terms?.sideNotes?.other ?? [])];
  });
}

function nameSideYear(locale: PageLocale, { year, part }: SideYear): string {
  return nameYear(locale, year, new Map(part ? [[year, part]] : []));
}

function headedPeriods(page: Exploration, locale: PageLocale): readonly HeadedPeriod[] {
  const { figure, summed, years, grid, state } = page;
  if (!hasTotal(figure)) return [];
  if (summed) return headYears(page, locale);
  const cuts = state.cuts.filter(({ field }) => isOfTime(field));
  const [cut] = cuts;
  const isOneYear = cuts.length === 1 && isPlainCut(cut!) && /^(time\.)?year$/.test(cut!.field);
  const isTimed = grid?.hasRowTotals === false || figure.columns.some(({ reference }) => isOfTime(reference));
  if (!isOneYear && years.length > 1 && isTimed) return [];
  const period = isOneYear ? nameYear(locale, String(cut!.value), page.parts) : null;
  const beside = placeOfSide(figure, "against");
  const other = beside === null ? null : (figure.terms!.totals[beside] ?? null);
  return [{ period, amounts: figure.totals, notes: allNotes(figure), other }];
}

/** List the newest whole year of those that a figure adds up, and before it what it began with. */
function headYears({ summed, parts }: Exploration, locale: PageLocale): readonly HeadedPeriod[] {
  const { years, headed } = summed!;
  if (!hasAmounts(years)) return [];
  const first = years.rows.find(({ keys: [key] }) => key!.value !== null && !parts.has(key!.value));
  const newest = years.rows.find(({ keys: [key] }) => key!.value === headed);
  const rows = years.measures.length > 1 ? [newest] : [...new Set([newest, first])];
  return rows.flatMap((row) =>
    row ? [{ period: nameYear(locale, row.keys[0]!.value!, parts), amounts: row.amounts, notes: row.notes }] : [],
  );
}
