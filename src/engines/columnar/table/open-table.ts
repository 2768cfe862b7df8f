import type { Kernel } from "../../kernel/kernel.js";
import type { CubeMemory, FillMemory, SharedMemory } from "../../kernel/memory/cube-memory.js";
import type { Model } from "../../../core/model/cube.js";
import { rowModel } from "../../../core/model/row-model.js";
import { openLimb } from "./limb-header.js";
import { makeMemories } from "./make-memories.js";
import { openDimension } from "./open-dimension.js";
import type { ColumnarTable } from "./table.js";
import { signatureIn, type TableHeader } from "./table-header.js";

/**
 * Open a table that another thread of this process built, and trust it; nothing is copied.
 * @param header the table's header from `describeTable`
 * @param memories the table's memories, in order
 * @param fills what fills each memory when it is first read; none if they are filled
 */
export function openTable(
  kernel: Kernel,
  model: Model,
  header: TableHeader,
  memories: readonly SharedMemory[],
  fills: readonly FillMemory[] = [],
): ColumnarTable {
  const adopted = makeMemories(memories, (memory, at) => kernel.adoptMemory(memory, header.lengths[at]!, fills[at]));
  return assembleTable(rowModel(model), header, adopted);
}

/** Build a table from a checked header and its memories, whose contents are at the offsets in the header. */
export function assembleTable(model: Model, header: TableHeader, memories: readonly CubeMemory[]): ColumnarTable {
  const { rows, segments, segmentRows, ids, byId, sources, records, order } = header;
  return {
    model,
    rows,
    segmentRows,
    memories,
    ids,
    byId,
    sources,
    records,
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
    signature: signatureIn(header),
    names: header.names,
    memberSums: header.memberSums,
  };
}
