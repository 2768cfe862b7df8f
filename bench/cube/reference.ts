import { type CubeAnswer, decodeKeys } from "./answer.js";
import { type Cube, dimensionOf } from "./cube.js";
import { type CubeQuery, cutsOf } from "./queries.js";

/** What a query's answer must be, in the plainest way: sums of integers below 2^53 are exact. */
export function answerPlainly({ rows, codes, numbers }: Cube, query: CubeQuery): CubeAnswer {
  const cuts = cutsOf(query.cuts).map(([name, members]) => ({ column: codes[name], members: new Set(members) }));
  const keys = query.keys.map((name) => ({ column: codes[name], size: dimensionOf(name).size }));
  const measures = query.measures.map((name) => numbers[name]);
  const groups = new Map<number, number>();
  const composites: number[] = [];
  const counts: number[] = [];
  const sums: number[][] = measures.map(() => []);
  for (let row = 0; row < rows; row++) {
    if (!cuts.every(({ column, members }) => members.has(column[row]!))) continue;
    let composite = 0;
    for (const { column, size } of keys) composite = composite * size + column[row]!;
    let group = groups.get(composite);
    if (group === undefined) {
      group = composites.push(composite) - 1;
      groups.set(composite, group);
      counts.push(0);
      for (const column of sums) column.push(0);
    }
    counts[group]!++;
    for (let at = 0; at < measures.length; at++) sums[at]![group]! += measures[at]![row]!;
  }
  const page = Array.from(composites.keys())
    .toSorted((a, b) => {
      for (const column of sums) if (column[a] !== column[b]) return column[b]! - column[a]!;
      return composites[a]! - composites[b]!;
    })
    .slice(0, query.limit);
  const onPage = (column: readonly number[]): number[] => page.map((group) => column[group]!);
  return {
    keys: decodeKeys(
      onPage(composites),
      keys.map(({ size }) => size),
    ),
    sums: sums.map(onPage),
    counts: onPage(counts),
    numCells: composites.length,
  };
}
