import { type MemoryLimit, requireMemory } from "../../kernel/memory/memory-limit.js";
import { mostRows } from "./build-rollup.js";
import type { SharedColumns } from "./cells.js";
import type { RollupBuilder } from "./builder.js";
import { workBytes } from "./work-bytes.js";

/** The same where nothing is begun that the process has no memory for: then it is rejected with `OverMemoryLimit`. */
export function withinMemory(builder: RollupBuilder, columns: SharedColumns, memory: MemoryLimit): RollupBuilder {
  return {
    async count(keys, most) {
      requireMemory(memory, workBytes(columns, keys, 0, most));
      return builder.count(keys, most);
    },
    async build(keys, bounds) {
      requireMemory(memory, workBytes(columns, keys, columns.limbs.length, mostRows(columns, keys, bounds)));
      return builder.build(keys, bounds);
    },
  };
}
