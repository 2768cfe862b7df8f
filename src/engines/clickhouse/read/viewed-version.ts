import type { Dimension, Model } from "../../../core/model/cube.js";
import type { Lookups } from "../table/lookups.js";
import type { ClusterVersion } from "../table/version.js";
import type { ViewColumn, ViewedColumn } from "../table/view-column.js";
import { viewColumns } from "../table/view-columns.js";
import { deriveFromTexts } from "./derive-texts.js";
import type { PulledSums } from "./pulled-sums.js";
import { ConditionWriter } from "./where.js";

interface Prepared {
  readonly columns: readonly ViewedColumn[];
  readonly conditions: ConditionWriter;
}

/** A version as the model of the queries sees it. Prepare it before each query. */
export class ViewedVersion {
  readonly version: ClusterVersion;
  readonly lookups: Lookups;
  readonly pulled: PulledSums;
  readonly #model: Model;
  #preparing: Promise<void> | null = null;
  #prepared: Prepared | null = null;
  #isCurrent = false;

  constructor(version: ClusterVersion, model: Model, lookups: Lookups, pulled: PulledSums) {
    this.version = version;
    this.lookups = lookups;
    this.pulled = pulled;
    this.#model = model;
  }

  get columns(): readonly ViewedColumn[] {
    return this.#found.columns;
  }

  get conditions(): ConditionWriter {
    return this.#found.conditions;
  }

  get #found(): Prepared {
    if (!this.#prepared) throw new TypeError("The version is not prepared");
    return this.#prepared;
  }

  /** True if queries need not wait. */
  get isPrepared(): boolean {
    return this.#isCurrent;
  }

  /** Read what dimensions that follow from inline ones need. A failed attempt is repeated by the next call. */
  async prepare(): Promise<void> {
    this.#preparing ??= this.#prepare();
    try {
      await this.#preparing;
    } catch (error) {
      this.#preparing = null;
      throw error;
    }
  }

  /** Forget which dictionaries exist: a node may have lost them. */
  forget(): void {
    this.lookups.forget();
    this.#preparing = null;
    this.#isCurrent = false;
  }

  async #prepare(): Promise<void> {
    const ofTexts = new Map<Dimension, ViewColumn>();
    for (const dimension of this.#model.dimensions) {
      const derived = await deriveFromTexts(this.version, this.lookups, dimension);
      if (derived) ofTexts.set(dimension, derived);
    }
    const columns = viewColumns(this.#model, this.version, ofTexts);
    this.#prepared = { columns, conditions: new ConditionWriter(this.version, columns) };
    this.#isCurrent = true;
  }
}
