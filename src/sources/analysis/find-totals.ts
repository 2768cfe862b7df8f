import { POINT_NUMBERS } from "../ingest/cast/separator-tally.js";
import { readTable, type TableBegin } from "../ingest/tables/read-table.js";
import type { OpenSource } from "../ingest/fetch/source.js";
import { type SearchedColumn, type FileTotals, TotalsSearch } from "../ingest/totals/totals-search.js";
import { isObject } from "../../core/model/parse/section.js";
import { parseTableRules } from "../../core/model/parse/table-rules.js";
import type { NumberFormat } from "../../core/model/values/value.js";
import type { AnalysisBounds, AnalysisOptions } from "./analyse.js";
import { chooseAmounts } from "./choose-amounts.js";
import { pivotedColumns } from "./repair.js";
import type { TableAnalysis } from "./table-analysis.js";

/**
 * Search an analysed table for rows that are sums of others and columns that repeat others, in the columns that can be
 * amounts; `null` if it has none.
 * @throws BadSource if it cannot be read
 */
export async function findTotals(
  source: OpenSource,
  options: AnalysisOptions,
  analysis: TableAnalysis,
  { decodedBytes: most }: AnalysisBounds,
  ignored: ReadonlySet<string> = new Set(),
): Promise<FileTotals | null> {
  const formats = amountFormats(analysis);
  for (const heading of ignored) formats.delete(heading);
  if (formats.size === 0) return null;
  const rules = analysis.table ? parseTableRules(analysis.table) : null;
  let search: TotalsSearch | null = null;
  // Rows are searched as they are in the file: columns that become rows have totals of their own.
  const table = rules && { ...rules, unpivot: null, currency: null, scale: new Map() };
  await readTable(source, { ...options, table }, ({ cells, headerRow }: TableBegin) => {
    const columns = cells.flatMap((heading, at): readonly SearchedColumn[] => {
      const numbers = formats.get(heading);
      return numbers ? [{ at, heading, numbers }] : [];
    });
    const own = (search = new TotalsSearch(cells, columns, rules, true));
    let row = 0;
    return (records, decodedBytes) => {
      for (const record of records) own.take(record, ++row, headerRow + row);
      return decodedBytes < most;
    };
  });
  const found = (search as TotalsSearch | null)?.finish() ?? null;
  const repeating = new Set(found?.relations.map(({ column }) => column));
  if (found === null || repeating.size === 0 || ignored.size > 0 || repeating.size === formats.size) return found;
  // A running balance has no total.
  const without = await findTotals(source, options, analysis, { decodedBytes: most, columns: 0, values: 0 }, repeating);
  return without && { ...without, relations: found.relations };
}

/** Return how the numbers of the columns that can be amounts are written. */
function amountFormats({ columns, table = null, repairs = [] }: TableAnalysis): Map<string, NumberFormat> {
  const formats = new Map(chooseAmounts(columns).map(({ heading, type }) => [heading, type.numbers]));
  const sure = [...columns].flatMap(({ type }) => (type.kind === "number" && type.isFormatSure ? type.numbers : []));
  const common = sure[0] ?? POINT_NUMBERS;
  const turning = repairs.map((repair) => repair.table).filter((each) => isObject(each.unpivot));
  for (const heading of [table, ...turning].flatMap((each) => [...pivotedColumns(each).keys()])) {
    const own = columns.find((column) => column.heading === heading)?.type;
    formats.set(heading, own?.kind === "number" && own.isFormatSure ? own.numbers : common);
  }
  return formats;
}
