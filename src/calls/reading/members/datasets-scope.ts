import type { Actor } from "../../../access/actor.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Context } from "../../context.js";

/** Datasets that the caller may read, and the services to read them. */
export interface DatasetsScope {
  readonly context: Context;
  readonly actor: Actor;
  readonly datasets: readonly Dataset[];
  readonly signal?: Cancellation | undefined;
}
