import { UNBOUNDED } from "../../core/engine/bounds.js";
import type { Engine } from "../../core/engine/engine.js";
import type { Model } from "../../core/model/cube.js";
import { rowModel } from "../../core/model/row-model.js";
import { type CarriedVersion, carryVersion } from "./carry-version.js";
import type { Cluster } from "./client/cluster.js";
import { ClickHouseEngine } from "./read/engine.js";
import type { CellArrays, PulledCells } from "./read/pulled-cells.js";
import type { NoteColumns } from "./read/pulled-sums.js";
import { takeMembers } from "./table/members.js";

/** True for a version whose entries are in a cluster. */
export function isInCluster(engine: Engine): boolean {
  return engine instanceof ClickHouseEngine;
}

/** Lend a version to another thread, which reads it from the same cluster. @returns it, and what ends the loan */
export function lendVersion(engine: Engine): { readonly table: CarriedVersion; readonly end: () => void } {
  const { release } = engine.read(UNBOUNDED);
  return { table: carryVersion(inCluster(engine).version.model, engine), end: release };
}

/** Open a version that another thread lends. @param model that of its document */
export function takeVersion(
  cluster: Cluster,
  model: Model,
  { facts, members }: CarriedVersion,
  { onFreed, noteColumns }: { readonly onFreed: () => void; readonly noteColumns: NoteColumns },
): Engine {
  const stored = rowModel(model);
  const version = { cluster, model: stored, facts, members: takeMembers(stored, members) };
  return new ClickHouseEngine(version, 0, onFreed, noteColumns);
}

/** Pass the sums of a version on: those that are kept, and those that will be. @returns ends it */
export function lendPulledCells(
  engine: Engine,
  onTaken: (key: object, cells: CellArrays) => void,
  onDropped: (key: object) => void,
): () => void {
  return inCluster(engine).pulled.lend({ onTaken: (cells: PulledCells) => onTaken(cells, cells.share()), onDropped });
}

/** Add lent sums to a lent version. @returns removes them */
export function addPulledCells(engine: Engine, cells: CellArrays): () => void {
  return inCluster(engine).pulled.take(cells);
}

/** Note an aggregate that another thread has made of a lent version. */
export function noteAggregate(engine: Engine, columns: readonly string[]): void {
  inCluster(engine).pulled.noteColumns(columns);
}

function inCluster(engine: Engine): ClickHouseEngine {
  if (!(engine instanceof ClickHouseEngine)) throw new TypeError("Not a version in a cluster");
  return engine;
}
