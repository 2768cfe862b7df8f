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
import { NestedCodeFinder } from "./nested-code-finder.js";
import type { TableAnalysis } from "./table-analysis.js";
import { Budget } from "./budget.js";

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
  let counter = new TableCounter([], analysis);
  const onProgress = options.onProgress && throttled(options.onProgress);
  const bytesTotal = Math.min(source.size, analysis.decodedBytes);
  const { encoding, delimiter, isWhole } = await readTable(source, options, (header: Header) => {
    counter = new TableCounter(header.cells, analysis);
    return (rows, decodedBytes) => {
      for (const row of rows) counter.take(row);
      onProgress?.({ rows: counter.rows, bytesRead: Math.min(decodedBytes, bytesTotal), bytesTotal });
      return decodedBytes < analysis.decodedBytes;
    };
  });
  return counter.finish({ encoding, delimiter, isWhole });
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

  finish(reading: Pick<TableAnalysis, "encoding" | "delimiter" | "isWhole">): TableAnalysis {
    const columns = this.#columns.map((column) => column.finish(reading.delimiter));
    const dependencies = this.#dependencies.finish();
    return {
      ...reading,
      numColumns: this.#numColumns,
      columns,
      key: reading.isWhole ? this.#keys.find(columns) : [],
      dependencies,
      nestedCodes: this.#nestedCodes.finish(columns, dependencies),
      rows: this.rows,
    };
  }
}
