import type { Audit } from "../../access/audit-log.js";
import { type Address, knownAs } from "../../ingest/fetch/address.js";
import type { LoadReport } from "../../ingest/report.js";
import type { TableLoader } from "../../ingest/table-loader.js";
import type { Model } from "../../model/cube.js";
import type { Catalog } from "../../store/catalog.js";
import type { Dataset } from "../../store/dataset.js";
import { runLoad } from "./run-load.js";
import { planLoad } from "./plan-task.js";
import type { Runs } from "./runs.js";
import type { Task } from "./task.js";
import type { DatasetLock } from "./dataset-lock.js";

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

/** What a load works with. */
export interface LoadServices {
  readonly catalog: Catalog;
  readonly loader: TableLoader;
  readonly lock: DatasetLock;
  readonly runs: Runs;
  readonly audit: Audit;
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

/**
 * Load the rows of sources, once everybody who changes the dataset has done so: a new dataset, new sources of one that
 * exists, or sources again, whose rows then replace the entries that they last wrote. Nobody sees anything of it before
 * all of it is on disk.
 * @throws BadSource when a source cannot be read or, unless `skipInvalid`, any row of it cannot be loaded
 * @throws Conflict when the dataset has another mapping, or was loaded by someone else meanwhile
 * @throws Unwritable when it cannot be written
 */
export async function loadSources(services: LoadServices, request: LoadRequest): Promise<LoadResult> {
  return services.lock.take(request.model.dataset.name, request.signal, async () => {
    const task = planLoad(services, request);
    try {
      return await runLoad(services, task);
    } catch (error) {
      services.runs.forget(task.steps.map(({ run }) => run));
      throw error;
    }
  });
}
