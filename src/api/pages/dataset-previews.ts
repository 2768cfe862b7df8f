import type { Engine } from "../../engine/engine.js";
import { UserError } from "../../errors/errors.js";
import type { Model } from "../../model/cube.js";
import { type DatasetOverview, readDatasetOverview } from "./dataset-overview.js";
import type { PageScope } from "./page-scope.js";

/** Figures of datasets for lists of them, read once for each version. Links in them are paths. */
export class DatasetPreviews {
  readonly #kept = new WeakMap<Engine, WeakMap<Model, Promise<DatasetOverview | null>>>();

  /**
   * Return the figures of a dataset; `null` if they take longer than the caller may compute, or have no meaning.
   * Cost: nothing if they are kept; else a few aggregations.
   */
  find(scope: Pick<PageScope, "context" | "actor" | "dataset">): Promise<DatasetOverview | null> {
    const { engine, model } = scope.dataset;
    const kept = this.#kept.get(engine)?.get(model);
    if (kept) return kept;
    const read = readDatasetOverview({ ...scope, origin: "" }).catch((error: unknown) => {
      // Another caller may have more time.
      this.#kept.get(engine)?.delete(model);
      if (error instanceof UserError) return null;
      throw error;
    });
    let models = this.#kept.get(engine);
    if (!models) this.#kept.set(engine, (models = new WeakMap()));
    models.set(model, read);
    return read;
  }
}
