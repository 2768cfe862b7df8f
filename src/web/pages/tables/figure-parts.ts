import { sayFirst, sayPhrase } from "../parts/say-phrase.js";
import { type Decimal, decimalNumber } from "../../../core/model/values/decimal.js";
import type { PageTable, PageTableRow } from "../../../calls/views/pages/page-table.js";
import { placeOfSide } from "../../../calls/views/pages/amount-beside.js";
import type { Sides } from "../../../calls/views/pages/sides.js";
import type { PageTableColumn } from "../../../calls/views/pages/figure-columns.js";
import type { Bar } from "../charts/bars.js";
import type { Tile } from "../charts/treemap.js";
import { REST_COLOR } from "../parts/colors.js";
import type { Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";
import { isWhole } from "./added-members.js";
import type { ChartStyle } from "./chart-kind.js";
import { colorRows } from "./figure-colors.js";
import { writeCompared } from "./compared-words.js";
import { raiseNotes } from "./note-marks.js";
import { isPartOfYear } from "./year-name.js";
import { nameRest, nameRow } from "./row-names.js";
import { changeColumn, type DrawnFigure, drawnOf, drawsParts } from "./term-cells.js";
import { hasPeriods } from "./timeline.js";

/** A part of a chart: a tile or a bar. */
export type Part = Tile & Bar;

/** Build a part for each row. @param colors of the rows */
export function rowParts(
  locale: PageLocale,
  figure: PageTable,
  style: ChartStyle,
  colors: readonly string[] = colorRows(figure),
): Part[] {
  const { columns, rows } = figure;
  const isNamed = columns.map((column, at) => columns.length === 1 || !isOnePeriod(figure, column, at));
  return rows.flatMap((row, index) => {
    const { amount, shown, exact } = shareOfSide(locale, figure, row) ?? drawnOf(locale, figure, row, style.money);
    if (amount === null) return [];
    const isRest = (row.contained ?? 0) > 0;
    const names = row.keys.map((_, at) => nameRow(locale, columns[at]!, row, at, style.precisions, figure.parts));
    const label = names.filter((_, at) => isNamed[at]).join(" · ") || names.join(" · ");
    const more = compareRow(locale, figure, row, style.money);
    return {
      label,
      amount,
      shown: shown + raiseNotes(figure, row.notes),
      exact: exact + raiseNotes(figure, row.notes),
      color: colors[index]!,
      href: isRest ? null : style.hrefOf(row),
      ...(isOfPart(figure, row) && { isPart: true }),
      ...more,
    };
  });
}

/** True if only some months of the year of a row are there. */
export function isOfPart({ columns, parts }: PageTable, { keys }: Pick<PageTableRow, "keys">): boolean {
  return columns.some(({ reference }, at) => isPartOfYear(parts, reference, keys[at]!.value));
}

/** True for a column in which all rows have the same period: it tells none apart. */
function isOnePeriod({ rows }: PageTable, column: PageTableColumn, at: number): boolean {
  return hasPeriods(column) && new Set(rows.map(({ keys }) => keys[at]!.value)).size === 1;
}

/** Build the part for the cells that are not shown; `null` if there are none, or if they have no sum. */
export function restPart(locale: PageLocale, figure: PageTable, style: ChartStyle): Part | null {
  const { rest } = figure;
  if (rest.cells === 0 || !isWhole(figure)) return null;
  const { amount, shown, exact } = drawnOf(locale, figure, rest, style.money);
  const label = nameRest(locale, figure);
  const more = compareRow(locale, figure, rest, style.money);
  return amount === null ? null : { label, amount, shown, exact, color: REST_COLOR, href: null, isRest: true, ...more };
}

/** Return what a part shows of the other side of a comparison. */
function compareRow(
  locale: PageLocale,
  figure: PageTable,
  { figures, amounts, otherNotes = [] }: Pick<PageTableRow, "figures" | "amounts" | "otherNotes">,
  money: Money,
): Pick<Bar, "other" | "more"> {
  if (figure.pair) return comparePair(locale, figure.pair, amounts, money);
  const [against, change] = [placeOfSide(figure, "against"), changeColumn(figure)];
  const share = shareOf(locale, figure, amounts[0]!);
  if (against === null || change === null || !figures) return share === null ? {} : { more: share };
  const before = figures[against] ?? null;
  const part = numberOf(figures[change]);
  const sides = figure.terms?.sides;
  const there =
    before === null || !sides
      ? null
      : locale.fill(locale.words.said.named, { name: sayPhrase(locale, sides.other), text: money.exact(before) });
  const changed = part === null ? locale.words.figures.nothingToCompare : writeCompared(locale, sides, part);
  const more = [share, there, changed].filter((each) => each !== null).join("; ");
  const amount = before === null ? undefined : { amount: decimalNumber(before), shown: money.short(before) };
  const other = partOfSides(locale, figure, numberOf(before), "other") ?? amount;
  return { other: other && { ...other, shown: other.shown + raiseNotes(figure, otherNotes) }, more };
}

/** Return what a part shows of the second of two measures. */
function comparePair(
  locale: PageLocale,
  sides: Sides,
  [own, other]: readonly Decimal[],
  money: Money,
): Pick<Bar, "other" | "more"> {
  const [amount, base] = [decimalNumber(own!), decimalNumber(other!)];
  const there = locale.fill(locale.words.said.named, {
    name: sayPhrase(locale, sides.other),
    text: money.exact(other!),
  });
  const compared = base > 0 ? writeCompared(locale, sides, amount / base - 1) : locale.words.figures.nothingToCompare;
  return { other: { amount: base, shown: money.short(other!) }, more: `${there}; ${compared}` };
}

/** Return the part that a row is of all that its side of a comparison has, where one side is a part of the other. */
function shareOfSide(locale: PageLocale, figure: PageTable, { amounts }: PageTableRow): DrawnFigure | null {
  const part = partOfSides(locale, figure, decimalNumber(amounts[0]!), "own");
  return part && { ...part, exact: part.shown };
}

/** Return a share of the total of a side, where one side is a part of the other; `null` elsewhere. */
function partOfSides(
  locale: PageLocale,
  figure: PageTable,
  amount: number | null,
  side: "own" | "other",
): { readonly amount: number; readonly shown: string } | null {
  const { terms, totals } = figure;
  const against = placeOfSide(figure, "against");
  if (terms?.sides?.kind !== "whole" || amount === null || against === null || terms.drawn !== null) return null;
  const total = side === "own" ? decimalNumber(totals[0]!) : numberOf(terms.totals[against]);
  return total === null || total <= 0 ? null : { amount: amount / total, shown: locale.numbers.share(amount / total) };
}

/** Return the double nearest to a figure; `null` if it is missing. */
export function numberOf(figure: Decimal | null | undefined): number | null {
  return figure ? decimalNumber(figure) : null;
}

/** Write the share of an amount in the total; `null` if it means nothing. */
function shareOf(locale: PageLocale, figure: PageTable, part: Decimal): string | null {
  const isPart =
    figure.rows.length > 1 && isWhole(figure) && drawsParts(figure) && (figure.terms?.drawn ?? null) === null;
  const isTimed = figure.columns.some(({ isOfDate }) => isOfDate);
  const [total, amount] = [decimalNumber(figure.totals[0]!), decimalNumber(part)];
  return isPart && !isTimed && amount >= 0 && total >= amount
    ? locale.fill(locale.words.figures.ofTotal, { share: locale.numbers.share(amount / total) })
    : null;
}

/** Name the two sides of a comparison; `null` without one. */
export function sidesOf(locale: PageLocale, figure: PageTable): readonly [own: string, other: string] | null {
  const { terms, measures, pair } = figure;
  if (pair) return [sayPhrase(locale, pair.own), sayPhrase(locale, pair.other)];
  const against = placeOfSide(figure, "against");
  if (against === null || (terms?.drawn ?? null) !== null) return null;
  return terms?.sides
    ? [sayPhrase(locale, terms.sides.own), sayPhrase(locale, terms.sides.other)]
    : [measures[0]!.label, sayFirst(locale, terms!.columns[against]!.label)];
}
