import type { Kernel } from "../../kernel/kernel.js";
import { type CubeMemory, roundUp } from "../../kernel/memory/cube-memory.js";
import type { Segment } from "../../kernel/memory/segment.js";
import { makeMemories } from "../table/make-memories.js";
import type { PlannedPlace } from "../table/planned-values.js";

/** Memories of a table that is being written. */
export interface MemoryPlan {
  readonly rows: number;
  readonly segments: readonly Segment[];
  readonly segmentRows: number;
  /** Those of the segments, then those that hold only what stands once. */
  readonly memories: readonly CubeMemory[];
  /** Where each of the pieces stands that stand once. */
  readonly places: readonly PlannedPlace[];
}

/**
 * Make the memories of a table at their final size.
 * @param widths bytes per row of each column
 * @param pieces bytes of each piece that stands once: behind the last segment, or where there is no room in memories
 *   of their own
 * @param memoryBytes most bytes of one memory; a piece that is larger has a larger one for itself
 */
export function planMemories(
  kernel: Kernel,
  rows: number,
  widths: readonly number[],
  pieces: readonly number[],
  memoryBytes: number,
): MemoryPlan {
  const bytesOf = (count: number): number => sum(widths.map((width) => roundUp(width * count)));
  const padding = roundUp(1) * widths.length;
  const most = Math.max(1, Math.floor((memoryBytes - padding) / Math.max(1, sum(widths))));
  const count = Math.max(1, Math.ceil(rows / most));
  const segmentRows = Math.max(1, Math.ceil(rows / count));
  const ownRows = Array.from({ length: count }, (_, at) => Math.max(0, Math.min(segmentRows, rows - at * segmentRows)));
  const sizes = ownRows.map(bytesOf);
  const memoryOf = pieces.map((piece) => choosePlace(sizes, count - 1, roundUp(piece), memoryBytes));
  const memories = makeMemories(sizes, (size) => kernel.newMemory(size));
  return {
    rows,
    segments: ownRows.map((own, at) => ({ memory: memories[at]!, rows: own })),
    segmentRows,
    memories,
    places: pieces.map((piece, at) => ({ memory: memoryOf[at]!, pointer: memories[memoryOf[at]!]!.allocate(piece) })),
  };
}

/** The first memory from `first` on that has room for a piece, or a new one. */
function choosePlace(sizes: number[], first: number, piece: number, memoryBytes: number): number {
  let memory = first;
  while (memory < sizes.length && sizes[memory]! + piece > memoryBytes) memory++;
  sizes[memory] = (sizes[memory] ?? 0) + piece;
  return memory;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
