import { passes, rankOf, type TestQuery } from "./obvious.js";
import type { TestTable } from "./tables.js";

/** The amounts of the selected entries of a group. */
export interface ObviousGroup {
  readonly ranks: readonly number[];
  readonly amounts: bigint[];
}

/** Group amounts entry by entry, in ascending order of the ranks; groups without entries are left out. */
export function obviousGroups(
  { rows }: Pick<TestTable, "rows">,
  { filter, cuts, keys }: Pick<TestQuery, "filter" | "cuts" | "keys">,
  values: readonly bigint[],
): readonly ObviousGroup[] {
  const groups = new Map<string, ObviousGroup>();
  for (let row = 0; row < rows; row++) {
    if (filter && !filter[row]) continue;
    if (!passes(cuts, row)) continue;
    let name = "";
    for (const key of keys) name += `${rankOf(key, row)},`;
    let group = groups.get(name);
    if (!group) groups.set(name, (group = { ranks: keys.map((key) => rankOf(key, row)), amounts: [] }));
    group.amounts.push(values[row]!);
  }
  return [...groups.values()].toSorted((a, b) => {
    const key = a.ranks.findIndex((rank, at) => rank !== b.ranks[at]);
    return key < 0 ? 0 : a.ranks[key]! - b.ranks[key]!;
  });
}
