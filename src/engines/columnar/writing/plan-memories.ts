import type { Kernel } from "../../kernel/kernel.js";
import { type CubeMemory, roundUp } from "../../kernel/memory/cube-memory.js";
import type { Segment } from "../../kernel/memory/segment.js";
import { makeMemories } from "../table/make-memories.js";
import type { PlannedPlace } from "../table/planned-values.js";

/** Memories of a table being written. */
export interface MemoryPlan {
  readonly rows: number;
  readonly segments: readonly Segment[];
  readonly segmentRows: number;
  /** Memories of the segments, then further memories for unsegmented pieces. */
  readonly memories: readonly CubeMemory[];
  /** Place of each unsegmented piece. */
  readonly places: readonly PlannedPlace[];
}

/**
 * Allocate the memories of a table at their final size.
 * @param widths bytes per row of each column
 * @param pieces bytes of each unsegmented piece; it goes behind the last segment or, if it does not fit, into a
 *   further memory
 * @param memoryBytes maximum bytes of one memory; a larger piece gets a larger memory of its own
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
  const maxRows = Math.max(1, Math.floor((memoryBytes - padding) / Math.max(1, sum(widths))));
  const count = Math.max(1, Math.ceil(rows / maxRows));
  const segmentRows = Math.max(1, Math.ceil(rows / count));
  const ownRows = Array.from({ length: count }, (_, at) => Math.max(0, Math.min(segmentRows, rows - at * segmentRows)));
  const sizes = ownRows.map(bytesOf);
  const memoryOf = pieces.map((piece) => choosePlace(sizes, count - 1, roundUp(piece), memoryBytes));
  const memories = makeMemories(sizes, (size) => kernel.newTableMemory(size));
  return {
    rows,
    segments: ownRows.map((own, at) => ({ memory: memories[at]!, rows: own })),
    segmentRows,
    memories,
    places: pieces.map((piece, at) => ({ memory: memoryOf[at]!, pointer: memories[memoryOf[at]!]!.allocate(piece) })),
  };
}

/** Return the first memory from `first` on that has space for a piece, or a new one. */
function choosePlace(sizes: number[], first: number, piece: number, memoryBytes: number): number {
  let memory = first;
  while (memory < sizes.length && sizes[memory]! + piece > memoryBytes) memory++;
  sizes[memory] = (sizes[memory] ?? 0) + piece;
  return memory;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
