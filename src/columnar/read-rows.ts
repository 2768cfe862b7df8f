import type { Entry } from "../engine/engine.js";
import type { CodeColumn, NumberColumn } from "../kernel/table.js";
import type { Decimal } from "../model/decimal.js";
import { ID_BYTES } from "./id-index.js";
import { joinLimbs } from "./measure-limbs.js";
import type { ColumnarTable, MeasureColumn } from "./table.js";

/**
 * Rows with everything in them, in the order asked for. They are read column by column: making a view, or a call into
 * the text decoder, costs more than reading a number.
 */
export function readRows(table: ColumnarTable, rows: ArrayLike<number>): Entry[] {
  const ids = readIds(table, rows);
  const members = table.dimensions.map(({ codes, pickMembers }) => pickMembers(readCodes(table, codes, rows)));
  const amounts = table.measures.map((measure) => readAmounts(table, measure, rows));
  const { codes, sources } = table.sources;
  const sourceCodes = codes && readCodes(table, codes, rows);
  return ids.map((id, at) => ({
    id,
    members: members.map((column) => column[at]!),
    amounts: amounts.map((column) => column[at]!),
    source: sources[sourceCodes ? sourceCodes[at]! : 0]!,
  }));
}

function readIds(table: ColumnarTable, rows: ArrayLike<number>): string[] {
  const views = table.segments.map(({ memory, rows: length }, segment) => {
    const { buffer, byteOffset, byteLength } = memory.u8(table.ids[segment]!, length * ID_BYTES);
    return Buffer.from(buffer, byteOffset, byteLength);
  });
  return eachRow(table, rows, (segment, own) => views[segment]!.toString("hex", own * ID_BYTES, (own + 1) * ID_BYTES));
}

function readCodes(table: ColumnarTable, { pointers, width }: CodeColumn, rows: ArrayLike<number>): Uint32Array {
  const views = table.segments.map(({ memory, rows: length }, segment) => {
    const pointer = pointers[segment]!;
    if (width === 1) return memory.u8(pointer, length);
    return width === 2 ? memory.u16(pointer, length) : memory.u32(pointer, length);
  });
  return Uint32Array.from(eachRow(table, rows, (segment, own) => views[segment]![own]!));
}

function readAmounts(
  table: ColumnarTable,
  { limbs, limbBits, scale }: MeasureColumn,
  rows: ArrayLike<number>,
): Decimal[] {
  const columns = limbs.map((limb) => readNumbers(table, limb, rows));
  return Array.from(rows, (_, at) => ({
    unscaled: joinLimbs(
      columns.map((column) => column[at]!),
      limbBits,
    ),
    scale,
  }));
}

function readNumbers(table: ColumnarTable, { pointers, width }: NumberColumn, rows: ArrayLike<number>): bigint[] {
  const views = table.segments.map(({ memory, rows: length }, segment) => {
    const pointer = pointers[segment]!;
    return width === 4 ? memory.i32(pointer, length) : memory.i64(pointer, length);
  });
  return eachRow(table, rows, (segment, own) => BigInt(views[segment]![own]!));
}

function eachRow<T>(
  { segmentRows }: ColumnarTable,
  rows: ArrayLike<number>,
  read: (segment: number, own: number) => T,
): T[] {
  return Array.from(rows, (row) => {
    const segment = Math.floor(row / segmentRows);
    return read(segment, row - segment * segmentRows);
  });
}
