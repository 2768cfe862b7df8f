import type { Cells, ListedAmounts } from "#src/core/engine/engine.js";
import { packBigIntegers } from "#src/core/model/values/decimal-column.js";
import type { AmountListQuery, Key } from "#src/core/query/aggregate/query.js";
import { planCondition } from "./pass-condition.js";
import type { PlainTable } from "./table.js";

/** List the amounts of each cell. @param cells in the order in which the groups come, since the query has none */
export function listPlainAmounts(
  table: PlainTable,
  { filters, keys, measure }: AmountListQuery,
  cells: Cells,
  planKeys: (table: PlainTable, keys: readonly Key[]) => (row: number) => number[],
): ListedAmounts {
  const matches = planCondition(table, { is: "all", of: filters });
  const codesOf = planKeys(table, keys);
  const { unscaled, scale } = table.measures[measure.index]!;
  const lists = new Map<string, bigint[]>();
  for (let row = 0; row < table.ids.length; row++) {
    if (!matches(row)) continue;
    const name = codesOf(row).join();
    lists.set(name, [...(lists.get(name) ?? []), unscaled[row]!]);
  }
  const groups = [...lists.values()];
  let end = 0;
  const ends = Array.from({ length: cells.length }, (_, group) => (end += groups[group]?.length ?? 0));
  return { keys: cells.keys, ends, amounts: packBigIntegers(groups.flat(), scale) };
}
