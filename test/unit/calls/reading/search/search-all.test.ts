import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { searchWhole } from "#src/calls/reading/search/narrow-search.js";
import { searchAll } from "#src/calls/reading/search/search.js";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import { OverCapacity } from "#src/core/errors/errors.js";
import type { SearchQuery } from "#src/core/query/search/query.js";
import { engineOf, spendingDataset } from "../../../../fixtures.js";

const DATASETS = 300;

/** Search datasets, each of which takes a millisecond. @returns the turns of the event loop meanwhile */
async function search(maxComputing = Infinity): Promise<number> {
  let now = 0;
  const clock = mock.method(performance, "now", () => now);
  const read = {
    search: async () => {
      now += 1;
      return {} as never;
    },
    release() {},
  };
  const engine = engineOf({ numEntries: 1 }, read);
  const datasets = Array.from({ length: DATASETS }, () => spendingDataset([], { engine }));
  const queries = datasets.map(() => ({ limit: 0, order: [] }) as unknown as SearchQuery);
  let turns = 0;
  const state = { isOver: false };
  const count = (async () => {
    while (!state.isOver) {
      await setImmediate();
      turns++;
    }
  })();
  try {
    const signal = { aborted: false, usage: { computed: 0 }, addEventListener() {}, removeEventListener() {} };
    await searchAll(searchWhole(datasets), queries, { ...UNBOUNDED, maxComputing, signal });
  } finally {
    state.isOver = true;
    clock.mock.restore();
    await count;
  }
  return turns;
}

describe("a search of hundreds of datasets", () => {
  it("lets other work run every ten milliseconds", async () => {
    const turns = await search();
    assert.ok(turns >= DATASETS / 10 - 1, `${turns} turns`);
  });

  it("ends when its time is used up", async () => {
    await assert.rejects(search(50), (error) => error instanceof OverCapacity && error.limit === "deadline");
  });
});
