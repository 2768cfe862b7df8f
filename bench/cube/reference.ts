import { type CubeAnswer, decodeKeys } from "./answer.js";
import { type Cube, dimensionOf } from "./cube.js";
import { type CubeQuery, cutsOf } from "./queries.js";

/** Maximum number of groups at a time: a `Map` holds at most 2^24, and is slow long before that. */
const MAX_GROUPS = 2 ** 24;

/** Sums of at least this size are set aside as big integers, so that all are exact. */
const MAX_SUM = 2 ** 52;

/** Compute a query's expected answer, entry by entry. Sums are exact, and then the nearest doubles. */
export function answerPlainly(cube: Cube, query: CubeQuery): CubeAnswer {
  const sizes = query.keys.map((name) => dimensionOf(name).size);
  const possible = sizes.reduce((product, size) => product * size, 1);
  const parts = Math.ceil(Math.min(cube.rows, possible) / MAX_GROUPS);
  const pages = Array.from({ length: parts }, (_, part) => answerPart(cube, query, { part, parts }));
  const cells = orderCells(pages.flatMap(({ page }) => page)).slice(0, query.limit);
  return {
    keys: decodeKeys(
      cells.map(({ composite }) => composite),
      sizes,
    ),
    sums: query.measures.map((_, at) => cells.map(({ sums }) => sums[at]!)),
    counts: cells.map(({ count }) => count),
    numCells: pages.reduce((sum, { numCells }) => sum + numCells, 0),
  };
}

interface Cell {
  readonly composite: number;
  readonly sums: readonly number[];
  readonly count: number;
}

/** Compute the first cells of one part: those whose composite key modulo `parts` is `part`. */
function answerPart(
  { rows, codes, numbers }: Cube,
  query: CubeQuery,
  { part, parts }: { readonly part: number; readonly parts: number },
): { readonly page: readonly Cell[]; readonly numCells: number } {
  const cuts = cutsOf(query.cuts).map(([name, members]) => ({ column: codes[name], members: new Set(members) }));
  const keys = query.keys.map((name) => ({ column: codes[name], size: dimensionOf(name).size }));
  const measures = query.measures.map((name) => numbers[name]);
  const groups = new Map<number, number>();
  const composites: number[] = [];
  const counts: number[] = [];
  const sums: number[][] = measures.map(() => []);
  const aside = measures.map(() => new Map<number, bigint>());
  for (let row = 0; row < rows; row++) {
    if (!cuts.every(({ column, members }) => members.has(column[row]!))) continue;
    let composite = 0;
    for (const { column, size } of keys) composite = composite * size + column[row]!;
    if (parts > 1 && composite % parts !== part) continue;
    let group = groups.get(composite);
    if (group === undefined) {
      group = composites.push(composite) - 1;
      groups.set(composite, group);
      counts.push(0);
      for (const column of sums) column.push(0);
    }
    counts[group]!++;
    for (let at = 0; at < measures.length; at++) {
      const sum = (sums[at]![group]! += measures[at]![row]!);
      if (sum < MAX_SUM && sum > -MAX_SUM) continue;
      aside[at]!.set(group, (aside[at]!.get(group) ?? 0n) + BigInt(sum));
      sums[at]![group] = 0;
    }
  }
  for (const [at, large] of aside.entries()) {
    for (const [group, sum] of large) sums[at]![group] = Number(sum + BigInt(sums[at]![group]!));
  }
  // Objects are created only for cells that may be on the page.
  const [first = []] = sums;
  const least = Float64Array.from(first).toSorted().at(-query.limit) ?? Number.NEGATIVE_INFINITY;
  const page: Cell[] = [];
  for (const [group, composite] of composites.entries()) {
    if (first[group]! < least) continue;
    page.push({ composite, sums: sums.map((column) => column[group]!), count: counts[group]! });
  }
  return { page: orderCells(page).slice(0, query.limit), numCells: composites.length };
}

/** Compare cells: the largest sum first, ties by the keys. */
function orderCells(cells: readonly Cell[]): readonly Cell[] {
  return cells.toSorted((a, b) => {
    for (const [at, sum] of a.sums.entries()) if (sum !== b.sums[at]) return b.sums[at]! - sum;
    return a.composite - b.composite;
  });
}
