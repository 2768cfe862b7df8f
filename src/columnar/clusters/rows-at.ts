import type { RowBitmap } from "../../kernel/table.js";
import { firstPlace } from "../first-place.js";
import { openCodes } from "../open-columns.js";
import { readCodes } from "../read-codes.js";
import { hasRow, listPage, listRows, rowsFrom } from "../row-bitmaps.js";
import type { ColumnarTable } from "../table.js";
import type { RowOrder } from "./row-order.js";

/** Places are counted by these bits, the upper ones. */
const BIN_BITS = 12;
/** Rows that are looked at first, for each that is wanted if those selected were evenly spread. */
const SPREAD = 2;
const LEAST = 2 ** 12;

/**
 * The rows of the entries at the places `first` … `first + count - 1`, which are all there.
 * Cost: of a table with clusters a binary search in each.
 */
export function rowsAt(table: ColumnarTable, first: number, count: number): Uint32Array {
  if (!table.order) return rowsFrom(first, count);
  const rows = new Uint32Array(count);
  eachRow(table, table.order, first, first + count, (row, place) => (rows[place - first] = row));
  return rows;
}

/** The selected rows that are first … first + limit - 1 in the order of their places. */
export function pageOfRows(table: ColumnarTable, selected: RowBitmap, first: number, limit: number): ArrayLike<number> {
  if (!table.order) return listPage(selected, table, first, limit);
  const end = Math.min(first + limit, selected.count);
  if (first >= end) return [];
  const { places } = table.order;
  const rows = firstSelected(table, table.order, selected, end);
  return sortPage(rows, readCodes(table, places, rows), table.rows, first, end);
}

/** Selected rows, ascending, the `wanted` ones with the lowest places among them, and all up to some place. */
function firstSelected(table: ColumnarTable, order: RowOrder, selected: RowBitmap, wanted: number): Uint32Array {
  const isSelected = hasRow(selected, table);
  const share = selected.count / table.rows;
  for (let end = Math.max(LEAST, (wanted / share) * SPREAD); end < table.rows / 2; end *= 4) {
    const rows = new Uint32Array(Math.min(Math.ceil(end), selected.count));
    let found = 0;
    eachRow(table, order, 0, end, (row) => {
      if (isSelected(row)) rows[found++] = row;
    });
    if (found >= wanted) return rows.subarray(0, found);
  }
  return listRows(selected, table);
}

/** Every row whose place is `first` … `end` - 1, cluster by cluster. */
function eachRow(
  table: ColumnarTable,
  { places, starts }: RowOrder,
  first: number,
  end: number,
  use: (row: number, place: number) => void,
): void {
  const placeOf = openCodes(table, places);
  for (const [cluster, start] of starts.entries()) {
    const length = (starts[cluster + 1] ?? table.rows) - start;
    const skipped = first === 0 ? 0 : firstPlace(length, (at) => placeOf(start + at) >= first);
    for (let row = start + skipped; row < start + length; row++) {
      const place = placeOf(row);
      if (place >= end) break;
      use(row, place);
    }
  }
}

/** Items first … end - 1 in the order of their places: only those in bins that reach into the page are sorted. */
function sortPage(rows: Uint32Array, places: Uint32Array, numPlaces: number, first: number, end: number): Uint32Array {
  const shift = Math.max(0, 32 - Math.clz32(numPlaces) - BIN_BITS);
  const ends = new Uint32Array(2 ** BIN_BITS);
  for (let at = 0; at < places.length; at++) ends[places[at]! >>> shift]!++;
  for (let bin = 1; bin < ends.length; bin++) ends[bin]! += ends[bin - 1]!;
  const firstBin = firstPlace(ends.length, (bin) => ends[bin]! > first);
  const lastBin = firstPlace(ends.length, (bin) => ends[bin]! >= end);
  const before = firstBin === 0 ? 0 : ends[firstBin - 1]!;
  const hits: number[] = [];
  for (let at = 0; at < places.length; at++) {
    const bin = places[at]! >>> shift;
    if (bin >= firstBin && bin <= lastBin) hits.push(at);
  }
  hits.sort((a, b) => places[a]! - places[b]!);
  return Uint32Array.from(hits.slice(first - before, end - before), (at) => rows[at]!);
}
