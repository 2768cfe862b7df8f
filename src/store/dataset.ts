import type { Engine } from "../engine/engine.js";
import type { Model } from "../model/cube.js";
import { findEdits, printEdits } from "../model/edit/edits.js";
import type { SourceLayout } from "../model/layout.js";
import type { DatasetRecord, LoadRecord, SourceContent, SourceRecord } from "./disk/manifest.js";
import type { OwnerReference } from "./disk/owners.js";
import type { Loaded } from "./load-tables.js";

/** One version of a dataset: never changed, only replaced by the next. */
export interface Dataset {
  readonly model: Model;
  /** The model of the last load, without the edits that `model` includes. */
  readonly asLoaded: Model;
  /** Readable by its managers and administrators only. */
  readonly private: boolean;
  /** Users who manage it beside the administrators. */
  readonly managers: readonly OwnerReference[];
  readonly created: Date;
  readonly lastModified: Date;
  /** Unique among all versions of all datasets. It changes with the crosswalks that derived dimensions go through, too. */
  readonly version: string;
  /** Version of the dataset alone, as it is stored; absent if `version` is. */
  readonly ownVersion?: string | undefined;
  /** In the order in which they were first loaded. */
  readonly sources: readonly LoadedSource[];
  /** Id of the most recently loaded source; no other source has overwritten its entries. Absent if not known. */
  readonly lastSource?: number | undefined;
  readonly engine: Engine;
}

/** A file whose rows a dataset holds. */
export interface LoadedSource {
  /** Positive, unique in the dataset, never used again. */
  readonly id: number;
  /** A URL, or the absolute path of a local file. */
  readonly url: string;
  readonly loaded: Date;
  /** The file that was loaded; absent if not known. */
  readonly content?: SourceContent | undefined;
  /** Layout that maps the file's rows to the model's; absent or `null` if the file needs none. */
  readonly layout?: SourceLayout | null | undefined;
}

/** Combine a dataset's record with its table. */
export function versionFacts(record: DatasetRecord, { model, asLoaded, engine }: Loaded): Dataset {
  return {
    model,
    asLoaded,
    private: record.private,
    managers: record.managers,
    created: new Date(record.created),
    lastModified: new Date(record.lastModified),
    version: record.version,
    ownVersion: record.version,
    sources: record.current.sources.map(readSource),
    lastSource: record.current.lastSource,
    engine,
  };
}

/** Describe the edits of a loaded model for the manifest. */
export function describeEdits(asLoaded: Model, model: Model): Pick<LoadRecord, "edits"> {
  const edits = findEdits(asLoaded, model);
  return edits.size === 0 ? {} : { edits: printEdits(edits) };
}

export function sourceRecordOf({ id, url, loaded, content, layout }: LoadedSource): SourceRecord {
  return {
    id,
    url,
    loaded: loaded.toISOString(),
    ...(content && { content }),
    ...(layout && { layout: JSON.stringify(layout) }),
  };
}

function readSource({ id, url, loaded, content, layout }: SourceRecord): LoadedSource {
  const known = layout === undefined ? null : (JSON.parse(layout) as SourceLayout);
  return { id, url, loaded: new Date(loaded), content, layout: known };
}
