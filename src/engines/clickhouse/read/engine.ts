import type { Bounds } from "../../../core/engine/bounds.js";
import type { AmountForm, Engine, EngineReport, Reader, WorkEstimates } from "../../../core/engine/engine.js";
import { Holds } from "../../../core/engine/holds.js";
import type { Model } from "../../../core/model/cube.js";
import { ClickHouseReader } from "./reader.js";
import { clusterEstimates } from "./estimate-queries.js";
import { PulledSums, type NoteColumns } from "./pulled-sums.js";
import { ReadScope } from "./scope.js";
import { ViewedVersion } from "./viewed-version.js";
import { Lookups } from "../table/lookups.js";
import type { ClusterVersion } from "../table/version.js";

/** A version whose entries are in a ClickHouse cluster. */
export class ClickHouseEngine implements Engine {
  readonly version: ClusterVersion;
  readonly #lookups: Lookups;
  readonly #views = new WeakMap<Model, ViewedVersion>();

  readonly #holds: Holds;

  readonly estimates: WorkEstimates;

  /** Sums of the version by its smallest dimensions. */
  readonly pulled: PulledSums;

  /**
   * @param rollupBytes maximum bytes of the sums that are kept here
   * @param onFreed called when the version is disposed of and no reader is left: its tables may go
   * @param noteColumns see `PulledSums`: present if another thread lends the sums
   */
  constructor(
    version: ClusterVersion,
    rollupBytes = 0,
    onFreed: () => void = () => {},
    noteColumns: NoteColumns | null = null,
  ) {
    this.version = version;
    this.pulled = new PulledSums(version, rollupBytes, noteColumns);
    this.estimates = clusterEstimates(version, (model) => this.#viewOf(model ?? version.model));
    this.#holds = new Holds(onFreed);
    this.#lookups = new Lookups(version.cluster, version.facts.table);
  }

  get numEntries(): number {
    return this.version.facts.numEntries;
  }

  /** Always 0: members are on the heap. */
  get numBytes(): number {
    return 0;
  }

  get amountForms(): readonly AmountForm[] {
    return this.version.facts.measures;
  }

  report(): EngineReport {
    const { facts, members } = this.version;
    return {
      engine: "clickhouse",
      table: facts.table,
      shards: facts.shards,
      members: members.reduce((count, { table }) => count + table.length, 0),
      inline: facts.dimensions.filter(({ inline }) => inline).map(({ name }) => name),
    };
  }

  read(bounds: Bounds, model: Model = this.version.model): Reader {
    return new ClickHouseReader(new ReadScope(this.#viewOf(model), bounds, this.#holds), this.estimates, model);
  }

  dispose(): void {
    this.#holds.dispose();
  }

  #viewOf(model: Model): ViewedVersion {
    const known = this.#views.get(model);
    if (known) return known;
    const view = new ViewedVersion(this.version, model, this.#lookups, this.pulled);
    this.#views.set(model, view);
    return view;
  }
}
