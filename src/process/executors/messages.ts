import type { CarriedModel } from "../../core/model/parse/carried-model.js";
import type { CollectionRecord } from "../../store/disk/manifest.js";
import type { Answer, FileFacts, Redirect } from "../../calls/answer.js";
import type { Format } from "../../calls/formats.js";
import type { Context } from "../../calls/context.js";
import type { InvalidPage } from "../../calls/views/pages/invalid-pages.js";
import type { CountQuery } from "../../engines/columnar/read-version.js";
import type { RouteCall } from "../../web/http/reply/body-executor.js";
import type { BodyRequest, ComputedBody } from "../../web/http/reply/compute-body.js";
import type { FontFile } from "../../web/raster/system-fonts.js";
import type { ScratchLane } from "../../engines/kernel/memory/cube-memory.js";
import type { Dataset } from "../../store/dataset.js";
import type { Failure } from "../jobs/thread-failure.js";
import type { ClusterSettings } from "../../engines/clickhouse/client/settings.js";
import type { EndedQuery } from "../../engines/clickhouse/client/node.js";
import type { LentSums, LentData } from "./lent-data.js";

/** Settings of the calls that an executor makes. */
export type CallSettings = Pick<
  Context,
  "version" | "site" | "hidePrivate" | "maxClauses" | "maxNesting" | "maxCells" | "maxSeconds" | "maxAnonymousSeconds"
> & {
  /** Names of the features that are left out. */
  readonly without: readonly string[];
  /** The data directory, for files of changed rows; absent if there is none. */
  readonly directory?: string | undefined;
  /** Fonts of the system, for pictures. */
  readonly fonts?: readonly FontFile[];
};

/** Start data of an executor's thread. */
export interface ExecutorStart {
  /** The compiled kernel. */
  readonly module: WebAssembly.Module;
  /** Absent if tables are in this process's memory. */
  readonly cluster?: ClusterSettings | undefined;
  readonly lane: ScratchLane;
  /** Limit of the process's memory; `Infinity`: none. */
  readonly memoryBytes: number;
  /** Number of computing threads, including the executor's own. */
  readonly threads: number;
  /** Steps by which the priority of the thread is below that of the process. */
  readonly niceness: number;
  readonly settings: CallSettings;
  /** See `Cancelled`. */
  readonly cancelled: SharedArrayBuffer;
}

/** A dataset as it is shown to executors. */
export interface ShownDataset extends Omit<Dataset, "model" | "asLoaded" | "engine"> {
  /** With the number of its version, if it is not current. */
  readonly name: string;
  readonly model: CarriedModel;
  /** Contents of the crosswalks that its dimensions go through, in the order of `listThrough`. */
  readonly crosswalks: readonly ShownCrosswalk[];
  /** Number of its table. */
  readonly table: number;
}

/** Contents of a crosswalk, by the numbers of their texts. */
export interface ShownCrosswalk {
  readonly values: number;
  readonly labels: number | null;
  /** Labels in languages, by ISO 639-1 code. */
  readonly spoken: readonly (readonly [language: string, labels: number])[];
}

/** Texts by values or names, such as the targets of a crosswalk. */
export type Translations = ReadonlyMap<string | number, string>;

/** A file to be measured: `version` is that of the answer as the server's thread has it. */
export type MeasureOrder = Pick<BodyOrder, "call" | "version">;

/** A body to be computed. */
export interface BodyOrder {
  /** Steps of its queries, as they are estimated, from which on it is not made; absent: none. */
  readonly maxSteps?: number | undefined;
  readonly call: RouteCall;
  readonly requested: BodyRequest;
  /** Version and canonical query of the answer as the server's thread has it. */
  readonly version: string;
  readonly canonical: string;
  /** Milliseconds that it waited for its turn. */
  readonly waited: number;
}

/** The outcome of a call as plain data. */
export type BoundOutcome = Redirect | BoundAnswer | InvalidFormOutcome;

/** Errors of a form, and the page that shows it again. */
export interface InvalidFormOutcome {
  readonly errors: readonly string[];
  readonly invalid: InvalidPage;
}

/** An answer without functions. */
export interface BoundAnswer {
  readonly facts: Omit<Answer, "formats" | "estimate" | "holds" | "measure" | "measured">;
  readonly formats: readonly Format[];
  /** Estimate of its work; `null` for small ones. */
  readonly steps: number | null;
  /** True if it holds as long as its only dataset is the same version. */
  readonly isKept: boolean;
  /** True if it is a file, which can be measured. */
  readonly isFile: boolean;
}

/** Message to an executor. Numbers of orders, tables and rollups are never used again. */
export type ExecutorRequest =
  | { readonly lend: number; readonly table: LentData }
  | { readonly takeBack: number }
  | { readonly lendRollup: number; readonly of: number; readonly rollup: LentSums }
  | { readonly takeBackRollup: number }
  /** Datasets that changed, and the names of those that are gone. */
  | {
      readonly show: readonly ShownDataset[];
      readonly hidden: readonly string[];
      /** Translations that were not shown before, by their numbers. */
      readonly translations: ReadonlyMap<number, Translations>;
      /** Numbers of translations that no dataset has any more. */
      readonly forgotten: readonly number[];
    }
  | { readonly collections: readonly CollectionRecord[] }
  | { readonly make: number; readonly order: BodyOrder }
  | { readonly bind: number; readonly call: RouteCall }
  | { readonly measure: number; readonly order: MeasureOrder }
  /** Send another piece. `taken` is the one before, which nobody reads any more. */
  | { readonly more: number; readonly taken: Uint8Array }
  /** Send no more pieces. */
  | { readonly stop: number };

/** Cost of a body. */
export interface BodyCost {
  readonly matches: number | null;
  /** Milliseconds in the kernel since the cost of the last body. */
  readonly kernel: number;
  /** Milliseconds of computation, as `Usage` counts it. */
  readonly computing: number;
}

export type ComputedAnswer = Omit<ComputedBody, "body"> & {
  /** `null` if it follows in pieces. */
  readonly bytes: Uint8Array | null;
  readonly cost: BodyCost;
};

export type ExecutorReply =
  /** The first message: the number by which the system knows the thread; `null` if it does not tell. */
  | { readonly thread: number | null }
  /** The thread reads the table or rollup no more. */
  | { readonly returned: number }
  /** An order is done; `answer` is `null` if the executor has another version of the data. */
  | { readonly computed: number; readonly answer: ComputedAnswer | null }
  /** `facts` is `null` if the executor has another version of the data. */
  | { readonly measured: number; readonly facts: FileFacts | null }
  | { readonly bound: number; readonly outcome: BoundOutcome; readonly computing: number }
  /** The queries of an order are longer than its lane is for. */
  | { readonly outgrown: number; readonly computing: number }
  | { readonly failed: number; readonly failure: Failure; readonly computing: number }
  | { readonly piece: number; readonly bytes: Uint8Array }
  | { readonly ended: number; readonly failure: Failure | null }
  | { readonly counted: Parameters<CountQuery>; readonly table: number }
  /** Columns of an aggregate of a version in a cluster. */
  | { readonly columns: readonly string[]; readonly table: number }
  | { readonly queried: EndedQuery };

/** The refusal of a query for which there is no memory. */
export const NO_QUERY_MEMORY = "There is not enough memory for this query; ask for less, or try again later";

/** Pieces of a body that an executor may send before the first one was taken. */
export const WINDOW = 4;
