import type { Engine } from "../../../core/engine/engine.js";
import type { Model } from "../../../core/model/cube.js";
import type { Condition } from "../../../core/query/condition/condition.js";

/** A dataset whose entries were filtered. */
export interface Filtered {
  readonly model: Model;
  readonly engine: Engine;
  /** Conditions; entries had to meet all of them. */
  readonly filters: readonly Condition[];
}
