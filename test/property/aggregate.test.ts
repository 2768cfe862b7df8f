import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { gatherCells, type WholeResult } from "#src/core/engine/collect-cells.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { decimalNumbers } from "#src/core/model/values/decimal-column.js";
import { queryParameters, type Row, spendingEngine, spendingModel } from "../fixtures.js";

const model = spendingModel();
const BOUNDS = { maxCells: 1_000_000, deadline: Number.POSITIVE_INFINITY };

const amount = fc.oneof(
  fc.bigInt({ min: -1000n, max: 1000n }),
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  fc.constantFrom(1n, -1n, 2n ** 63n, -(2n ** 63n)),
);
const rows = fc
  .uniqueArray(
    fc.record({
      id: fc.stringMatching(/^[0-9a-f]{1,6}$/),
      paid: amount,
      region: fc.constantFrom("North", "South", "\u{1F600}", "\u{FB01}", ""),
      code: fc.constantFrom("1", "2", "3"),
      date: fc.constantFrom("2009-01-01", "2009-06-30", "2010-12-31"),
      rate: fc.constantFrom(null, 0, 1.5, 10),
      until: fc.constantFrom(null, "2011-01-01"),
    }),
    { selector: ({ id }) => id.padStart(40, "0"), maxLength: 40 },
  )
  .map((each): readonly Row[] => each);
const drilldown = fc.subarray(["region", "cofog1", "year", "time.quarter", "rate", "until", "cofog1.label"], {
  minLength: 1,
});

async function aggregate(from: readonly Row[], text: string): Promise<WholeResult> {
  const { query } = bindAggregate(model, queryParameters(text), 1024);
  return gatherCells(await withReader(spendingEngine(from, model), BOUNDS, (reader) => reader.aggregate(query)));
}

/** Return a result without the ids of members, which depend on the order of rows. */
function visible({ totals, numEntries, numCells, cells }: WholeResult): unknown {
  const keys = cells.keys.map((column) =>
    column.map((key) => (typeof key === "object" && key !== null ? key.values : key)),
  );
  return { totals, numEntries, numCells, keys, sums: cells.sums, counts: cells.numEntries };
}

describe("an aggregation", () => {
  it("does not depend on the order of rows", async () => {
    const shuffled = rows.chain((each) =>
      fc.tuple(fc.constant(each), fc.shuffledSubarray([...each], { minLength: each.length })),
    );
    await fc.assert(
      fc.asyncProperty(shuffled, drilldown, async ([original, permuted], keys) => {
        const text = `drilldown=${keys.join("|")}`;
        assert.deepEqual(visible(await aggregate(permuted, text)), visible(await aggregate(original, text)));
      }),
    );
  });

  it("has cells that add up to its total and its number of entries", async () => {
    await fc.assert(
      fc.asyncProperty(rows, drilldown, async (from, keys) => {
        const small = from.map((row) => ({ ...row, paid: row.paid % 1000n }));
        const { totals, cells, numEntries } = await aggregate(small, `drilldown=${keys.join("|")}`);
        const cents = [...cells.sums[0]!.unscaled].map(BigInt).reduce((sum, each) => sum + each, 0n);
        assert.equal(cents, totals[0]!.unscaled);
        assert.equal(
          cells.numEntries.reduce((sum, each) => sum + each, 0),
          numEntries,
        );
      }),
    );
  });

  it("has pages that neither overlap nor skip", async () => {
    await fc.assert(
      fc.asyncProperty(rows, drilldown, fc.integer({ min: 1, max: 7 }), async (from, keys, pagesize) => {
        const text = `drilldown=${keys.join("|")}&order=num_entries:asc`;
        const whole = await aggregate(from, text);
        const counts: number[] = [];
        for (let page = 1; page <= Math.ceil(whole.numCells / pagesize); page++) {
          const part = await aggregate(from, `${text}&pagesize=${pagesize}&page=${page}`);
          counts.push(...decimalNumbers(part.cells.sums[0]!));
        }
        assert.deepEqual(counts, [...decimalNumbers(whole.cells.sums[0]!)]);
      }),
    );
  });

  it("selects with a union of cuts the same entries as the single cuts, and at most as many with an intersection", async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (from) => {
        const count = async (cut: string): Promise<number> => (await aggregate(from, `cut=${cut}`)).numEntries;
        const [north, south] = [await count("region:North"), await count("region:South")];
        assert.equal(await count("region:North|region:South"), north + south);
        assert.ok((await count("region:North|cofog1:1")) <= north);
      }),
    );
  });
});
