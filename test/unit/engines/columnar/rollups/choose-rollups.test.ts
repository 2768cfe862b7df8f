import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { QueryCount } from "#src/engines/columnar/rollups/query-statistics.js";
import { type Candidate, chooseRollups } from "#src/engines/columnar/rollups/choose-rollups.js";
import { groupingKey } from "#src/engines/columnar/rollups/grouping-set.js";
import { groupingOfMembers } from "../../../../grouping-of-members.js";

const LIMITS = { bytes: 1000, rollups: 4 };

function counted(asks: number, ...dimensions: readonly number[]): QueryCount {
  return { grouping: groupingOfMembers(dimensions), asks, entries: 1_000_000 };
}

function candidate(rows: number, bytes: number, ...dimensions: readonly number[]): Candidate {
  return { grouping: groupingOfMembers(dimensions), rows, bytes, isHeld: false };
}

function choose(queries: readonly QueryCount[], candidates: readonly Candidate[], limits = LIMITS): readonly string[] {
  return chooseRollups(queries, candidates, limits).map(({ grouping }) => groupingKey(grouping));
}

describe("the choice of rollups", () => {
  it("takes those that save most rows per byte, within the limits", () => {
    const queries = [counted(4, 0), counted(2, 1), counted(1, 2)];
    const candidates = [candidate(10, 400, 2), candidate(10, 400, 1), candidate(10, 400, 0)];
    assert.deepEqual(choose(queries, candidates), ["0.", "1."]);
  });

  it("prefers one that answers many queries to one for each", () => {
    const queries = [counted(1, 0), counted(1, 1), counted(1, 0, 1)];
    const candidates = [candidate(10, 300, 0), candidate(10, 300, 1), candidate(3000, 600, 0, 1)];
    assert.deepEqual(choose(queries, candidates), ["0.,1."]);
  });

  it("adds a smaller one only where it halves the work at least", () => {
    const queries = [counted(9, 0)];
    const large = candidate(100_000, 100, 0, 1);
    assert.deepEqual(choose(queries, [large, candidate(60_000, 500, 0)]), ["0.,1."]);
    assert.deepEqual(choose(queries, [large, candidate(40_000, 500, 0)]), ["0.,1.", "0."]);
  });

  it("leaves out those that no query needs, that are too large, or whose queries visit few entries", () => {
    assert.deepEqual(choose([counted(9, 0)], [candidate(10, 10, 1)]), []);
    assert.deepEqual(choose([counted(9, 0)], [candidate(10, 1001, 0)]), []);
    assert.deepEqual(choose([{ ...counted(9, 0), entries: 30 }], [candidate(10, 10, 0)]), []);
  });

  it("keeps existing rollups beside others, and drops them if both do not fit", () => {
    const held = { ...candidate(10, 500, 1), isHeld: true };
    assert.deepEqual(choose([counted(1, 0)], [held, candidate(10, 400, 0)]), ["0.", "1."]);
    assert.deepEqual(choose([counted(1, 0)], [held, candidate(10, 600, 0)]), ["0."]);
    assert.deepEqual(choose([counted(1, 0)], [held, candidate(10, 400, 0)], { ...LIMITS, rollups: 1 }), ["0."]);
  });
});
