import type { Engine } from "../../engine/engine.js";
import type { Model } from "../../model/cube.js";
import type { Condition } from "../../query/condition/condition.js";

/** A dataset whose entries were filtered. */
export interface Filtered {
  readonly model: Model;
  readonly engine: Engine;
  /** Conditions; entries had to meet all of them. */
  readonly filters: readonly Condition[];
}
