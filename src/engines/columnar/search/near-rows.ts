import { NearIds, nearIdKey, type NearIdTest } from "../../../core/engine/near-ids.js";
import { ID_BYTES } from "../base/id-index.js";
import { openIds } from "../table/read-ids.js";
import { rowsFrom } from "../table/row-bitmaps.js";
import type { SearchedTable } from "./select-clause.js";

/** Rows between two checks. */
const STRIDE = 4096;

/** Find the rows whose ids pass tests of similar ids, by the keys of these. Cost: one pass over the ids for all of them. */
export function findNearRows(
  { table, pace }: Pick<SearchedTable, "table" | "pace">,
  tests: readonly NearIdTest[],
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>(tests.map((test) => [nearIdKey(test), []]));
  const near = new NearIds(tests);
  if (near.isEmpty) return found;
  const ids = openIds(table, table.rows);
  for (let first = 0; first < table.rows; first += STRIDE) {
    pace.check();
    const count = Math.min(STRIDE, table.rows - first);
    const bytes = ids.read(rowsFrom(first, count));
    for (let at = 0; at < count; at++) {
      for (const test of near.passedBy(bytes, at * ID_BYTES)) found.get(nearIdKey(test))!.push(first + at);
    }
  }
  return found;
}
