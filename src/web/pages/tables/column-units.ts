import type { Decimal } from "../../../core/model/values/decimal.js";
import type { PageTable } from "../../../calls/views/pages/page-table.js";
import type { AmountFormat, Money } from "../parts/numbers.js";
import { hasTotal } from "./added-members.js";

/** Units of the columns of a table. */
export interface ColumnUnits {
  /** One for each measure. */
  readonly sums: readonly AmountFormat[];
  /** One for each term; `null` for what is no amount. */
  readonly terms: readonly (AmountFormat | null)[];
}

/** Choose the units of the columns of a figure: one for all that are compared with each other. */
export function unitsOf(figure: PageTable, money: Money): ColumnUnits {
  const { measures, terms, rows, rest, totals, pair } = figure;
  const listed = [...rows, ...rest.negative].map(({ amounts }) => amounts);
  const whole = hasTotal(figure) ? [totals, rest.amounts] : [];
  const sums = measures.map((measure, at) => ({
    of: pair ? "" : measure.name,
    money: money.of(measure),
    amounts: [...listed, ...whole].flatMap((each) => each[at] ?? []),
  }));
  const figures = (terms?.columns ?? []).map(({ key, format, isCompared, unit }, at) => ({
    of: format === "amount" ? (isCompared ? key.replace(SIDE, "") : key) : null,
    money: money.of({ unit }),
    amounts: [...rows.map((row) => row.figures?.[at]), rest.figures?.[at], terms!.totals[at]].flatMap(
      (each) => each ?? [],
    ),
  }));
  const formats = new Map<string, AmountFormat>();
  const formatOf = (of: string, { column }: Money): AmountFormat => {
    const known = formats.get(of);
    if (known) return known;
    const together: readonly Decimal[] = [...sums, ...figures].flatMap((each) => (each.of === of ? each.amounts : []));
    const format = column(together);
    formats.set(of, format);
    return format;
  };
  return {
    sums: sums.map((each) => formatOf(each.of, each.money)),
    terms: figures.map((each) => (each.of === null ? null : formatOf(each.of, each.money))),
  };
}

/** End of the name of a term that compares a figure with the other side. */
const SIDE = /\.(?:against|difference)$/;
