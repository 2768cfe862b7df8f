import { errorText } from "../../../core/errors/error-text.js";
import { phraseText } from "../../../core/errors/phrase-text.js";
import type { CellError } from "../cast/cell-error.js";
import type { ErrorGroup } from "../cast/error-groups.js";
import { explainDiffering, placeOf, warnOfSums } from "./explain-totals.js";
import type { StatedTotal } from "./total-row.js";
import type { FileTotals } from "./totals-search.js";

interface Explained {
  readonly errors: readonly CellError[];
  readonly groups: readonly ErrorGroup[];
  readonly warnings: readonly string[];
}

/**
 * Say of a file whose model has no rule for sums which rows are some, and which are only called so: as warnings, and of sums
 * instead of their errors.
 */
export function explainSums<R extends Explained>(report: R, found: FileTotals): R {
  if (found.totals.length === 0 && found.differing.length === 0) return report;
  const sums = new Map(found.totals.map((total) => [total.row, total]));
  const explain = (error: CellError): CellError => {
    const total = sums.get(error.row);
    return total ? { ...error, message: explainTotal(total) } : error;
  };
  const errors = report.errors.map(explain);
  const groups = report.groups.map((group) => ({ ...group, first: group.first.map(explain) }));
  const refused = new Set(report.errors.map(({ row }) => row));
  // A row that is refused is no entry.
  const differing = found.differing.filter(({ row }) => !refused.has(row));
  const warnings = [...warnOfSums(found), ...explainDiffering({ ...found, differing }), ...report.warnings];
  return { ...report, errors, groups, warnings };
}

function explainTotal(total: StatedTotal): string {
  const others = (total.together?.rows ?? 1) - 1;
  const values = { place: placeOf(total), count: total.parts.toLocaleString("en") };
  return others === 0
    ? errorText("row_is_a_sum", values)
    : errorText("row_is_of_sums", {
        ...values,
        rows: others === 1 ? phraseText("the_row") : phraseText("some_rows", { count: others }),
      });
}
