import type { QueryCount } from "./query-statistics.js";
import { covers, type GroupingSet } from "./grouping-set.js";

/** An existing or possible rollup. */
export interface Candidate {
  readonly grouping: GroupingSet;
  readonly rows: number;
  readonly bytes: number;
  readonly isHeld: boolean;
}

/** Limits of all rollups of a table together. */
export interface RollupLimits {
  readonly bytes: number;
  /** Maximum number of rollups. */
  readonly rollups: number;
}

/** Queries that visit at most this many rows are fast enough without a rollup. */
const FEW_ROWS = 4096;

/**
 * Choose rollups for the requested grouping sets. Each step takes the candidate that saves most rows per byte, given
 * those chosen before. Existing rollups that were not chosen stay if the limits allow it.
 *
 * The greedy algorithm of Harinarayan, Rajaraman and Ullman, "Implementing data cubes efficiently" (1996).
 * Cost: candidates × requested grouping sets × chosen rollups.
 */
export function chooseRollups(
  requested: readonly QueryCount[],
  candidates: readonly Candidate[],
  limits: RollupLimits,
): readonly Candidate[] {
  const chosen: Candidate[] = [];
  // Rows that a query of each requested grouping set visits, given the chosen rollups.
  const costs = requested.map(({ entries }) => entries);
  let bytes = 0;
  // The number of rollups is limited, too: a small one counts as half of an equal share of the bytes.
  const minBytes = limits.bytes / (2 * limits.rollups);
  while (chosen.length < limits.rollups) {
    const scores = candidates.map((each) => {
      const isOpen = !chosen.includes(each) && bytes + each.bytes <= limits.bytes;
      return isOpen ? savingOf(each, requested, costs) / Math.max(1, minBytes, each.bytes) : 0;
    });
    const highest = Math.max(0, ...scores);
    if (highest === 0) break;
    const best = candidates[scores.indexOf(highest)]!;
    chosen.push(best);
    bytes += best.bytes;
    requested.forEach(({ grouping }, at) => {
      if (covers(best.grouping, grouping)) costs[at] = Math.min(costs[at]!, best.rows);
    });
  }
  for (const each of candidates) {
    const fits = chosen.length < limits.rollups && bytes + each.bytes <= limits.bytes;
    if (!each.isHeld || chosen.includes(each) || !fits) continue;
    chosen.push(each);
    bytes += each.bytes;
  }
  return chosen;
}

/** Return the number of rows that all requested queries together would not have to visit. */
function savingOf({ grouping, rows }: Candidate, requested: readonly QueryCount[], costs: readonly number[]): number {
  let saved = 0;
  for (const [at, { grouping: wanted, asks }] of requested.entries()) {
    const cost = costs[at]!;
    // A rollup pays if it halves the work at least.
    if (cost > FEW_ROWS && rows * 2 <= cost && covers(grouping, wanted)) saved += asks * (cost - rows);
  }
  return saved;
}
