import type { Kernel } from "../../kernel/kernel.js";
import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { ColumnarTable, DimensionColumn } from "../table/table.js";
import { collectTerms } from "./collect-terms.js";
import { planTerms } from "./term-index.js";

/** Dimensions of at most this many values are indexed by their first search, which takes milliseconds. */
const FEW_VALUES = 1024;

/**
 * Index the terms of a table's larger dimensions, each in its own memory.
 * Cost: a pass over their texts, and sorting their terms. The index takes 4 bytes for each term of each value, 1 byte for
 * each value, and the text of each distinct term.
 */
export function buildTermIndex(kernel: Kernel, table: ColumnarTable): ColumnarTable {
  const memories = [...table.memories];
  try {
    const dimensions = table.dimensions.map((dimension) =>
      isSmall(dimension) ? dimension : { ...dimension, words: writeTerms(kernel, memories, dimension) },
    );
    return { ...table, memories, dimensions };
  } catch (error) {
    for (const memory of memories) memory.release();
    throw error;
  }
}

function isSmall({ columns }: DimensionColumn): boolean {
  return columns.length * columns[0]!.length <= FEW_VALUES;
}

function writeTerms(kernel: Kernel, memories: CubeMemory[], { columns }: DimensionColumn): DimensionColumn["words"] {
  const planned = planTerms(collectTerms(memories, columns));
  const memory = kernel.newMemory(planned.total);
  return planned.write(memory, { memory: memories.push(memory) - 1, pointer: memory.allocate(planned.total) });
}
