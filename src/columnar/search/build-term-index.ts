import type { Kernel } from "../../kernel/kernel.js";
import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { ColumnarTable, DimensionColumn } from "../table/table.js";
import { collectTerms } from "./collect-terms.js";
import { planTerms } from "./term-index.js";

/** Values up to which a dimension is indexed when it is first searched: it takes milliseconds. */
const FEW_VALUES = 1024;

/**
 * Index the words of a table's larger dimensions, each in a memory of its own.
 * Cost: a pass over their texts, and sorting their words. It takes 4 bytes for each word of a value and a byte for each
 * value, and each word once.
 */
export function buildTermIndex(kernel: Kernel, table: ColumnarTable): ColumnarTable {
  const memories = [...table.memories];
  try {
    const dimensions = table.dimensions.map((dimension) =>
      isSmall(dimension) ? dimension : { ...dimension, words: writeWords(kernel, memories, dimension) },
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

function writeWords(kernel: Kernel, memories: CubeMemory[], { columns }: DimensionColumn): DimensionColumn["words"] {
  const planned = planTerms(collectTerms(memories, columns));
  const memory = kernel.newMemory(planned.total);
  return planned.write(memory, { memory: memories.push(memory) - 1, pointer: memory.allocate(planned.total) });
}
