import type { UnpackBounds } from "../ingest/fetch/bounds.js";
import { isBlankRow } from "../ingest/cast/cast-row.js";
import { columnFormats, type FormatOf } from "../ingest/tables/column-formats.js";
import type { OpenSource } from "../ingest/fetch/source.js";
import { type Progress, throttled } from "../ingest/progress.js";
import { readTable, type TableBegin } from "../ingest/tables/read-table.js";
import { parseTableRules } from "../../core/model/parse/table-rules.js";
import type { CsvRecord } from "../ingest/csv/record-parser.js";
import { ColumnCounter } from "./column-counter.js";
import { DependencyFinder } from "./dependency-finder.js";
import { KeyFinder } from "./key-finder.js";
import { NestedCodeFinder } from "./nested-code-finder.js";
import type { TableAnalysis } from "./table-analysis.js";
import { Budget } from "./budget.js";
import type { Definition } from "./column-uses.js";
import { proposeDate } from "./propose-model.js";
import { type JudgedRecord, OddRecords } from "./odd-records.js";
import { explainRepeatedRows } from "./repeated-rows.js";
import { RepairFinder } from "./repair-finder.js";
import { repairSheets } from "./repair-sheets.js";
import { shorten } from "./shorten.js";

/** Limits of an analysis. */
export interface AnalysisBounds {
  /** Maximum bytes of decoded text; reading stops after the chunk that exceeds it. */
  readonly decodedBytes: number;
  readonly columns: number;
  /** Maximum number of values stored for comparison, over all columns. */
  readonly values: number;
}

/** Default limits: a model has at most 500 fields; the others stand for a second of work and a few hundred megabytes. */
export const ANALYSIS_BOUNDS: AnalysisBounds = { decodedBytes: 24 * 2 ** 20, columns: 500, values: 1_000_000 };

export interface AnalysisOptions {
  readonly bounds: UnpackBounds;
  /** The encoding of the file, if it is known; otherwise its bytes show it. */
  readonly encoding?: string | null | undefined;
  /** Rules of the table, as in `dataset.table` of a model; `null` or absent for none. */
  readonly table?: Definition | null | undefined;
  /** Numbers of the records that are sums of others, and left out. */
  readonly sums?: ReadonlySet<number> | undefined;
  /** Called at the begin of the table; returns what receives each record as it is in the file, with its number. */
  readonly watch?: ((begin: TableBegin) => (record: CsvRecord, row: number) => void) | undefined;
  /** Called at most every 100 ms. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Analyse a table without a model: all of it, or only its beginning if it exceeds the bounds.
 * @throws BadSource if it cannot be read
 * Cost: one pass over the part that is read; memory within the bounds.
 */
export async function analyseTable(
  source: OpenSource,
  options: AnalysisOptions,
  analysis: AnalysisBounds = ANALYSIS_BOUNDS,
): Promise<TableAnalysis> {
  const table = options.table ?? null;
  const rules = table === null ? null : parseTableRules(table);
  let counter = new TableCounter([], analysis);
  let begun: Pick<TableAnalysis, "preview" | "headerRow" | "headerFrom" | "begin"> = {};
  let odd: OddRecords | null = null;
  let repairs = new RepairFinder([], 0, [], null);
  let count: (judged: readonly JudgedRecord[]) => void = () => {};
  const leftOut = new Map<number, number>();
  const onProgress = options.onProgress && throttled(options.onProgress);
  const bytesTotal = Math.min(source.size, analysis.decodedBytes);
  const read = await readTable(source, { ...options, table: rules }, (begin: TableBegin) => {
    const { tidy, records, headerRow, headerFrom, header, mending } = begin;
    counter = new TableCounter(begin.cells, analysis);
    const first: (readonly string[])[] = [];
    leftOut.clear();
    begun = {
      preview: previewOf(records, headerRow),
      headerRow,
      headerFrom,
      begin: { header: header.slice(0, analysis.columns), records: first },
    };
    repairs = new RepairFinder(header, headerRow, records.slice(0, Math.max(headerFrom - 1, 0)).flat(), table);
    odd = new OddRecords(mending, header.length, headerRow);
    const watch = options.watch?.(begin);
    let number = 0;
    count = (judged) => {
      for (const { record: found, isOdd } of judged) {
        const row = isOdd ? null : mending.mend(found);
        repairs.take(row);
        if (row === null) continue;
        keepFirst(first, row, analysis.columns);
        countRow(row, tidy, counter, leftOut);
      }
    };
    return (rows, decodedBytes) => {
      for (let at = 0; at < rows.length; at++) {
        const found = rows.at(at)!;
        number++;
        watch?.(found, number);
        count(options.sums?.has(number) ? [...odd!.finish(), { record: found, isOdd: true }] : odd!.take(found));
      }
      onProgress?.({ rows: counter.rows, bytesRead: Math.min(decodedBytes, bytesTotal), bytesTotal });
      return decodedBytes < analysis.decodedBytes;
    };
  });
  const found = odd as OddRecords | null;
  if (found) count(found.finish());
  const { encoding, delimiter, isWhole, sheets } = read;
  const counted = counter.finish(
    { encoding, delimiter, isWhole },
    columnFormats(sheets, begun.begin?.header ?? [], rules),
  );
  const year = proposeDate(source.name.replace(/^.*[/\\]/, "")) || proposeDate(sheets?.sheet ?? "");
  const shortRows = rules?.unpivot ? [] : (found?.describeShort(counted.columns) ?? []);
  return {
    ...counted,
    ...begun,
    table,
    ...(rules ? { leftOut: rules.leaveOut.map((_, rule) => leftOut.get(rule) ?? 0) } : {}),
    repairs: [...repairSheets(sheets?.fates ?? [], begun.begin?.header ?? [], table), ...repairs.finish(year)],
    oddRows: [...(found?.describe() ?? []), ...shortRows, ...(counted.oddRows ?? [])],
    ...(shortRows.length > 0 ? { shortRows } : {}),
    ...describeReading(read),
  };
}

function describeReading({
  encodingDoubts,
  encodingChoice,
  sheets,
}: Awaited<ReturnType<typeof readTable>>): Partial<TableAnalysis> {
  return {
    ...(encodingDoubts.length > 0 ? { encodingDoubts } : {}),
    ...(encodingChoice ? { encodingChoice } : {}),
    ...(sheets ? { sheets: sheets.sheets, sheet: sheets.sheet, fates: sheets.fates } : {}),
  };
}

function keepFirst(first: (readonly string[])[], row: CsvRecord, columns: number): void {
  if (first.length < FIRST_RECORDS) first.push(row.slice(0, columns).map((cell) => cell.slice(0, MAX_CELL)));
}

/** Count a row, or what it becomes by the rules of the table. @param leftOut numbers of rows left out, by rule */
function countRow(row: CsvRecord, tidy: TableBegin["tidy"], counter: TableCounter, leftOut: Map<number, number>): void {
  const rule = tidy === null ? -1 : tidy.ruleFor(row);
  if (tidy === null) counter.take(row);
  else if (rule < 0) for (const each of tidy.rowsOf(tidy.fill(row))) counter.take(each);
  else leftOut.set(rule, (leftOut.get(rule) ?? 0) + 1);
}

/** Number of records and cells that are shown of a file. */
const SHOWN_RECORDS = 15;
const SHOWN_CELLS = 30;

/** Number of records that entries are previewed from, and the most characters of their cells. */
const FIRST_RECORDS = 12;
const MAX_CELL = 200;

/** Return the first records of a file, shortened: as many as a title and some rows have. */
function previewOf(records: readonly CsvRecord[], headerRow: number): readonly (readonly string[])[] {
  const shown = records.slice(0, Math.max(SHOWN_RECORDS, headerRow + 5));
  return shown.map((record) => record.slice(0, SHOWN_CELLS).map(shorten));
}

class TableCounter {
  readonly #numColumns: number;
  readonly #columns: readonly ColumnCounter[];
  readonly #dependencies: DependencyFinder;
  readonly #nestedCodes = new NestedCodeFinder();
  readonly #keys: KeyFinder;
  rows = 0;

  constructor(headings: readonly string[], { columns, values }: AnalysisBounds) {
    const budget = new Budget(values);
    this.#numColumns = headings.length;
    this.#columns = headings.slice(0, columns).map((heading, index) => new ColumnCounter(index, heading, budget));
    this.#dependencies = new DependencyFinder(this.#columns.length, new Budget(values));
    this.#keys = new KeyFinder(this.#columns.length);
  }

  take(row: CsvRecord): void {
    if (isBlankRow(row)) return;
    this.rows++;
    for (let at = 0; at < this.#columns.length; at++) this.#columns[at]!.take(row[at] ?? "");
    this.#dependencies.take(row);
    this.#nestedCodes.take(row);
    this.#keys.take(row);
  }

  finish(reading: Pick<TableAnalysis, "encoding" | "delimiter" | "isWhole">, formatOf: FormatOf): TableAnalysis {
    const columns = this.#columns.map((column) => column.finish(reading.delimiter, formatOf));
    const dependencies = this.#dependencies.finish();
    return {
      ...reading,
      numColumns: this.#numColumns,
      columns,
      key: reading.isWhole ? this.#keys.find(columns) : [],
      dependencies,
      nestedCodes: this.#nestedCodes.finish(columns, dependencies),
      rows: this.rows,
      oddRows: explainRepeatedRows(this.#keys.listHashes()),
    };
  }
}
