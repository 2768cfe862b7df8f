import { POINT_NUMBERS } from "../ingest/cast/separator-tally.js";
import { readTable, type TableBegin } from "../ingest/tables/read-table.js";
import type { OpenSource } from "../ingest/fetch/source.js";
import { type SearchedColumn, type FileTotals, TotalsSearch } from "../ingest/totals/totals-search.js";
import type { CsvRecord } from "../ingest/csv/record-parser.js";
import { isObject } from "../../core/model/parse/section.js";
import { parseTableRules } from "../../core/model/parse/table-rules.js";
import type { TableRules } from "../../core/model/table-rules.js";
import type { NumberFormat } from "../../core/model/values/value.js";
import type { AnalysisBounds, AnalysisOptions } from "./analyse.js";
import type { Definition } from "./column-uses.js";
import { chooseAmounts } from "./choose-amounts.js";
import { pivotedColumns } from "./repair.js";
import type { TableAnalysis } from "./table-analysis.js";

/** How the numbers of the columns that can be amounts are written, by their headings. */
type AmountFormats = ReadonlyMap<string, NumberFormat>;

/**
 * Search an analysed table for rows that are sums of others and columns that repeat others, in the columns that can be
 * amounts; `null` if it has none.
 * @param begun a search that saw its records, in the columns that were expected to be amounts
 * @throws BadSource if it cannot be read
 */
export async function findTotals(
  source: OpenSource,
  options: AnalysisOptions,
  analysis: TableAnalysis,
  { decodedBytes: most }: AnalysisBounds,
  begun: ExpectedTotals | null = null,
): Promise<FileTotals | null> {
  const formats = amountFormats(analysis);
  const search = async (wanted: AmountFormats): Promise<FileTotals | null> => {
    if (wanted.size === 0) return null;
    const rules = analysis.table ? parseTableRules(analysis.table) : null;
    let own: TotalsSearch | null = null;
    // Rows are searched as they are in the file: columns that become rows have totals of their own.
    const table = rules && { ...rules, unpivot: null, currency: null, scale: new Map() };
    await readTable(source, { ...options, table }, ({ cells, headerRow }: TableBegin) => {
      const started = (own = startSearch(cells, wanted, rules));
      let row = 0;
      return (records, decodedBytes) => {
        for (let at = 0; at < records.length; at++) started.take(records.at(at)!, ++row, headerRow + row);
        return decodedBytes < most;
      };
    });
    return (own as TotalsSearch | null)?.finish() ?? null;
  };
  const found = begun?.isFor(formats) ? begun.finish() : await search(formats);
  const repeating = new Set(found?.relations.map(({ column }) => column));
  if (found === null || repeating.size === 0 || repeating.size === formats.size) return found;
  // A running balance has no total.
  const without = await search(new Map([...formats].filter(([heading]) => !repeating.has(heading))));
  return without && { ...without, relations: found.relations };
}

/** A search for totals in the columns that an analysis of the begin of a table takes for amounts. */
export class ExpectedTotals {
  readonly #formats: AmountFormats;
  readonly #rules: TableRules | null;
  #search: TotalsSearch | null = null;

  /** @param table rules of the table, under which no columns become rows or are added */
  constructor(begin: TableAnalysis, table: Definition | null) {
    this.#formats = amountFormats(begin);
    this.#rules = table && parseTableRules(table);
  }

  /** Begin anew. @returns what receives the records */
  readonly watch = ({ cells, headerRow }: TableBegin): ((record: CsvRecord, row: number) => void) => {
    const search = startSearch(cells, this.#formats, this.#rules);
    this.#search = search;
    return (record, row) => search.take(record, row, headerRow + row);
  };

  isFor(formats: AmountFormats): boolean {
    const isSame = ([heading, { decimal, thousands }]: readonly [string, NumberFormat]): boolean =>
      this.#formats.get(heading)?.decimal === decimal && this.#formats.get(heading)?.thousands === thousands;
    return this.#search !== null && this.#formats.size === formats.size && [...formats].every(isSame);
  }

  finish(): FileTotals | null {
    return this.#formats.size === 0 ? null : this.#search!.finish();
  }
}

function startSearch(cells: readonly string[], formats: AmountFormats, rules: TableRules | null): TotalsSearch {
  const columns = cells.flatMap((heading, at): readonly SearchedColumn[] => {
    const numbers = formats.get(heading);
    return numbers ? [{ at, heading, numbers }] : [];
  });
  return new TotalsSearch(cells, columns, rules, true);
}

/** Return how the numbers of the columns that can be amounts are written. */
function amountFormats({ columns, table = null, repairs = [] }: TableAnalysis): AmountFormats {
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
