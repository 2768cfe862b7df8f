import type { Kernel } from "../../kernel/kernel.js";
import type { ColumnMemory } from "../../kernel/memory/column-memory.js";
import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { ColumnarTable } from "../table/table.js";
import { openDimension } from "../table/open-dimension.js";
import type { TermColumn } from "../table/term-column.js";
import type { ValueColumn } from "../table/values.js";
import { collectTerms } from "./collect-terms.js";
import { planTerms } from "./term-index.js";

/** Dimensions of at most this many values are indexed by their first search, which takes milliseconds. */
const FEW_VALUES = 1024;

/** A term index in a memory of its own. */
export interface BuiltTerms {
  readonly memory: CubeMemory;
  /** As if the memory were the first of the table. */
  readonly words: TermColumn;
}

/** True if a table has an index of the terms of such columns of a dimension. */
export function haveTerms(columns: readonly ValueColumn[]): boolean {
  return columns.length * columns[0]!.length > FEW_VALUES;
}

/**
 * Index the terms of a dimension's columns.
 * Cost: a pass over their texts, and sorting their terms. An index takes 4 bytes for each term of each value, 1 byte for
 * each value, and the text of each distinct term.
 * @param tick called at intervals
 */
export function indexTerms(
  kernel: Kernel,
  memories: readonly ColumnMemory[],
  columns: readonly ValueColumn[],
  tick?: () => void,
): BuiltTerms {
  const planned = planTerms(collectTerms(memories, columns, tick));
  const memory = kernel.newTableMemory(planned.total);
  return { memory, words: planned.write(memory, { memory: 0, pointer: memory.allocate(planned.total) }) };
}

/**
 * Return a table with an index of the terms of each dimension with many values, in memories of their own.
 * @param built returns the index of a dimension if it is built
 */
export function withTerms(
  kernel: Kernel,
  table: ColumnarTable,
  built: (dimension: number) => BuiltTerms | undefined = () => undefined,
): ColumnarTable {
  const indexed = new Map<number, BuiltTerms>();
  // The last first: another thread may be making those before.
  for (let at = table.dimensions.length - 1; at >= 0; at--) {
    const { columns } = table.dimensions[at]!;
    if (haveTerms(columns)) indexed.set(at, built(at) ?? indexTerms(kernel, table.memories, columns));
  }
  const memories = [...table.memories];
  const dimensions = table.dimensions.map((dimension, at) => {
    const own = indexed.get(at);
    if (!own) return dimension;
    const words = { ...own.words, memory: memories.push(own.memory) - 1 };
    return openDimension(table, dimension.dimension, dimension.codes, dimension.columns, words);
  });
  return { ...table, memories, dimensions };
}
