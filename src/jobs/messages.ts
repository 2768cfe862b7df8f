import type { AnalysisRequest } from "../analysis/table-analyser.js";
import type { TableAnalysis } from "../analysis/table-analysis.js";
import type { RollupLayout } from "../columnar/rollups/rollup.js";
import type { Hints } from "../engine/engine.js";
import type { Address } from "../ingest/fetch/address.js";
import type { FetchedContent } from "../ingest/fetch/content.js";
import type { DownloadOptions } from "../ingest/fetch/download.js";
import type { Progress } from "../ingest/progress.js";
import type { LoadReport } from "../ingest/report.js";
import type { SourceLayout } from "../model/layout.js";
import type { Failure } from "./thread-failure.js";

/** A table on its way between two threads: the memories are shared, nothing is copied. */
export interface SharedTable {
  /** The model's file as JSON text. */
  readonly document: string;
  /** Of `describeTable`. */
  readonly header: unknown;
  readonly memories: readonly WebAssembly.Memory[];
  readonly rollups: readonly SharedRollup[];
}

export interface SharedRollup {
  readonly layout: RollupLayout;
  readonly memory: WebAssembly.Memory;
}

/** What a thread is started with. */
export type Order = LoadOrder | AnalysisOrder;

/** A file that is to be looked through. */
export interface AnalysisOrder extends Omit<AnalysisRequest, "onProgress" | "signal"> {
  readonly kind: "analysis";
  readonly watched: boolean;
}

/** A table that is to be made. */
export interface LoadOrder {
  readonly kind: "load";
  /** The compiled kernel. */
  readonly module: WebAssembly.Module;
  /** The model's file as JSON text. */
  readonly document: string;
  readonly layout: SourceLayout | null;
  /** The table to build upon, which others go on reading. */
  readonly previous: SharedTable | null;
  /** What versions before have learned. */
  readonly hints: Hints;
  readonly sourceId: number;
  readonly source: Address | null;
  readonly download: Omit<DownloadOptions, "signal">;
  readonly skipInvalid: boolean;
  readonly known: FetchedContent | null;
  /** Entries from which on those that are alike are put together. */
  readonly clusterEntries: number;
  /** Most bytes of cuboids, as a share of the columns'; 0 for none. */
  readonly rollupShare: number;
  /** Whether anybody wants to know how far it has come. */
  readonly watched: boolean;
}

/** What it tells; after anything but progress it ends. */
export type News = { readonly progress: Progress } | { readonly failure: Failure } | Outcome;

export type Outcome = TableOutcome | { readonly analysis: TableAnalysis };

export interface TableOutcome {
  readonly table: SharedTable;
  readonly report: LoadReport;
  readonly content: FetchedContent | null;
}
