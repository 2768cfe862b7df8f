import type { Actor } from "../../../access/actor.js";
import { NO_COUNTS } from "../../../sources/ingest/counts.js";
import type { Model } from "../../../core/model/cube.js";
import type { Dataset } from "../../../store/dataset.js";
import type { LoadRequest } from "./load-request.js";
import { STRICT } from "./load-rules.js";
import type { LoadServices } from "./load-services.js";
import type { Operation, Run } from "./run.js";
import type { Runs } from "./runs.js";
import type { Step, Task } from "./task.js";

/**
 * Plan a load. The caller holds the dataset's lock until the task is done.
 * A source that was loaded before keeps its id; ids are never reused.
 */
export function planLoad({ catalog, runs }: LoadServices, request: LoadRequest): Task {
  const { model, sources, notes = [], ...task } = request;
  const { name } = model.dataset;
  const stored = catalog.get(name);
  const ids = knownSources(stored, runs.of(name));
  let lastSource = Math.max(0, ...ids.values());
  let lastRun = runs.of(name)[0]?.id ?? 0;
  const steps = sources.map(({ url, address, model: readUnder }): Step => {
    const id = ids.get(url) ?? ++lastSource;
    ids.set(url, id);
    const operation = request.replace ? "replace" : "load";
    const requested = { dataset: name, id: ++lastRun, source: { id, url }, operation, user: request.by.id } as const;
    return { run: { ...queuedRun(requested, stored, request), notes }, address, model: readUnder };
  });
  return { ...task, model, steps };
}

/** Plan the removal of a source. The caller holds the dataset's lock until the task is done. */
export function planRemoval(
  runs: Runs,
  dataset: Dataset,
  source: Run["source"],
  by: Actor,
  download: Task["download"],
): Task {
  const { asLoaded: model } = dataset;
  const { name } = model.dataset;
  const id = (runs.of(name)[0]?.id ?? 0) + 1;
  const run = queuedRun({ dataset: name, id, source, operation: "remove", user: by.id }, dataset, dataset);
  const { private: isPrivate, managers } = dataset;
  const steps = [{ run, address: null, model }];
  return {
    model,
    steps,
    download,
    private: isPrivate,
    managers,
    by,
    ...STRICT,
    replace: false,
    skipUnchanged: false,
  };
}

/** Return the ids of all loaded or attempted sources, by URL. */
function knownSources(stored: Dataset | undefined, runs: readonly Run[]): Map<string, number> {
  const tried = runs.toReversed().map(({ source }) => [source.url, source.id] as const);
  return new Map([...tried, ...(stored?.sources ?? []).map(({ url, id }) => [url, id] as const)]);
}

interface RequestedRun {
  readonly dataset: string;
  readonly id: number;
  readonly source: Run["source"];
  readonly operation: Operation;
  readonly user: string | null;
}

function queuedRun(
  requested: RequestedRun,
  stored: Dataset | undefined,
  ifNew: Pick<Run, "private" | "managers">,
): Run {
  const { private: isPrivate, managers } = stored ?? ifNew;
  return {
    ...requested,
    status: "queued",
    private: isPrivate,
    managers,
    base: stored?.created.toISOString() ?? null,
    queued: new Date().toISOString(),
    started: null,
    ended: null,
    counts: NO_COUNTS,
    numErrors: 0,
    errors: [],
    notes: [],
    outcome: null,
  };
}

/** True if the documents of two models are equal. */
export function isSameModel(one: Model, other: Model): boolean {
  return JSON.stringify(one.document) === JSON.stringify(other.document);
}
