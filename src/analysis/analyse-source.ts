import type { OpenSource } from "../ingest/fetch/source.js";
import { ANALYSIS_BOUNDS, analyseTable, type AnalysisBounds, type AnalysisOptions } from "./analyse.js";
import type { Definition } from "./column-uses.js";
import { addRepairs, isAssumed } from "./repair.js";
import type { TableAnalysis } from "./table-analysis.js";

/**
 * Analyse a table under given rules or, without any, under those that its rows call for and that leave no figure out:
 * the row that is its header, and repairs that are sure or likely.
 * @throws BadSource if it cannot be read, InvalidModel for wrong rules
 */
export async function analyseSource(
  source: OpenSource,
  options: AnalysisOptions,
  bounds: AnalysisBounds = ANALYSIS_BOUNDS,
): Promise<TableAnalysis> {
  const first = await analyseTable(source, options, bounds);
  if (options.table != null) return first;
  const table = addRepairs(headerRule(first), (first.repairs ?? []).filter(isAssumed));
  return table === null ? first : analyseTable(source, { ...options, table }, bounds);
}

/** Return the rule for a header below other rows; `null` if it is the first that is not blank. */
export function headerRule({ preview = [], headerRow = 0, headerFrom = headerRow }: TableAnalysis): Definition | null {
  if (headerFrom < headerRow) return { header_row: [headerFrom, headerRow] };
  const first = preview.findIndex((record) => record.some((cell) => cell.trim() !== "")) + 1;
  return headerRow > first && first > 0 ? { header_row: headerRow } : null;
}
