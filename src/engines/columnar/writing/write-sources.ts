import type { GrowingCodes } from "../base/growing-codes.js";
import type { RowOrder } from "../base/row-order.js";
import type { SourceColumn } from "../table/table.js";
import type { MemoryPlan } from "./plan-memories.js";
import { writeCodes } from "./write-columns.js";

/** The sources that rows are of, numbered by their first row. */
export interface NumberedSources {
  readonly ids: readonly number[];
  /** Number of each id. */
  readonly numbers: Uint32Array;
}

export function numberSources(sources: GrowingCodes, rows: number, rowAt: (row: number) => number): NumberedSources {
  const numbers = new Map<number, number>();
  for (let row = 0, last = -1; row < rows; row++) {
    const source = sources.get(rowAt(row));
    if (source === last) continue;
    last = source;
    if (!numbers.has(source)) numbers.set(source, numbers.size);
  }
  const ids = [...numbers.keys()];
  const byId = new Uint32Array(Math.max(0, ...ids) + 1);
  ids.forEach((id, number) => (byId[id] = number));
  return { ids, numbers: byId };
}

/** Write the column of sources. */
export function writeSources(
  plan: MemoryPlan,
  { ids, numbers }: NumberedSources,
  sources: GrowingCodes,
  order: RowOrder,
): SourceColumn {
  if (ids.length <= 1) return { codes: null, sources: ids };
  const codes = writeCodes(plan, ids.length, (to, first) => sources.copyTo(to, first, order, numbers));
  return { codes, sources: ids };
}
