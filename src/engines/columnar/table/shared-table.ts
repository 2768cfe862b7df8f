import { type CarriedModel, carryModel, parseCarriedModel } from "../../../core/model/parse/carried-model.js";
import type { LatePart } from "../../../core/engine/storage.js";
import type { Kernel } from "../../kernel/kernel.js";
import type { SharedMemory } from "../../kernel/memory/cube-memory.js";
import { openTable } from "./open-table.js";
import { packHeader, type PackedHeader, unpackHeader } from "./packed-header.js";
import type { ColumnarTable } from "./table.js";

/** A table passed between two threads. Its memories are shared, not copied. */
export interface SharedTable {
  readonly model: CarriedModel;
  readonly header: PackedHeader;
  readonly memories: readonly SharedMemory[];
  /** Where the contents of each memory are, if the first thread that reads there fills it. */
  readonly late?: readonly LatePart[] | undefined;
}

/** Share a table's memories with another thread. @throws the errors of reading what was not read before */
export function shareColumnarTable(table: ColumnarTable): SharedTable {
  for (const memory of table.memories) memory.fillNow();
  const memories = table.memories.map(({ shared }) => shared);
  return { model: carryModel(table.model), header: packHeader(table), memories };
}

/** Open a table that another thread shares. */
export function openShared(kernel: Kernel, { model, header, memories }: SharedTable): ColumnarTable {
  return openTable(kernel, parseCarriedModel(model), unpackHeader(header), memories);
}
