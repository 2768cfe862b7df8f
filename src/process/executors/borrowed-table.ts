import type { Engine } from "../../core/engine/engine.js";
import type { Model } from "../../core/model/cube.js";
import { parseLoadedModel } from "../../core/model/parse/parse-stored.js";
import type { LentData } from "./lent-data.js";

/** A table lent to an executor. It is opened when it is first read: most tables of a site never are. */
export class BorrowedTable {
  readonly #open: (model: Model, shared: LentData) => Engine;
  readonly #onFreed: () => void;
  /** `null` once it is open. */
  #shared: LentData | null;
  #engine: Engine | null = null;

  /** @param onFreed called when it is disposed of before it was opened */
  constructor(shared: LentData, open: (model: Model, shared: LentData) => Engine, onFreed: () => void) {
    this.#open = open;
    this.#shared = shared;
    this.#onFreed = onFreed;
  }

  get engine(): Engine {
    if (!this.#engine) {
      const shared = this.#shared!;
      const { model } = parseLoadedModel(JSON.parse(shared.document));
      this.#engine = this.#open(model, shared);
      this.#shared = null;
    }
    return this.#engine;
  }

  /** Release the table once the last reader has ended. */
  dispose(): void {
    if (this.#engine) this.#engine.dispose();
    else this.#onFreed();
  }
}
