import type { UnpackBounds } from "../ingest/fetch/bounds.js";
import { isBlankRow } from "../ingest/cast/cast-row.js";
import type { Header } from "../ingest/csv/header.js";
import type { OpenSource } from "../ingest/fetch/source.js";
import { type Progress, throttled } from "../ingest/progress.js";
import { readTable } from "../ingest/csv/read-table.js";
import type { CsvRecord } from "../ingest/csv/record-parser.js";
import { ColumnCounter } from "./column-counter.js";
import { DependencyFinder } from "./dependency-finder.js";
import { KeyFinder } from "./key-finder.js";
import type { TableAnalysis } from "./table-analysis.js";
import { Budget } from "./budget.js";

/** How far an analysis goes. */
export interface AnalysisBounds {
  /** Of text; what is read is a little more. */
  readonly textBytes: number;
  readonly columns: number;
  /** Values that are kept to be compared, of all columns together. */
  readonly values: number;
}

/** A model has 500 fields at most; the rest is what a second of reading and few hundred megabytes allow. */
export const ANALYSIS_BOUNDS: AnalysisBounds = { textBytes: 24 * 2 ** 20, columns: 500, values: 1_000_000 };

export interface AnalysisOptions {
  readonly bounds: UnpackBounds;
  /** Called at most every 100 ms. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Look through a table of which nothing is known: all of it, or as much of its begin as the bounds allow.
 * @throws BadSource when it cannot be read
 * Cost: one pass over what is read; memory within the bounds.
 */
export async function analyseTable(
  source: OpenSource,
  options: AnalysisOptions,
  analysis: AnalysisBounds = ANALYSIS_BOUNDS,
): Promise<TableAnalysis> {
  let counter = new TableCounter([], analysis);
  const onProgress = options.onProgress && throttled(options.onProgress);
  const bytesTotal = Math.min(source.size, analysis.textBytes);
  const { encoding, delimiter, isWhole } = await readTable(source, options, (header: Header) => {
    counter = new TableCounter(header.cells, analysis);
    return (rows, textBytes) => {
      for (const row of rows) counter.take(row);
      onProgress?.({ rows: counter.rows, bytesRead: Math.min(textBytes, bytesTotal), bytesTotal });
      return textBytes < analysis.textBytes;
    };
  });
  return counter.finish({ encoding, delimiter, isWhole });
}

class TableCounter {
  readonly #numColumns: number;
  readonly #columns: readonly ColumnCounter[];
  readonly #dependencies: DependencyFinder;
  readonly #keys: KeyFinder;
  rows = 0;

  constructor(headings: readonly string[], { columns, values }: AnalysisBounds) {
    const kept = new Budget(values);
    this.#numColumns = headings.length;
    this.#columns = headings.slice(0, columns).map((heading, index) => new ColumnCounter(index, heading, kept));
    this.#dependencies = new DependencyFinder(this.#columns.length, new Budget(values));
    this.#keys = new KeyFinder(this.#columns.length);
  }

  take(row: CsvRecord): void {
    if (isBlankRow(row)) return;
    this.rows++;
    for (let at = 0; at < this.#columns.length; at++) this.#columns[at]!.take(row[at] ?? "");
    this.#dependencies.take(row);
    this.#keys.take(row);
  }

  finish(reading: Pick<TableAnalysis, "encoding" | "delimiter" | "isWhole">): TableAnalysis {
    const columns = this.#columns.map((column) => column.finish(reading.delimiter));
    return {
      ...reading,
      numColumns: this.#numColumns,
      columns,
      key: reading.isWhole ? this.#keys.find(columns) : [],
      dependencies: this.#dependencies.finish(),
      rows: this.rows,
    };
  }
}
