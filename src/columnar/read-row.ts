import type { CodeColumn, NumberColumn } from "../kernel/table.js";
import type { Decimal } from "../model/decimal.js";
import { ID_BYTES } from "./id-index.js";
import { joinLimbs } from "./measure-limbs.js";
import type { ColumnarTable, MeasureColumn } from "./table.js";

/** The 20 bytes of a row's id. */
export function readId(table: ColumnarTable, row: number): Uint8Array {
  const { memory, segment, own } = locate(table, row);
  return memory.u8(table.ids[segment]! + own * ID_BYTES, ID_BYTES);
}

export function readCode(table: ColumnarTable, { pointers, width }: CodeColumn, row: number): number {
  const { memory, segment, own } = locate(table, row);
  const pointer = pointers[segment]! + own * width;
  if (width === 1) return memory.u8(pointer, 1)[0]!;
  return width === 2 ? memory.u16(pointer, 1)[0]! : memory.u32(pointer, 1)[0]!;
}

export function readAmount(table: ColumnarTable, { limbs, limbBits, scale }: MeasureColumn, row: number): Decimal {
  const unscaled = joinLimbs(
    limbs.map((limb) => readNumber(table, limb, row)),
    limbBits,
  );
  return { unscaled, scale };
}

/** The id of the source that wrote a row. */
export function readSource(table: ColumnarTable, row: number): number {
  const { codes, sources } = table.sources;
  return sources[codes ? readCode(table, codes, row) : 0]!;
}

function readNumber(table: ColumnarTable, { pointers, width }: NumberColumn, row: number): bigint {
  const { memory, segment, own } = locate(table, row);
  const pointer = pointers[segment]! + own * width;
  return width === 4 ? BigInt(memory.i32(pointer, 1)[0]!) : memory.i64(pointer, 1)[0]!;
}

function locate({ segments, segmentRows }: ColumnarTable, row: number) {
  const segment = Math.floor(row / segmentRows);
  return { memory: segments[segment]!.memory, segment, own: row - segment * segmentRows };
}
