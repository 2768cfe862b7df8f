import { addDecimals, decimalNumber } from "../../../core/model/values/decimal.js";
import { areBelowZero } from "../../../calls/views/pages/areas.js";
import type { PageTable } from "../../../calls/views/pages/page-table.js";
import type { Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";
import { hasAmounts, isWhole } from "./added-members.js";
import { type ChartKind, MAX_BARS } from "./chart-kind.js";
import { hasPeriods } from "./timeline.js";
import { MAX_SLOPES } from "./slopes.js";
import { drawnOf, drawsParts } from "./term-cells.js";

/** List notes about the parts of a figure that its chart omits. */
export function leftOutOf(locale: PageLocale, figure: PageTable, kind: ChartKind, money: Money): readonly string[] {
  const { rows, rest, columns } = figure;
  const { count } = locale.numbers;
  const { fill } = locale;
  const { chart } = locale.words.figures;
  const notes: string[] = [];
  if (!hasAmounts(figure)) return notes;
  const negative = [...rows, ...rest.negative].filter(({ amounts }) => amounts[0]!.unscaled < 0n);
  if (kind === "treemap" && negative.length > 0) {
    const sum = negative.map(({ amounts }) => amounts[0]!).reduce(addDecimals);
    notes.push(fill(chart.negative, { count: negative.length, sum: money.short(sum) }));
  }
  if (rest.cells > 0) {
    const first = firstOf(figure);
    const numbers = { shown: count(rows.length), all: count(figure.numCells) };
    notes.push(
      isWhole(figure)
        ? fill(chart[`${first}AndRest`], { ...numbers, rest: money.short(rest.amounts[0]!) })
        : fill(chart[first], numbers),
    );
  }
  if (kind === "bars" && rows.length > MAX_BARS) {
    notes.push(fill(chart.first, { shown: count(MAX_BARS), all: count(rows.length) }));
  }
  if (
    kind === "line" &&
    figure.terms?.sides?.kind === "time" &&
    rows.length > MAX_SLOPES &&
    !columns.some(hasPeriods)
  ) {
    notes.push(fill(chart.first, { shown: count(MAX_SLOPES), all: count(rows.length) }));
  }
  const zero = rows.filter(({ amounts }) => amounts[0]!.unscaled === 0n).length;
  if (kind === "treemap" && zero > 0) {
    notes.push(fill(chart.zero, { count: zero }));
  }
  const missing = rows.filter((row) => drawnOf(locale, figure, row, money).amount === null).length;
  if (kind === "bars" && missing > 0) {
    notes.push(fill(chart.missing, { count: missing }));
  }
  return notes;
}

/** Choose the text that names the rows that a figure shows: the largest, unless it has another order. */
function firstOf({
  request,
  measures,
  columns,
  isBySize = false,
}: PageTable): "shows" | "showsLargest" | "showsFirst" | "showsSmallest" {
  if (columns[0]?.isDate) return "shows";
  const [criterion] = request.order;
  if (!criterion || isBySize) return "showsLargest";
  if (criterion.field !== measures[0]!.name && criterion.field !== request.measures[0]) return "showsFirst";
  return criterion.value === "desc" ? "showsLargest" : "showsSmallest";
}

/** Say why a kind of chart would not be true of a figure. @returns `null` if it would be */
export function reasonAgainst(locale: PageLocale, figure: PageTable, kind: ChartKind): string | null {
  if (kind !== "treemap") return null;
  const { rows, rest } = figure;
  const { chart } = locale.words.figures;
  if (figure.terms?.sides ?? figure.pair) return chart.areasOfSides;
  if (!isWhole(figure)) return chart.amountsOfNoWhole;
  if (!drawsParts(figure)) return chart.figuresOfNoWhole;
  const others = decimalNumber(rest.amounts[0]!);
  const amounts = rows.map((row) => decimalNumber(row.amounts[0]!));
  const below = rest.negative.map((row) => decimalNumber(row.amounts[0]!));
  if (areBelowZero({ parts: amounts, others, below })) return chart.areasBelowZero;
  const largestOf = (isOthers: boolean): number =>
    Math.max(0, ...rows.flatMap(({ contained = 0 }, at) => (contained > 0 === isOthers ? [amounts[at]!] : [])));
  const largest = largestOf(false);
  // The rest of many small parts is no part to compare with.
  return Math.max(largestOf(true), others) > largest ? chart.tooManyParts : null;
}
