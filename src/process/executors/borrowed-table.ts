import { type SharedTable, takeTable } from "../../engines/columnar/share-table.js";
import type { Engine } from "../../core/engine/engine.js";
import type { Kernel } from "../../engines/kernel/kernel.js";
import { parseLoadedModel } from "../../core/model/parse/parse-stored.js";
import type { CountQuery } from "../../engines/columnar/reader.js";

export interface BorrowedTableOptions {
  readonly count: CountQuery;
  /** Called when the table is disposed of and no reader is left. */
  readonly onFreed: () => void;
}

/** A table lent to an executor. It is opened when it is first read: most tables of a site never are. */
export class BorrowedTable {
  readonly #kernel: Kernel;
  readonly #options: BorrowedTableOptions;
  /** `null` once it is open. */
  #shared: SharedTable | null;
  #engine: Engine | null = null;

  constructor(kernel: Kernel, shared: SharedTable, options: BorrowedTableOptions) {
    this.#kernel = kernel;
    this.#shared = shared;
    this.#options = options;
  }

  get engine(): Engine {
    if (!this.#engine) {
      const shared = this.#shared!;
      const { model } = parseLoadedModel(JSON.parse(shared.document));
      this.#engine = takeTable(this.#kernel, model, shared, this.#options);
      this.#shared = null;
    }
    return this.#engine;
  }

  /** Release the table once the last reader has ended. */
  dispose(): void {
    if (this.#engine) this.#engine.dispose();
    else this.#options.onFreed();
  }
}
