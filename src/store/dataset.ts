import type { Engine } from "../engine/engine.js";
import type { Model } from "../model/cube.js";
import type { DatasetRecord, LoadRecord } from "./manifest.js";

/** One version of a dataset: never changed, only replaced by the next. */
export interface Dataset {
  readonly model: Model;
  /** Readable by its managers and administrators only. */
  readonly private: boolean;
  /** Names of the users who manage it beside the administrators. */
  readonly managers: readonly string[];
  readonly created: Date;
  readonly lastModified: Date;
  /** Unlike that of any other version of any dataset. */
  readonly version: string;
  /** In the order in which they were first loaded. */
  readonly sources: readonly LoadedSource[];
  readonly engine: Engine;
}

/** A file whose rows a dataset holds. */
export interface LoadedSource {
  /** Positive, unique in the dataset, never used again. */
  readonly id: number;
  /** A URL, or the absolute path of a local file. */
  readonly url: string;
  readonly loaded: Date;
}

export function describeVersion(record: DatasetRecord, model: Model, engine: Engine): Dataset {
  return {
    model,
    private: record.private,
    managers: record.managers,
    created: new Date(record.created),
    lastModified: new Date(record.lastModified),
    version: record.version,
    sources: record.current.sources.map((source) => ({ ...source, loaded: new Date(source.loaded) })),
    engine,
  };
}

export function describeSource({ id, url, loaded }: LoadedSource): LoadRecord["sources"][number] {
  return { id, url, loaded: loaded.toISOString() };
}
