import type { Kernel } from "../../kernel/kernel.js";
import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { ColumnarTable, DimensionColumn } from "../table/table.js";
import type { TermColumn } from "../table/term-column.js";
import type { ValueColumn } from "../table/values.js";
import { collectTerms } from "./collect-terms.js";
import { planTerms } from "./term-index.js";

/** Dimensions of at most this many values are indexed by their first search, which takes milliseconds. */
const FEW_VALUES = 1024;

/** The term index of a dimension, in a memory of its own. */
export interface WrittenTerms {
  readonly place: Omit<TermColumn, "memory">;
  readonly memory: CubeMemory;
}

/** Indexes the terms of dimensions in another thread. */
export interface TermIndexer {
  /** Get ready: a table with many rows is being built. */
  prepare(): void;
  /** Index the terms of columns, as `writeTerms` does. @param memories where the columns are, which nobody changes */
  index(memories: readonly CubeMemory[], columns: readonly ValueColumn[]): Promise<WrittenTerms>;
  /** Release what indexing takes once everything is indexed: nothing more will be. */
  end(): void;
}

/**
 * Index the terms of columns.
 * Cost: a pass over their texts, and sorting their terms. The index takes 4 bytes for each term of each value, 1 byte for
 * each value, and the text of each distinct term.
 */
export function writeTerms(
  kernel: Kernel,
  memories: readonly CubeMemory[],
  columns: readonly ValueColumn[],
): WrittenTerms {
  const planned = planTerms(collectTerms(memories, columns));
  const memory = kernel.newMemory(planned.total);
  const { memory: _, ...place } = planned.write(memory, { memory: 0, pointer: memory.allocate(planned.total) });
  return { place, memory };
}

/** True for a dimension whose terms are stored. */
export function isTermed({ columns }: Pick<DimensionColumn, "columns">): boolean {
  return columns.length * columns[0]!.length > FEW_VALUES;
}

/** Return a table with term indexes. @param terms for each dimension; `null` for those without */
export function withTerms(table: ColumnarTable, terms: readonly (WrittenTerms | null)[]): ColumnarTable {
  const memories = [...table.memories];
  const dimensions = table.dimensions.map((dimension, at) => {
    const written = terms[at];
    if (!written) return dimension;
    return { ...dimension, words: { ...written.place, memory: memories.push(written.memory) - 1 } };
  });
  return { ...table, memories, dimensions };
}
