import { DIGEST_BATCH } from "../../kernel/ids/digester.js";
import { ID_BYTES } from "../base/id-index.js";
import { EntryIds, type KeyedRows } from "./entry-ids.js";
import { openAmounts, openCodes } from "./open-columns.js";
import type { ColumnarTable } from "./table.js";

/** Reads the ids of a table, stored or not. Open it once for many rows. */
export interface IdReader {
  /** Read the ids of rows. @param use called with each batch: its ids, 20 bytes each, and the position of its first row */
  each(rows: ArrayLike<number>, use: (ids: Uint8Array, first: number) => void): void;
  /** Read the ids of rows: 20 bytes each. */
  read(rows: ArrayLike<number>): Buffer;
}

/** @param count number of rows whose ids will be read, about */
export function openIds(table: ColumnarTable, count = 1): IdReader {
  if (table.ids) return openStored(table, table.ids);
  const keyed: KeyedRows = {
    model: table.storedModel ?? table.model,
    openMembers(dimension) {
      const { codes, attributes, dimension: of } = table.dimensions[dimension]!;
      return { codeOf: openCodes(table, codes), identities: attributes[of.identity.index]! };
    },
    openAmounts(measure) {
      const column = table.measures[measure]!;
      return { amountOf: openAmounts(table, column), scale: column.scale };
    },
  };
  return new EntryIds(keyed, count);
}

/** Read the ids of rows as texts of 40 hexadecimal digits. */
export function readIdTexts(table: ColumnarTable, rows: ArrayLike<number>): string[] {
  const ids = openIds(table, rows.length).read(rows);
  return Array.from({ length: rows.length }, (_, at) => ids.toString("hex", at * ID_BYTES, (at + 1) * ID_BYTES));
}

function openStored({ segments, segmentRows }: ColumnarTable, pointers: NonNullable<ColumnarTable["ids"]>): IdReader {
  const parts = segments.map(({ memory, rows }, segment) => memory.u8(pointers[segment]!, rows * ID_BYTES));
  const copy = (rows: ArrayLike<number>, first: number, count: number, to: Uint8Array): void => {
    for (let at = 0; at < count; at++) {
      const row = rows[first + at]!;
      const segment = Math.floor(row / segmentRows);
      const from = (row - segment * segmentRows) * ID_BYTES;
      for (let byte = 0; byte < ID_BYTES; byte++) to[at * ID_BYTES + byte] = parts[segment]![from + byte]!;
    }
  };
  return {
    each(rows, use) {
      const batch = new Uint8Array(DIGEST_BATCH * ID_BYTES);
      for (let first = 0; first < rows.length; first += DIGEST_BATCH) {
        const count = Math.min(DIGEST_BATCH, rows.length - first);
        copy(rows, first, count, batch);
        use(batch.subarray(0, count * ID_BYTES), first);
      }
    },
    read(rows) {
      const all = Buffer.allocUnsafe(rows.length * ID_BYTES);
      copy(rows, 0, rows.length, all);
      return all;
    },
  };
}
