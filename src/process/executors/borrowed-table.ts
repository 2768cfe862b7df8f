import type { Engine } from "../../core/engine/engine.js";
import type { LentData, LentSums } from "./lent-data.js";

/** Sums of a table, and what removes them from its engine; `null` while that is closed. */
interface BorrowedSums {
  readonly sums: LentSums;
  remove: (() => void) | null;
}

export interface BorrowedTableOptions {
  /** @param onFreed to be called when the engine was disposed of and no reader is left */
  readonly open: (shared: LentData, onFreed: () => void) => Engine;
  /** Add sums to the opened table. @returns removes them */
  readonly addSums: (engine: Engine, sums: LentSums) => () => void;
  /** Called whenever the table is read. */
  readonly onRead: (table: BorrowedTable) => void;
  /** Called when the table was disposed of and nothing reads it. */
  readonly onFreed: () => void;
}

/** A table lent to an executor. It is opened when it is first read, and may be closed until it is read again. */
export class BorrowedTable {
  readonly #shared: LentData;
  readonly #options: BorrowedTableOptions;
  readonly #sums = new Map<number, BorrowedSums>();
  #engine: Engine | null = null;
  /** Engines that were opened and are not freed. */
  #numLive = 0;
  #isDisposed = false;

  constructor(shared: LentData, options: BorrowedTableOptions) {
    this.#shared = shared;
    this.#options = options;
  }

  get engine(): Engine {
    this.#engine ??= this.#open();
    this.#options.onRead(this);
    return this.#engine;
  }

  addSums(id: number, sums: LentSums): void {
    this.#sums.set(id, { sums, remove: this.#engine && this.#options.addSums(this.#engine, sums) });
  }

  dropSums(id: number): void {
    this.#sums.get(id)!.remove?.();
    this.#sums.delete(id);
  }

  /** Let go of what was computed for the table. Call it when nobody reads. */
  close(): void {
    const engine = this.#engine;
    this.#engine = null;
    for (const each of this.#sums.values()) each.remove = null;
    engine?.dispose();
  }

  /** Release the table once the last reader has ended. */
  dispose(): void {
    this.#isDisposed = true;
    if (this.#numLive === 0) this.#options.onFreed();
    else this.close();
  }

  #open(): Engine {
    this.#numLive++;
    const engine = this.#options.open(this.#shared, () => {
      if (--this.#numLive === 0 && this.#isDisposed) this.#options.onFreed();
    });
    for (const each of this.#sums.values()) each.remove = this.#options.addSums(engine, each.sums);
    return engine;
  }
}
