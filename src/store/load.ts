import type { Engine } from "../core/engine/engine.js";
import type { Model } from "../core/model/cube.js";
import { type Dataset, describeEdits, sourceRecordOf, type LoadedSource } from "./dataset.js";
import type { SourceCopy } from "./disk/kept-sources.js";
import type { OwnerReference } from "./disk/owners.js";
import type { UnnumberedLoad } from "./records.js";
import type { RunRecord, SegmentReference, State, VersionRecord } from "./disk/manifest.js";

/** The result of a load, to be published. */
export interface Load {
  readonly model: Model;
  /** The model as loaded, if `model` includes edits. */
  readonly asLoaded?: Model | undefined;
  readonly engine: Engine;
  readonly sources: readonly LoadedSource[];
  /** Id of the most recently loaded source; no other source has overwritten its entries. Absent if not known. */
  readonly lastSource?: number | undefined;
  /** Exact grand total of each measure, by name; absent if not known. */
  readonly totals?: VersionRecord["totals"];
  /** False if it changed neither entries nor the model: then it makes no new version. True by default. */
  readonly isChanged?: boolean | undefined;
  /** Copies of the sources that are kept; they are moved. */
  readonly copies?: readonly SourceCopy[] | undefined;
  /** Changes the runs in the same write. */
  readonly changeRuns?: ChangeRuns | undefined;
  /** The version that the load was built upon; `undefined` for a new dataset. */
  readonly base: Dataset | undefined;
  /** Used for a new dataset, like `managers`; an existing one keeps its own. */
  readonly private: boolean;
  readonly managers: readonly OwnerReference[];
  /** Runs in the same step as the write. */
  readonly check?: CheckState | undefined;
}

/** A check of the state that a change is made upon. If it throws, nothing changes. */
export type CheckState = (state: State) => void;

/** A function from the runs of all datasets to the next ones. */
export type ChangeRuns = (runs: readonly RunRecord[]) => readonly RunRecord[];

/** Describe a load for the manifest. @param segment holds the table */
export function describeLoad(
  { model, asLoaded = model, engine, sources, lastSource, totals }: Load,
  segment: SegmentReference,
): UnnumberedLoad {
  return {
    numEntries: engine.numEntries,
    ...(totals && { totals }),
    sources: sources.map(sourceRecordOf),
    ...(lastSource === undefined ? {} : { lastSource }),
    ...describeEdits(asLoaded, model),
    segment,
  };
}
