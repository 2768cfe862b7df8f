import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mergeHits } from "#src/calls/reading/search/merge-hits.js";
import type { Entry } from "#src/core/engine/entry.js";
import type { Hit, SearchResult } from "#src/core/engine/search.js";
import { spendingModel } from "../../../../fixtures.js";

const [measure] = spendingModel().measures;
const DATASETS = 40;

describe("the hits of many datasets", () => {
  it("are merged by score and amount, and only those of the page are read", async () => {
    const read: number[] = [];
    const results = Array.from({ length: DATASETS }, (_, at): SearchResult => {
      const amount = { unscaled: BigInt((at * 7) % DATASETS), scale: 0 };
      const hit: Hit = {
        score: 1,
        get entry() {
          read.push(at);
          return { id: `${at}`, amounts: [amount] } as unknown as Entry;
        },
        amountOf: () => amount,
      };
      return {
        numEntries: 1,
        facets: [],
        statistics: [],
        hits: async function* () {
          yield [hit];
        },
      };
    });
    const order = [
      { name: "score", descending: true, bound: results.map(() => ({ by: "score", descending: true }) as const) },
      {
        name: "amount",
        descending: true,
        bound: results.map(() => ({ by: "measure", measure: measure!, descending: true }) as const),
      },
      { name: "id", descending: false, bound: results.map(() => ({ by: "id", descending: false }) as const) },
    ];
    const amounts: bigint[] = [];
    for await (const hits of mergeHits(results, order, 2, 3)) {
      amounts.push(...hits.map(({ hit }) => hit.entry.amounts[0]!.unscaled));
    }
    assert.deepEqual([amounts, read.length], [[37n, 36n, 35n], 3]);
  });
});
