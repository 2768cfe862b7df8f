import type { AmountValues } from "../../kernel/query/table.js";
import type { ColumnarTable } from "../table/table.js";
import type { SortPass } from "./radix-sort.js";

/**
 * Order hits by the numbers of a column: by how far they are from the least one, first by its 32 highest bits, which
 * tell most numbers apart, and then by its 32 lowest ones.
 * @param rows the row of each hit
 */
export function numberSortKeys(
  table: ColumnarTable,
  column: AmountValues,
  rows: Uint32Array,
  descending: boolean,
): readonly SortPass[] {
  const step = column.width === 4 ? stepNarrow : stepWide;
  const bits = (column.max - column.min).toString(2).length;
  // A range of 32 bits is one step.
  const shifts = bits <= 32 ? [0] : [bits - 32, 0];
  return shifts.map((shift) => step(table, column, rows, descending ? -1 : 0, shift));
}

/** @param turn bits that are turned over: all of them, to order the other way round */
type MakeStep = (
  table: ColumnarTable,
  column: AmountValues,
  rows: Uint32Array,
  turn: number,
  shift: number,
) => SortPass;

const stepNarrow: MakeStep = ({ segments, segmentRows }, { pointers, min }, rows, turn) => {
  const parts = segments.map(({ memory, rows: length }, at) => memory.u32(pointers[at]!, length));
  const least = Number(min);
  return (hits, keys) => {
    for (let at = 0; at < hits.length; at++) {
      const row = rows[hits[at]!]!;
      const segment = parts.length === 1 ? 0 : Math.floor(row / segmentRows);
      keys[at] = (parts[segment]![row - segment * segmentRows]! - least) ^ turn;
    }
  };
};

/** Each number lies in two halves, the low one first. All integers here have 32 bits, which is what makes it quick. */
const stepWide: MakeStep = ({ segments, segmentRows }, { pointers, min }, rows, turn, shift) => {
  const parts = segments.map(({ memory, rows: length }, at) => memory.u32(pointers[at]!, length * 2));
  const [leastLow, leastHigh] = [Number(BigInt.asIntN(32, min)), Number(BigInt.asIntN(32, min >> 32n))];
  // Signed integers compare as unsigned ones do when the highest bit is turned over.
  const leastSigned = leastLow ^ 0x8000_0000;
  return (hits, keys) => {
    for (let at = 0; at < hits.length; at++) {
      const row = rows[hits[at]!]!;
      const segment = parts.length === 1 ? 0 : Math.floor(row / segmentRows);
      const halves = parts[segment]!;
      const place = (row - segment * segmentRows) * 2;
      const low = halves[place]! | 0;
      const borrow = (low ^ 0x8000_0000) < leastSigned ? 1 : 0;
      const high = ((halves[place + 1]! | 0) - leastHigh - borrow) | 0;
      const above = (low - leastLow) | 0;
      // A shift by 32 would be one by 0.
      const key = shift === 0 ? above : shift === 32 ? high : (high << (32 - shift)) | (above >>> shift);
      keys[at] = key ^ turn;
    }
  };
};
