import type { TestQuery } from "./obvious.js";
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
    if (!cuts.every(({ codes, pass }) => pass[codes.values[row]!])) continue;
    const ranks = keys.map(({ codes, group }) => (group ? group[codes.values[row]!]! : codes.values[row]!));
    const name = ranks.join();
    if (!groups.has(name)) groups.set(name, { ranks, amounts: [] });
    groups.get(name)!.amounts.push(values[row]!);
  }
  return [...groups.values()].toSorted((a, b) => {
    const key = a.ranks.findIndex((rank, at) => rank !== b.ranks[at]);
    return key < 0 ? 0 : a.ranks[key]! - b.ranks[key]!;
  });
}
