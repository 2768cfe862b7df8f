import type { OpenSource } from "../ingest/fetch/source.js";
import { ANALYSIS_BOUNDS, analyseTable, type AnalysisBounds, type AnalysisOptions } from "./analyse.js";
import type { Definition } from "./column-uses.js";
import { addRepairs, hasRepair, isAssumed, type Repair } from "./repair.js";
import type { TableAnalysis } from "./table-analysis.js";

/**
 * Analyse a table under given rules or, without any, under those that its rows call for and that leave no figure out:
 * the row that is its header, and repairs that are sure or likely.
 * @throws BadSource if it cannot be read, InvalidModel for wrong rules
 */
export function analyseSource(
  source: OpenSource,
  options: AnalysisOptions,
  bounds: AnalysisBounds = ANALYSIS_BOUNDS,
): Promise<TableAnalysis> {
  if (options.table != null) return analyseTable(source, options, bounds);
  return analyseRepaired(source, options, isAssumed, bounds);
}

/** Most readings of a table: a repair may show what else has to be repaired. */
const MAX_READINGS = 4;

/**
 * Analyse a table under given rules, if there are any, and repairs.
 * @param isWanted true for a repair to make
 * @throws BadSource if it cannot be read, InvalidModel for wrong rules
 */
export async function analyseRepaired(
  source: OpenSource,
  options: AnalysisOptions,
  isWanted: (repair: Repair) => boolean,
  bounds: AnalysisBounds = ANALYSIS_BOUNDS,
): Promise<TableAnalysis> {
  let table = options.table ?? null;
  for (let reading = 1; ; reading++) {
    const analysis = await analyseTable(source, { ...options, table }, bounds);
    const wanted = (analysis.repairs ?? []).filter((each) => isWanted(each) && !hasRepair(table, each));
    const repaired = addRepairs(withHeader(table, headerRule(analysis)), wanted);
    if (reading === MAX_READINGS || JSON.stringify(repaired) === JSON.stringify(table)) return analysis;
    table = repaired;
  }
}

function withHeader(table: Definition | null, header: Definition | null): Definition | null {
  return header === null || table?.header_row !== undefined ? table : { ...table, ...header };
}

/** Return the rule for a header below other rows; `null` if it is the first that is not blank. */
export function headerRule({ preview = [], headerRow = 0 }: TableAnalysis): Definition | null {
  const first = preview.findIndex((record) => record.some((cell) => cell.trim() !== "")) + 1;
  return headerRow > first && first > 0 ? { header_row: headerRow } : null;
}
