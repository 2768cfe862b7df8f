import type { Engine } from "../../core/engine/engine.js";
import type { Model } from "../../core/model/cube.js";
import { type CarriedModel, carryModel } from "../../core/model/parse/carried-model.js";
import { rowModel } from "../../core/model/row-model.js";
import { type ClickHouseFormat, versionOf } from "./format.js";
import { takeMembers, type SharedMembers, shareMembers } from "./table/members.js";
import type { StoredFacts } from "./table/version-header.js";

/** A version passed between two threads, which share its members. */
export interface CarriedVersion {
  readonly model: CarriedModel;
  readonly facts: StoredFacts;
  readonly members: readonly SharedMembers[];
}

/** Make a version ready for another thread. */
export function carryVersion(model: Model, engine: Engine): CarriedVersion {
  const { facts, members } = versionOf(engine);
  return { model: carryModel(model), facts, members: members.map(shareMembers) };
}

/** Open a version of another thread. @param model the carried one */
export function openCarried(format: ClickHouseFormat, model: Model, { facts, members }: CarriedVersion): Engine {
  const stored = rowModel(model);
  return format.openVersion({ model: stored, facts, members: takeMembers(stored, members) });
}
