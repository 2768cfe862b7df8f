import type { Kernel } from "../../kernel/kernel.js";
import { type CubeMemory, roundUp, TABLE_START } from "../../kernel/memory/cube-memory.js";
import type { Pointer } from "../../kernel/memory/pointer.js";

/** A memory for temporary tables; each replaces the one before. */
export class WorkMemory {
  readonly #kernel: Kernel;
  #memory: CubeMemory | null = null;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /**
   * Reserve places for columns, which replace the columns before.
   * @param widths bytes of each column's items
   * @throws OutOfMemory
   */
  place(
    rows: number,
    widths: readonly number[],
  ): { readonly memory: CubeMemory; readonly pointers: readonly Pointer[] } {
    const bytes = widths.reduce((sum, width) => sum + roundUp(rows * width), 0);
    const memory = this.#ofSize(bytes);
    let top = TABLE_START;
    const pointers = widths.map((width) => {
      const pointer = top;
      top += roundUp(rows * width);
      return pointer;
    });
    return { memory, pointers };
  }

  release(): void {
    this.#memory?.release();
    this.#memory = null;
  }

  #ofSize(bytes: number): CubeMemory {
    if (this.#memory && this.#memory.tableBytes >= bytes) return this.#memory;
    this.release();
    return (this.#memory = this.#kernel.newMemory(bytes));
  }
}
