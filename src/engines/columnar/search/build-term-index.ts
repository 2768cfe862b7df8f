import type { Kernel } from "../../kernel/kernel.js";
import type { ColumnarTable } from "../table/table.js";
import { openDimension } from "../table/open-dimension.js";
import { collectTerms } from "./collect-terms.js";
import { planTerms } from "./term-index.js";

/** Dimensions of at most this many values are indexed by their first search, which takes milliseconds. */
const FEW_VALUES = 1024;

/**
 * Return a table with an index of the terms of each dimension with many values, in memories of their own.
 * Cost: a pass over their texts, and sorting their terms. An index takes 4 bytes for each term of each value, 1 byte for
 * each value, and the text of each distinct term.
 */
export function withTerms(kernel: Kernel, table: ColumnarTable): ColumnarTable {
  const memories = [...table.memories];
  const dimensions = table.dimensions.map((dimension) => {
    const { columns, codes } = dimension;
    if (columns.length * columns[0]!.length <= FEW_VALUES) return dimension;
    const planned = planTerms(collectTerms(table.memories, columns));
    const memory = kernel.newTableMemory(planned.total);
    const place = { memory: memories.push(memory) - 1, pointer: memory.allocate(planned.total) };
    return openDimension(table, dimension.dimension, codes, columns, planned.write(memory, place));
  });
  return { ...table, memories, dimensions };
}
