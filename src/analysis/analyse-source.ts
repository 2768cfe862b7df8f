import type { OpenSource } from "../ingest/fetch/source.js";
import { ANALYSIS_BOUNDS, analyseTable, type AnalysisBounds, type AnalysisOptions } from "./analyse.js";
import type { Definition } from "./column-uses.js";
import { describeTotals } from "../ingest/totals/describe-totals.js";
import type { FileTotals } from "../ingest/totals/totals-search.js";
import { findTotals } from "./find-totals.js";
import { repairBlanks } from "./repair-blanks.js";
import { leavesOutSums, repairTotals } from "./repair-totals.js";
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
  const isGiven = options.table != null;
  const table = isGiven ? null : addRepairs(headerRule(first), (first.repairs ?? []).filter(isAssumed));
  const analysis = table === null ? first : await analyseTable(source, { ...options, table }, bounds);
  const found = await findTotals(source, options, analysis, bounds);
  const summed = found ? await withTotals(source, options, bounds, analysis, found) : analysis;
  return withBlanks(source, options, bounds, summed, found);
}

/** Leave out rows without an amount, unless rules are given; offer it in any case. */
async function withBlanks(
  source: OpenSource,
  options: AnalysisOptions,
  bounds: AnalysisBounds,
  analysis: TableAnalysis,
  found: FileTotals | null,
): Promise<TableAnalysis> {
  const blanks = repairBlanks(analysis);
  if (blanks.length === 0) return analysis;
  const repairs = [...(analysis.repairs ?? []), ...blanks];
  if (options.table != null) return { ...analysis, repairs };
  const table = addRepairs(analysis.table ?? null, blanks);
  const sums = new Set(leavesOutSums(table) ? found?.totals.map(({ row }) => row) : []);
  const next = await analyseTable(source, { ...options, table, sums }, bounds);
  const { totals, relations } = analysis;
  return { ...next, repairs, ...(totals ? { totals } : {}), ...(relations ? { relations } : {}) };
}

/** Add to an analysis what adds up in its table. Rows that are sums of others are analysed no more, if rules say so. */
async function withTotals(
  source: OpenSource,
  options: AnalysisOptions,
  bounds: AnalysisBounds,
  analysis: TableAnalysis,
  found: FileTotals,
): Promise<TableAnalysis> {
  const totals = repairTotals(found);
  const isGiven = options.table != null;
  const rules = isGiven ? analysis.table! : addRepairs(analysis.table ?? null, totals.filter(isAssumed));
  const sums = new Set(leavesOutSums(rules) ? found.totals.map(({ row }) => row) : []);
  const next = sums.size === 0 ? analysis : await analyseTable(source, { ...options, table: rules, sums }, bounds);
  const repairs = next.repairs ?? [];
  const after = repairs.findLastIndex(({ kind }) => kind === "years") + 1;
  return {
    ...next,
    repairs: [...repairs.slice(0, after), ...totals, ...repairs.slice(after)],
    totals: describeTotals(found),
    relations: found.relations,
  };
}

/** Return the rule for a header below other rows; `null` if it is the first that is not blank. */
export function headerRule({ preview = [], headerRow = 0, headerFrom = headerRow }: TableAnalysis): Definition | null {
  if (headerFrom < headerRow) return { header_row: [headerFrom, headerRow] };
  const first = preview.findIndex((record) => record.some((cell) => cell.trim() !== "")) + 1;
  return headerRow > first && first > 0 ? { header_row: headerRow } : null;
}
