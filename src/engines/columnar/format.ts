import type { Engine } from "../../core/engine/engine.js";
import type { SerializedVersion } from "../../core/engine/serialized.js";
import type { TableFormat, VersionOpening } from "../../core/engine/storage.js";
import { type Kernel, MAX_TABLE_BYTES } from "../kernel/kernel.js";
import type { Model } from "../../core/model/cube.js";
import { WORTH_CLUSTERING } from "./clustering/choose-keys.js";
import type { Background } from "./rollups/builder.js";
import { ColumnarEngine } from "./engine.js";
import { describeTable, TABLE_FORMAT } from "./table/table-header.js";
import { ColumnarBuilder } from "./table-builder.js";
import type { Second } from "./table-step.js";
import { rowModel } from "../../core/model/row-model.js";
import { columnarOf, describeLateTable, LateEngine } from "./late-engine.js";
import { PlainParts } from "../kernel/memory/plain-parts.js";
import { makeMemories } from "./table/make-memories.js";
import { assembleTable } from "./table/open-table.js";
import { openIds } from "./table/read-ids.js";
import { readTableHeader } from "./table/read-header.js";
import { orderRowsById, viewRowsById } from "./table/rows-by-id.js";
import type { ColumnarTable } from "./table/table.js";

/** Format of tables with a hash table from ids to rows, and that of those of them that were clustered. */
const EARLIER: ReadonlySet<unknown> = new Set(["spendcube columns 2", "spendcube columns 3"]);

interface TableOpening extends VersionOpening {
  open(): ColumnarEngine;
}

/** A format that works synchronously, in this thread. */
interface ColumnarFormat extends TableFormat {
  build(...of: Parameters<TableFormat["build"]>): ColumnarBuilder;
  serialize(engine: Engine): SerializedVersion;
  open(model: Model, header: unknown, lengths: readonly number[]): TableOpening;
}

/**
 * Tables in WebAssembly memory, read by a kernel.
 *
 * Memory for building a table, in addition to the previous version:
 * - per row: 4 bytes for the index of a key of one dimension, up to 18 for another, 20 for an id that does not follow from
 *   the key, 8 per measure, 6 for the row order, 1 for what was written, and the bytes of the largest code for each
 *   dimension, for the source and for the number of the record that wrote it
 * - per member: its texts, 8 bytes per text, and up to 18 for the member index; of many members, 25 for both
 *
 * The new table comes on top; each builder column is freed once it is written. Ordering the rows by id takes 16 bytes per
 * row. Example: 100 million rows of 8 dimensions and 2 measures took at most 48 bytes per row, and 28 as a table.
 * @param memoryBytes maximum bytes of one memory; a larger table spans several
 * @param worthClustering thresholds from which rows are clustered
 * @param background builds rollups of tables that are opened from storage
 * @param second starts a thread beside this one for large tables
 */
export function columnarFormat(
  kernel: Kernel,
  memoryBytes = MAX_TABLE_BYTES,
  worthClustering = WORTH_CLUSTERING,
  background?: Background,
  second?: Second,
): ColumnarFormat {
  let plain: PlainParts | null = null;
  return {
    build(model, previous, source, repeats) {
      const before = previous && columnarOf(previous);
      return new ColumnarBuilder(kernel, model, before, source, { memoryBytes, worthClustering, second }, repeats);
    },

    serialize(engine) {
      const { table } = columnarOf(engine);
      const { signature, filtered, names, memberSums, ...header } = describeTable(table);
      const stored = {
        ...(signature && { signature: bytesOf(signature) }),
        ...(filtered && {
          filtered: { ...filtered, terms: bytesOf(filtered.terms), filter: bytesOf(filtered.filter) },
        }),
        ...(names && { names: bytesOf(names) }),
        ...(memberSums && { memberSums }),
      };
      return { header: { ...header, ...stored }, parts: table.memories.map(({ contents }) => contents) };
    },

    open: (model, header, lengths) => loadTable(kernel, model, header, lengths, background),

    describeLate: describeLateTable,

    openLate: (model, known, parts, read) =>
      new LateEngine(kernel, (plain ??= new PlainParts()), rowModel(model), known, parts, read),
  };
}

function bytesOf({ buffer }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer);
}

/**
 * Allocate memories of a serialized table's size, to be filled with its bytes.
 * @param background builds rollups of the table
 * @throws DamagedStore if the header does not match the model and the lengths
 */
function loadTable(
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
    const memory = kernel.newTableMemory(length);
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

/**
 * Convert a header of an earlier format. The rows must then be ordered by their ids: `byId` is where the hash table
 * was, which is longer.
 * @returns `null` if it is of no earlier format
 */
function convertHeader(header: unknown): unknown {
  if (typeof header !== "object" || header === null || !("format" in header)) return null;
  if (!EARLIER.has(header.format)) return null;
  const { slots, order = null, ...rest } = header as typeof header & Readonly<Record<"slots" | "order", unknown>>;
  return { ...rest, format: TABLE_FORMAT, byId: slots, records: null, order };
}
