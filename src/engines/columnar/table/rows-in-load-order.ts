import { binarySearch } from "../base/binary-search.js";
import { openCodes } from "./open-columns.js";
import { rowsFrom } from "./row-bitmaps.js";
import type { ColumnarTable } from "./table.js";

/**
 * Return the rows of the entries at the places `first` … `first + count - 1`, all of which must exist.
 * Cost: proportional to `count`; a clustered table adds a binary search per cluster.
 */
export function rowsInLoadOrder(table: ColumnarTable, first: number, count: number): Uint32Array {
  if (!table.order) return rowsFrom(first, count);
  const { places, starts } = table.order;
  const placeOf = openCodes(table, places);
  const rows = new Uint32Array(count);
  for (const [cluster, start] of starts.entries()) {
    const length = (starts[cluster + 1] ?? table.rows) - start;
    const skipped = first === 0 ? 0 : binarySearch(length, (at) => placeOf(start + at) >= first);
    for (let row = start + skipped; row < start + length; row++) {
      const place = placeOf(row);
      if (place >= first + count) break;
      rows[place - first] = row;
    }
  }
  return rows;
}
