import { addDecimals, decimalNumber } from "../../../core/model/values/decimal.js";
import { areBelowZero } from "../../../calls/views/pages/areas.js";
import type { PageTable } from "../../../calls/views/pages/page-table.js";
import type { Money } from "../parts/numbers.js";
import type { PageReader } from "../parts/reader.js";
import { hasAmounts, isWhole } from "./added-members.js";
import { type ChartKind, MAX_BARS } from "./chart-kind.js";
import { hasPeriods } from "./timeline.js";
import { MAX_SLOPES } from "./slopes.js";
import { drawnOf, drawsParts } from "./term-cells.js";

/** List notes about the parts of a figure that its chart omits. */
export function leftOutOf(reader: PageReader, figure: PageTable, kind: ChartKind, money: Money): readonly string[] {
  const { rows, rest, columns } = figure;
  const { count } = reader.numbers;
  const notes: string[] = [];
  if (!hasAmounts(figure)) return notes;
  const negative = [...rows, ...rest.negative].filter(({ amounts }) => amounts[0]!.unscaled < 0n);
  if (kind === "treemap" && negative.length > 0) {
    const sum = negative.map(({ amounts }) => amounts[0]!).reduce(addDecimals);
    notes.push(
      `${negative.length === 1 ? "One negative amount" : `${count(negative.length)} negative amounts`} (${money.short(sum)} in total) ${negative.length === 1 ? "is" : "are"} shown in the table only.`,
    );
  }
  if (rest.cells > 0) {
    const others = isWhole(figure) ? `; the others add up to ${money.short(rest.amounts[0]!)}` : "";
    notes.push(`Shows ${firstOf(figure)}${count(rows.length)} of ${count(figure.numCells)}${others}.`);
  }
  if (kind === "bars" && rows.length > MAX_BARS) {
    notes.push(`The chart shows the first ${MAX_BARS}; the table has all ${count(rows.length)}.`);
  }
  if (
    kind === "line" &&
    figure.terms?.sides?.kind === "time" &&
    rows.length > MAX_SLOPES &&
    !columns.some(hasPeriods)
  ) {
    notes.push(`The chart shows the first ${MAX_SLOPES}; the table has all ${count(rows.length)}.`);
  }
  const zero = rows.filter(({ amounts }) => amounts[0]!.unscaled === 0n).length;
  if (kind === "treemap" && zero > 0) {
    notes.push(
      `${zero === 1 ? "One amount of zero is" : `${count(zero)} amounts of zero are`} shown in the table only.`,
    );
  }
  const missing = rows.filter((row) => drawnOf(reader, figure, row, money).amount === null).length;
  if (kind === "bars" && missing > 0) {
    notes.push(
      `${missing === 1 ? "One figure is" : `${count(missing)} figures are`} missing: a cell of the table is empty.`,
    );
  }
  return notes;
}

/** Name the rows that a figure shows: the largest, unless it has another order. */
function firstOf({ request, measures, columns }: PageTable): string {
  if (columns[0]?.isDate) return "";
  const [criterion] = request.order;
  if (!criterion) return "the largest ";
  if (criterion.field !== measures[0]!.name && criterion.field !== request.measures[0]) return "the first ";
  return criterion.value === "desc" ? "the largest " : "the smallest ";
}

/** Say why a kind of chart would not be true of a figure. @returns `null` if it would be */
export function reasonAgainst(reader: PageReader, figure: PageTable, kind: ChartKind): string | null {
  if (kind !== "treemap") return null;
  const { rows, rest } = figure;
  if (figure.terms?.sides) return "areas cannot be compared with others";
  if (!isWhole(figure)) return "the amounts are not parts of one whole";
  if (!drawsParts(figure)) return "the figures are not parts of one whole";
  const others = decimalNumber(rest.amounts[0]!);
  const amounts = rows.map((row) => decimalNumber(row.amounts[0]!));
  const below = rest.negative.map((row) => decimalNumber(row.amounts[0]!));
  if (areBelowZero({ parts: amounts, others, below })) return "amounts below zero have no area";
  const largestOf = (isOthers: boolean): number =>
    Math.max(0, ...rows.flatMap(({ contained = 0 }, at) => (contained > 0 === isOthers ? [amounts[at]!] : [])));
  const largest = largestOf(false);
  if (largestOf(true) > largest) return "the others of a group together are larger than any part";
  if (others > largest) return `the ${reader.numbers.count(rest.cells)} others together are larger than any part`;
  return null;
}
