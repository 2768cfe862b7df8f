import type { QueryCount } from "./query-statistics.js";
import { covers, type GroupingSet } from "./grouping-set.js";

/** A cuboid that there is or may be. */
export interface Candidate {
  readonly grouping: GroupingSet;
  readonly rows: number;
  readonly bytes: number;
  readonly isHeld: boolean;
}

/** What all cuboids of a table may take. */
export interface RollupRoom {
  readonly bytes: number;
  readonly rollups: number;
}

/** A query of fewer rows gains nothing that anybody notices. */
const FEW_ROWS = 4096;

/**
 * Choose cuboids for what was asked: always the one that saves most rows for each of its bytes, given those that were
 * chosen before. One that is there already stays beside them where there is room.
 *
 * The greedy algorithm of Harinarayan, Rajaraman and Ullman, "Implementing data cubes efficiently" (1996).
 * Cost: a step for each candidate, each asked shape and each that is chosen.
 */
export function chooseRollups(
  requested: readonly QueryCount[],
  candidates: readonly Candidate[],
  room: RollupRoom,
): readonly Candidate[] {
  const chosen: Candidate[] = [];
  // What a query of each shape costs with those that are chosen.
  const costs = requested.map(({ entries }) => entries);
  let bytes = 0;
  // As few as there may be, room is what each of them takes away, too.
  const leastBytes = room.bytes / (2 * room.rollups);
  while (chosen.length < room.rollups) {
    const worths = candidates.map((each) => {
      const isOpen = !chosen.includes(each) && bytes + each.bytes <= room.bytes;
      return isOpen ? savingOf(each, requested, costs) / Math.max(1, leastBytes, each.bytes) : 0;
    });
    const most = Math.max(0, ...worths);
    if (most === 0) break;
    const best = candidates[worths.indexOf(most)]!;
    chosen.push(best);
    bytes += best.bytes;
    requested.forEach(({ grouping }, at) => {
      if (covers(best.grouping, grouping)) costs[at] = Math.min(costs[at]!, best.rows);
    });
  }
  for (const each of candidates) {
    const hasRoom = chosen.length < room.rollups && bytes + each.bytes <= room.bytes;
    if (!each.isHeld || chosen.includes(each) || !hasRoom) continue;
    chosen.push(each);
    bytes += each.bytes;
  }
  return chosen;
}

/** Rows that all queries together would not have to look at. */
function savingOf({ grouping, rows }: Candidate, requested: readonly QueryCount[], costs: readonly number[]): number {
  let saved = 0;
  for (const [at, { grouping: wanted, asks }] of requested.entries()) {
    const cost = costs[at]!;
    // One that halves the work at least is worth having.
    if (cost > FEW_ROWS && rows * 2 <= cost && covers(grouping, wanted)) saved += asks * (cost - rows);
  }
  return saved;
}
