import { type Address, knownAs } from "../../ingest/fetch/address.js";
import type { LoadReport } from "../../ingest/report.js";
import type { Model } from "../../model/cube.js";
import type { Dataset } from "../../store/dataset.js";
import type { Task } from "./task.js";

export interface LoadRequest extends Omit<Task, "steps"> {
  /** In the order in which they are loaded; all of them or none. */
  readonly sources: readonly SourceRequest[];
  /** Who asks; `null` is the operator. */
  readonly user: string | null;
  /** What is worth telling with the runs. */
  readonly notes?: readonly string[];
}

export interface SourceRequest {
  /** What tells it from others: its URL, or the absolute path of a local file. */
  readonly url: string;
  readonly address: Address;
  /** What its rows are read under: the dataset's model, or one with the same fields. */
  readonly model: Model;
}

export interface LoadResult {
  readonly dataset: Dataset;
  /** Of all sources together. */
  readonly report: LoadReport;
  /** The exact grand total of each measure over the whole dataset. */
  readonly totals: ReadonlyMap<string, string>;
  /** Whether there was nothing to do, as the file is what it was. */
  readonly unchanged: boolean;
}

/** A source as the operator names it. */
export function sourceAt(address: Address, model: Model): SourceRequest {
  return { url: knownAs(address), address, model };
}
