import { type Address, knownAs } from "../../../sources/ingest/fetch/address.js";
import type { LoadReport } from "../../../sources/ingest/report.js";
import type { Model } from "../../../core/model/cube.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Task } from "./task.js";

export interface LoadRequest extends Omit<Task, "steps"> {
  /** Sources in loading order; all of them are loaded or none. */
  readonly sources: readonly SourceRequest[];
  /** Sentences to store with the runs. */
  readonly notes?: readonly string[];
}

export interface SourceRequest {
  /** Identity: its URL, or the absolute path of a local file. */
  readonly url: string;
  readonly address: Address;
  /** Model to read its rows with: the dataset's model, or one with the same fields. */
  readonly model: Model;
}

export interface LoadResult {
  readonly dataset: Dataset;
  /** The counts and errors of all sources together. */
  readonly report: LoadReport;
  /** The exact grand total of each measure over the whole dataset. */
  readonly totals: ReadonlyMap<string, string>;
  /** True if nothing was loaded because the file has not changed. */
  readonly unchanged: boolean;
  /** Versions that were purged, if the task wanted it. */
  readonly purged?: PurgedVersions;
}

/** Numbers of the versions that were purged, and of the other earlier ones that are kept. */
export interface PurgedVersions {
  readonly purged: readonly number[];
  readonly kept: readonly number[];
}

/** Return the source at an address that the operator gave. */
export function sourceAt(address: Address, model: Model): SourceRequest {
  return { url: knownAs(address), address, model };
}
