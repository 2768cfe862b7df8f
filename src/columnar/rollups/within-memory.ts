import { type MemoryLimit, requireMemory } from "../../kernel/memory/memory-limit.js";
import { mostRows } from "./build-rollup.js";
import type { SharedColumns } from "./cells.js";
import type { Summing } from "./builder.js";
import { workBytes } from "./work-bytes.js";

/** The same where nothing is begun that the process has no memory for: then it is rejected with `OverMemoryLimit`. */
export function withinMemory(summing: Summing, columns: SharedColumns, memory: MemoryLimit): Summing {
  return {
    async count(keys, most) {
      requireMemory(memory, workBytes(columns, keys, 0, most));
      return summing.count(keys, most);
    },
    async build(keys, bounds) {
      requireMemory(memory, workBytes(columns, keys, columns.limbs.length, mostRows(columns, keys, bounds)));
      return summing.build(keys, bounds);
    },
  };
}
