import { errorText } from "../../../core/errors/error-text.js";
import type { Actor } from "../../../access/actor.js";
import { mayRead, mayUpdate } from "../../../access/permissions.js";
import { NotFound } from "../../../core/errors/errors.js";
import type { Dataset } from "../../../store/dataset.js";
import { findDataset } from "../../reading/lookup/find-dataset.js";
import type { KnownSource } from "./describe-source.js";
import type { LoadContext } from "./load-context.js";
import { withoutFolder } from "../../reading/describe/loaded-from.js";
import { readableRuns } from "./readable-runs.js";
import { isOver, type Run } from "./run.js";

/** A source of a dataset as a path names it. */
export interface SourcePath {
  readonly dataset: string;
  readonly source: string;
}

export interface RunPath extends SourcePath {
  readonly run: string;
}

/** The load history of a dataset. */
export interface Loading {
  readonly name: string;
  /** `undefined` until its first load is complete, or if the actor may not read it. */
  readonly dataset: Dataset | undefined;
  readonly private: boolean;
  /** True if the actor may see where files lie on this machine. */
  readonly manages: boolean;
  /** Runs that the actor may read, the most recent first. */
  readonly runs: readonly Run[];
}

/**
 * Find the load history of a dataset that the actor may read, or of attempts to create one that the actor may read.
 * @throws NotFound, Unauthenticated, Forbidden
 */
export function findLoading(context: LoadContext, actor: Actor, name: string): Loading {
  const stored = context.catalog.get(name);
  const runs = readableRuns(context.loads.services.runs.of(name), actor, stored);
  const isRead = stored !== undefined && mayRead(actor, stored);
  // Without the right to read a dataset, only own attempts from before it are left.
  if (!isRead && runs.length > 0) {
    return { name, dataset: undefined, private: runs.some((run) => run.private), manages: true, runs };
  }
  const dataset = findDataset(context, actor, name, NotFound);
  return { name, dataset, private: dataset.private, manages: mayUpdate(actor, dataset), runs };
}

/** List the sources of a dataset by id, including sources that only runs know: attempted or removed ones. */
export function listKnownSources({ dataset, manages, runs }: Loading): readonly KnownSource[] {
  const loaded = new Map((dataset?.sources ?? []).map((source) => [source.id, source]));
  const ids = new Set([...loaded.keys(), ...runs.map(({ source }) => source.id)]);
  return [...ids]
    .toSorted((a, b) => a - b)
    .map((id) => {
      const own = runs.filter(({ source }) => source.id === id);
      const url = loaded.get(id)?.url ?? own[0]!.source.url;
      return { id, url: manages ? url : withoutFolder(url), loaded: loaded.get(id) ?? null, runs: own };
    });
}

/** True if the dataset has rows of a source, or if the last run of the source failed or is not over. */
export function isSourcePresent({ loaded, runs: [last] }: KnownSource): boolean {
  return loaded !== null || last!.status === "failed" || !isOver(last!);
}

/** Find a source by id. @throws NotFound */
export function findSource(loading: Loading, id: string): KnownSource {
  const found = listKnownSources(loading).find((source) => String(source.id) === id);
  if (found) return found;
  throw new NotFound(errorText("no_such_source", { name: loading.name, id: JSON.stringify(id) }));
}

/** Find a run of a source by id. @throws NotFound */
export function findRun(source: KnownSource, id: string): Run {
  const found = source.runs.find((run) => String(run.id) === id);
  if (found) return found;
  throw new NotFound(errorText("no_such_run", { id: source.id, id_b: JSON.stringify(id) }));
}
