import type { Kernel } from "../../kernel/kernel.js";
import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { Model } from "../../model/cube.js";
import { openLimb } from "./limb-header.js";
import { makeMemories } from "./make-memories.js";
import { openDimension } from "./open-dimension.js";
import { readTableHeader, readLengths } from "./read-header.js";
import type { ColumnarTable } from "./table.js";
import type { TableHeader } from "./table-header.js";

/**
 * Open a table that another thread has built, without a copy.
 * @param header what `describeTable` said of it there
 * @param memories the table's, in order; nobody else may touch them any more
 * @throws DamagedStore where they do not go together
 */
export function openTable(
  kernel: Kernel,
  model: Model,
  header: unknown,
  memories: readonly WebAssembly.Memory[],
): ColumnarTable {
  const lengths = readLengths(header, memories.length);
  const checked = readTableHeader(model, header, lengths);
  return assembleTable(
    model,
    checked,
    makeMemories(memories, (memory, at) => kernel.adoptMemory(memory, lengths[at]!)),
  );
}

/** A table whose bytes are in some memories where they were when its header was made. */
export function assembleTable(model: Model, header: TableHeader, memories: readonly CubeMemory[]): ColumnarTable {
  const { rows, segments, segmentRows, ids, slots, sources, order } = header;
  return {
    model,
    rows,
    segmentRows,
    memories,
    ids,
    slots,
    sources,
    order,
    segments: Array.from({ length: segments }, (_, at) => ({
      memory: memories[at]!,
      rows: Math.min(segmentRows, rows - at * segmentRows),
    })),
    dimensions: header.dimensions.map(({ codes, columns, words }, at) =>
      openDimension({ memories, rows }, model.dimensions[at]!, codes, columns, words),
    ),
    measures: header.measures.map(({ scale, limbBits, limbs }) => ({
      scale,
      limbBits,
      limbs: limbs.map(openLimb),
    })),
  };
}
