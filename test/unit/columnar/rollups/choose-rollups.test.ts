import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { QueryCount } from "#src/columnar/rollups/query-statistics.js";
import { type Candidate, chooseRollups } from "#src/columnar/rollups/choose-rollups.js";
import { groupingOfMembers, groupingKey } from "#src/columnar/rollups/grouping-set.js";

const ROOM = { bytes: 1000, rollups: 4 };

function asked(asks: number, ...dimensions: readonly number[]): QueryCount {
  return { grouping: groupingOfMembers(dimensions), asks, entries: 1_000_000 };
}

function candidate(rows: number, bytes: number, ...dimensions: readonly number[]): Candidate {
  return { grouping: groupingOfMembers(dimensions), rows, bytes, isHeld: false };
}

function choose(queries: readonly QueryCount[], candidates: readonly Candidate[], room = ROOM): readonly string[] {
  return chooseRollups(queries, candidates, room).map(({ grouping }) => groupingKey(grouping));
}

describe("the choice of cuboids", () => {
  it("takes what saves most for its bytes, as long as there is room", () => {
    const queries = [asked(4, 0), asked(2, 1), asked(1, 2)];
    const candidates = [candidate(10, 400, 2), candidate(10, 400, 1), candidate(10, 400, 0)];
    assert.deepEqual(choose(queries, candidates), ["0.", "1."]);
  });

  it("prefers one that answers many queries to one for each", () => {
    const queries = [asked(1, 0), asked(1, 1), asked(1, 0, 1)];
    const candidates = [candidate(10, 300, 0), candidate(10, 300, 1), candidate(3000, 600, 0, 1)];
    assert.deepEqual(choose(queries, candidates), ["0.,1."]);
  });

  it("adds a smaller one only where it halves the work at least", () => {
    const queries = [asked(9, 0)];
    const large = candidate(100_000, 100, 0, 1);
    assert.deepEqual(choose(queries, [large, candidate(60_000, 500, 0)]), ["0.,1."]);
    assert.deepEqual(choose(queries, [large, candidate(40_000, 500, 0)]), ["0.,1.", "0."]);
  });

  it("leaves out what nobody asked for, what is too large and what looks at few entries already", () => {
    assert.deepEqual(choose([asked(9, 0)], [candidate(10, 10, 1)]), []);
    assert.deepEqual(choose([asked(9, 0)], [candidate(10, 1001, 0)]), []);
    assert.deepEqual(choose([{ ...asked(9, 0), entries: 30 }], [candidate(10, 10, 0)]), []);
  });

  it("keeps what is there beside it, and gives it up where there is no room for both", () => {
    const held = { ...candidate(10, 500, 1), isHeld: true };
    assert.deepEqual(choose([asked(1, 0)], [held, candidate(10, 400, 0)]), ["0.", "1."]);
    assert.deepEqual(choose([asked(1, 0)], [held, candidate(10, 600, 0)]), ["0."]);
    assert.deepEqual(choose([asked(1, 0)], [held, candidate(10, 400, 0)], { ...ROOM, rollups: 1 }), ["0."]);
  });
});
