import type { Actor } from "../../access/actor.js";
import { mayRead } from "../../access/permissions.js";
import { NotFound } from "../../errors/errors.js";
import type { Dataset } from "../../store/dataset.js";
import { findDataset } from "../lookup/find-dataset.js";
import type { KnownSource } from "./describe-source.js";
import type { LoadContext } from "./load-context.js";
import { isOver, type Run } from "./run.js";

/** A source of a dataset as a path names it. */
export interface SourcePath {
  readonly dataset: string;
  readonly source: string;
}

export interface RunPath extends SourcePath {
  readonly run: string;
}

/** What is known of how a dataset was loaded. */
export interface Loading {
  readonly name: string;
  /** `undefined` while its first load is not done. */
  readonly dataset: Dataset | undefined;
  readonly private: boolean;
  /** The last begun first. */
  readonly runs: readonly Run[];
}

/**
 * How a dataset was loaded, for whoever may read the dataset; while it is not there, for whoever could read it then.
 * @throws NotFound, Unauthenticated, Forbidden
 */
export function findLoading(context: LoadContext, actor: Actor, name: string): Loading {
  const runs = context.loads.services.runs.of(name);
  const isComing = context.catalog.get(name) === undefined;
  if (isComing && runs.length > 0 && runs.every((run) => mayRead(actor, run))) {
    return { name, dataset: undefined, private: runs.some((run) => run.private), runs };
  }
  const dataset = findDataset(context, actor, name, NotFound);
  return { name, dataset, private: dataset.private, runs };
}

/** By their ids. Those that are gone are left out. */
export function listKnownSources({ dataset, runs }: Loading): readonly KnownSource[] {
  const loaded = new Map((dataset?.sources ?? []).map((source) => [source.id, source]));
  const ids = new Set([...loaded.keys(), ...runs.map(({ source }) => source.id)]);
  return [...ids]
    .toSorted((a, b) => a - b)
    .map((id) => {
      const own = runs.filter(({ source }) => source.id === id);
      const url = loaded.get(id)?.url ?? own[0]!.source.url;
      return { id, url, loaded: loaded.get(id) ?? null, runs: own };
    });
}

/** Whether the dataset holds rows of a source, or somebody still wants it to. */
export function isSourcePresent({ loaded, runs: [last] }: KnownSource): boolean {
  return loaded !== null || last!.status === "failed" || !isOver(last!);
}

/** @throws NotFound */
export function findSource(loading: Loading, id: string): KnownSource {
  const found = listKnownSources(loading).find((source) => String(source.id) === id);
  if (found) return found;
  throw new NotFound(`The dataset "${loading.name}" has no source ${JSON.stringify(id)}`);
}

/** @throws NotFound */
export function findRun(source: KnownSource, id: string): Run {
  const found = source.runs.find((run) => String(run.id) === id);
  if (found) return found;
  throw new NotFound(`No run ${JSON.stringify(id)} of source ${source.id} is kept`);
}
