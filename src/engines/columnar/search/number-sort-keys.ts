import type { AmountValues } from "../../kernel/query/table.js";
import type { ColumnarTable } from "../table/table.js";
import type { SortPass } from "./radix-sort.js";

/**
 * Return sort passes that order hits by the numbers of a column. The keys are distances from the least number: first the
 * 32 highest bits, which differ for most numbers, then the 32 lowest.
 * @param rows row of each hit
 */
export function numberSortKeys(
  table: ColumnarTable,
  column: AmountValues,
  rows: Uint32Array,
  descending: boolean,
): readonly SortPass[] {
  const createPass = column.width === 4 ? narrowPass : widePass;
  const bits = (column.max - column.min).toString(2).length;
  // A range of 32 bits needs one pass.
  const shifts = bits <= 32 ? [0] : [bits - 32, 0];
  return shifts.map((shift) => createPass(table, column, rows, descending ? -1 : 0, shift));
}

/** @param flip bits to invert: all of them for descending order, else none */
type CreatePass = (
  table: ColumnarTable,
  column: AmountValues,
  rows: Uint32Array,
  flip: number,
  shift: number,
) => SortPass;

const narrowPass: CreatePass = ({ segments, segmentRows }, { pointers, min }, rows, flip) => {
  const parts = segments.map(({ memory, rows: length }, at) => memory.u32(pointers[at]!, length));
  const least = Number(min);
  return (hits, keys) => {
    for (let at = 0; at < hits.length; at++) {
      const row = rows[hits[at]!]!;
      const segment = parts.length === 1 ? 0 : Math.floor(row / segmentRows);
      keys[at] = (parts[segment]![row - segment * segmentRows]! - least) ^ flip;
    }
  };
};

/** Each number is stored in two halves, the low one first. All integers here have 32 bits, which is fast. */
const widePass: CreatePass = ({ segments, segmentRows }, { pointers, min }, rows, flip, shift) => {
  const parts = segments.map(({ memory, rows: length }, at) => memory.u32(pointers[at]!, length * 2));
  const [leastLow, leastHigh] = [Number(BigInt.asIntN(32, min)), Number(BigInt.asIntN(32, min >> 32n))];
  // With the highest bits inverted, a signed comparison orders integers as unsigned ones.
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
      // JavaScript shifts by 32 as by 0.
      const key = shift === 0 ? above : shift === 32 ? high : (high << (32 - shift)) | (above >>> shift);
      keys[at] = key ^ flip;
    }
  };
};
