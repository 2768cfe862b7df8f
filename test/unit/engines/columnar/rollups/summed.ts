import type { Background, RollupBuilder } from "#src/engines/columnar/rollups/builder.js";
import { buildHere } from "#src/engines/columnar/rollups/builder.js";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import type { Kernel } from "#src/engines/kernel/kernel.js";

export const NO_LIMIT = { rows: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

/** Create a builder of an engine's rollups on this thread. */
export function builderOf(kernel: Kernel, { table }: ColumnarEngine): RollupBuilder {
  return buildHere(kernel, table);
}

/** Build rollups on this thread; errors are rejections. */
export function backgroundHere(kernel: Kernel, share: number): Background {
  return { share, overhead: 0, run: (table, use) => use(buildHere(kernel, table)) };
}
