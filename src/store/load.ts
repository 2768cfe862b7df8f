import type { Engine } from "../engine/engine.js";
import type { Model } from "../model/cube.js";
import { type Dataset, describeEdits, sourceRecordOf, type LoadedSource } from "./dataset.js";
import type { LoadRecord, RunRecord, SegmentReference } from "./disk/manifest.js";

/** What a load made, to be published. */
export interface Load {
  readonly model: Model;
  /** The model as it was given, where `model` has anything written over it. */
  readonly asLoaded?: Model | undefined;
  readonly engine: Engine;
  readonly sources: readonly LoadedSource[];
  /** Id of the source that was loaded last, where its entries are all its own. */
  readonly lastSource?: number | undefined;
  /** What becomes of the runs with it. */
  readonly changeRuns?: ChangeRuns | undefined;
  /** The version that it was built upon; `undefined` where there was none. */
  readonly base: Dataset | undefined;
  /** Of a dataset that is new; one that exists keeps what it has. */
  readonly private: boolean;
  readonly managers: readonly string[];
}

/** Makes the runs of all datasets of those before. */
export type ChangeRuns = (runs: readonly RunRecord[]) => readonly RunRecord[];

/** What is kept of a load beside its table. @param segment holds the table */
export function describeLoad(
  { model, asLoaded = model, engine, sources, lastSource }: Load,
  segment: SegmentReference,
): LoadRecord {
  return {
    numEntries: engine.numEntries,
    sources: sources.map(sourceRecordOf),
    ...(lastSource === undefined ? {} : { lastSource }),
    ...describeEdits(asLoaded, model),
    segment,
  };
}
