import { shareColumns } from "#src/columnar/rollups/cell-keys.js";
import type { Background, Summing } from "#src/columnar/rollups/builder.js";
import { summingHere } from "#src/columnar/rollups/builder.js";
import type { ColumnarEngine } from "#src/columnar/engine.js";
import type { Kernel } from "#src/kernel/kernel.js";

export const NO_LIMIT = { rows: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

/** Sums an engine's table up on this thread. */
export function summingOf(kernel: Kernel, { table }: ColumnarEngine): Summing {
  return summingHere(kernel, shareColumns(table));
}

/** Sums tables up on this thread, where nobody waits for an answer. Faults are rejections. */
export function backgroundHere(kernel: Kernel, share: number): Background {
  return { share, overhead: 0, run: (columns, use) => use(summingHere(kernel, columns)) };
}
