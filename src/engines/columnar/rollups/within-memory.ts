import { type MemoryLimit, requireMemory } from "../../kernel/memory/memory-limit.js";
import { maxRows } from "./build-rollup.js";
import type { SharedColumns } from "./cells.js";
import type { RollupBuilder } from "./builder.js";
import { workBytes } from "./work-bytes.js";

/** Return a builder that rejects with `OverMemoryLimit`, and starts nothing, if the process lacks memory for the work. */
export function withinMemory(builder: RollupBuilder, columns: SharedColumns, memory: MemoryLimit): RollupBuilder {
  return {
    keysOf: (grouping) => builder.keysOf(grouping),
    async count(keys, maxRows) {
      requireMemory(memory, workBytes(columns, keys, 0, maxRows));
      return builder.count(keys, maxRows);
    },
    async build(keys, bounds) {
      requireMemory(memory, workBytes(columns, keys, columns.limbs.length, maxRows(columns, keys, bounds)));
      return builder.build(keys, bounds);
    },
  };
}
