import type { VersionOpening } from "../../core/engine/storage.js";
import type { Kernel } from "../kernel/kernel.js";
import type { Model } from "../../core/model/cube.js";
import { rowModel } from "../../core/model/row-model.js";
import type { Background } from "./rollups/builder.js";
import { ColumnarEngine } from "./engine.js";
import { makeMemories } from "./table/make-memories.js";
import { assembleTable } from "./table/open-table.js";
import { convertHeader } from "./table/earlier-formats.js";
import { openIds } from "./table/read-ids.js";
import { readTableHeader } from "./table/read-header.js";
import { orderRowsById, viewRowsById } from "./table/rows-by-id.js";
import type { ColumnarTable } from "./table/table.js";

export interface TableOpening extends VersionOpening {
  open(): ColumnarEngine;
}

/**
 * Allocate memories of a serialized table's size, to be filled with its bytes.
 * @param background builds rollups of the table
 * @throws DamagedStore if the header does not match the model and the lengths
 */
export function loadTable(
  kernel: Kernel,
  model: Model,
  header: unknown,
  lengths: readonly number[],
  background?: Background,
): TableOpening {
  const stored = rowModel(model);
  const converted = convertHeader(header);
  const checked = readTableHeader(stored, converted ?? header, lengths);
  const memories = makeMemories(lengths, (length) => {
    const memory = kernel.newMemory(length);
    memory.allocate(length);
    return memory;
  });
  let isOpen = false;
  return {
    parts: memories.map(({ contents }) => contents),
    open() {
      const table = assembleTable(stored, checked, memories);
      if (converted) orderRows(table);
      isOpen = true;
      return new ColumnarEngine(kernel, table, { background });
    },
    dispose() {
      if (!isOpen) for (const memory of memories) memory.release();
    },
  };
}

/** Write the order of a table's rows by their ids. */
function orderRows(table: ColumnarTable): void {
  const rowsById = viewRowsById(table);
  for (let row = 0; row < rowsById.length; row++) rowsById[row] = row;
  orderRowsById(openIds(table), rowsById);
}
