import type { AnalysisRequest } from "../../sources/analysis/table-analyser.js";
import type { TableAnalysis } from "../../sources/analysis/table-analysis.js";
import type { CarriedVersion } from "../../engines/clickhouse/carry-version.js";
import type { ClusterSettings } from "../../engines/clickhouse/client/settings.js";
import type { SharedMembers } from "../../engines/clickhouse/table/members.js";
import type { SharedTable } from "../../engines/columnar/table/shared-table.js";
import type { Address } from "../../sources/ingest/fetch/address.js";
import type { FetchedContent } from "../../sources/ingest/fetch/content.js";
import type { DownloadOptions } from "../../sources/ingest/fetch/download.js";
import type { Progress } from "../../sources/ingest/progress.js";
import type { FileRecord, RecordRequest } from "../../sources/ingest/read-record.js";
import type { LoadReport } from "../../sources/ingest/report.js";
import type { DrawnShapes, DrawRequest } from "../../sources/shapes/shape-drawer.js";
import type { SourceLayout } from "../../core/model/layout.js";
import type { Failure } from "./thread-failure.js";

/** Order to a thread: its start data, or a message to one that waits. */
export type Order = LoadJob | AnalysisOrder | RecordOrder | MembersOrder | ShapesOrder;

/** An order to read a record of a file. */
export interface RecordOrder extends Omit<RecordRequest, "model" | "signal"> {
  readonly kind: "record";
  /** The model file as JSON text. */
  readonly document: string;
  readonly layout: SourceLayout | null;
}

/** An order to parse the members of a version in a cluster, and to index their terms. */
export interface MembersOrder {
  readonly kind: "members";
  /** The model file as JSON text. */
  readonly document: string;
  /** Number of codes of each stored dimension. */
  readonly codes: readonly number[];
  readonly parts: readonly Uint8Array[];
}

/** An order to draw the shapes of a file. */
export interface ShapesOrder extends DrawRequest {
  readonly kind: "shapes";
}

/** An order to analyse a file. */
export interface AnalysisOrder extends Omit<AnalysisRequest, "onProgress" | "signal"> {
  readonly kind: "analysis";
  readonly watched: boolean;
}

/** An order to load a table. */
export interface LoadJob {
  readonly kind: "load";
  /** The model file as JSON text. */
  readonly document: string;
  readonly layout: SourceLayout | null;
  readonly sourceId: number;
  readonly source: Address | null;
  readonly download: Omit<DownloadOptions, "signal">;
  readonly skipInvalid: boolean;
  readonly unique: boolean;
  readonly known: FetchedContent | null;
  /** Path of a new file for a compressed copy of the source; absent for none. */
  readonly copyTo?: string | undefined;
  /** True to write the previous version anew, with the corrections of the model. */
  readonly corrects?: boolean | undefined;
  /** True if the thread should report its progress. */
  readonly watched: boolean;
  readonly storage: MemoryStorage | ClusterStorage;
}

/** A load into memory that threads share. */
export interface MemoryStorage {
  readonly engine: "memory";
  /** The compiled kernel. */
  readonly module: WebAssembly.Module;
  /** The version to build upon, which requests go on reading; `null` for a new dataset. */
  readonly previous: SharedTable | null;
  /** Number of entries from which the load sorts the table by its clustering key. */
  readonly clusterEntries: number;
  /** Number of rows from which a second thread takes steps of writing the table. */
  readonly secondThreadRows: number;
}

/** A load into a ClickHouse cluster. */
export interface ClusterStorage {
  readonly engine: "clickhouse";
  readonly settings: ClusterSettings;
  /** Beginning of the names of the tables that the load writes. */
  readonly table: string;
  /** The version to build upon; `null` for a new dataset. */
  readonly previous: CarriedVersion | null;
}

/** A message from the thread. */
export type ThreadMessage =
  | { readonly progress: Progress }
  | {
      readonly ended: Ended;
      /** True if the thread can take another order; else it is to be ended. */
      readonly waits: boolean;
    };

/** End of an order. */
export type Ended = { readonly failure: Failure } | Outcome;

export type Outcome =
  | TableOutcome
  | { readonly analysis: TableAnalysis }
  | { readonly record: FileRecord | null }
  | { readonly members: readonly SharedMembers[] }
  | { readonly shapes: DrawnShapes };

export interface TableOutcome<Engine extends "memory" | "clickhouse" = "memory" | "clickhouse"> {
  /** The version that was built, as its engine passes it on. */
  readonly version: Engine extends "memory" ? SharedTable : CarriedVersion;
  readonly report: LoadReport;
  readonly content: FetchedContent | null;
}
