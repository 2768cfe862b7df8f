import type { CellError } from "../cast/cell-error.js";
import type { ErrorGroup } from "../cast/error-groups.js";
import { LEAVE_OUT, placeOf, warnOfSums } from "./explain-totals.js";
import type { StatedTotal } from "./total-row.js";
import type { FileTotals } from "./totals-search.js";

interface Explained {
  readonly errors: readonly CellError[];
  readonly groups: readonly ErrorGroup[];
  readonly warnings: readonly string[];
}

/** Say of a file whose model has no rule for sums which rows are some: as warnings, and instead of their errors. */
export function explainSums<R extends Explained>(report: R, found: FileTotals): R {
  if (found.totals.length === 0) return report;
  const sums = new Map(found.totals.map((total) => [total.row, total]));
  const explain = (error: CellError): CellError => {
    const total = sums.get(error.row);
    return total ? { ...error, message: explainTotal(total) } : error;
  };
  const errors = report.errors.map(explain);
  const groups = report.groups.map((group) => ({ ...group, first: group.first.map(explain) }));
  return { ...report, errors, groups, warnings: [...warnOfSums(found), ...report.warnings] };
}

function explainTotal(total: StatedTotal): string {
  const others = (total.together?.rows ?? 1) - 1;
  const beside = others === 0 ? "" : `, with ${others === 1 ? "the row" : `${others} rows`} beside it,`;
  return `${placeOf(total)}${beside} is the sum of ${total.parts.toLocaleString("en")} other rows, a total and no entry: to leave it out, ${LEAVE_OUT}`;
}
