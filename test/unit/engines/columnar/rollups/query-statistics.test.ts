import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { QueryStatistics } from "#src/engines/columnar/rollups/query-statistics.js";
import {
  covers,
  nameParts,
  type GroupingSet,
  groupingKey,
  uniteGroupings,
} from "#src/engines/columnar/rollups/grouping-set.js";
import { spendingModel } from "../../../../fixtures.js";
import { groupingOfMembers } from "../../../../grouping-of-members.js";

const groupings: fc.Arbitrary<GroupingSet> = fc
  .array(
    fc.record({
      dimension: fc.nat(3),
      attributes: fc.option(fc.uniqueArray(fc.nat(2), { minLength: 1 })),
    }),
    { maxLength: 5 },
  )
  .map((parts) => uniteGroupings(parts.map((part) => [part])));

describe("grouping sets", () => {
  it("united cover each of them, and no narrower one does", () => {
    fc.assert(
      fc.property(groupings, groupings, groupings, (one, other, third) => {
        const united = uniteGroupings([one, other]);
        assert.ok(covers(united, one) && covers(united, other));
        if (covers(third, one) && covers(third, other)) assert.ok(covers(third, united));
      }),
    );
  });

  it("that cover each other are equal and have the same key", () => {
    fc.assert(
      fc.property(groupings, groupings, (one, other) => {
        assert.equal(covers(one, other) && covers(other, one), groupingKey(one) === groupingKey(other));
        assert.deepEqual(uniteGroupings([one, other]), uniteGroupings([other, one]));
      }),
    );
  });

  it("are named as in the model", () => {
    const model = spendingModel();
    const [time, region] = ["time", "region"].map((name) => model.dimensions.find((each) => each.name === name)!);
    const year = time!.attributes.find(({ name }) => name === "year")!.index;
    const grouping = [{ dimension: time!.index, attributes: [year] }, ...groupingOfMembers([region!.index])];
    assert.deepEqual(nameParts(model, grouping), ["time.year", "region"]);
  });
});

describe("query counts", () => {
  it("are listed by grouping set, the most requested first", () => {
    const counts = new QueryStatistics();
    const [rare, often] = [groupingOfMembers([1]), groupingOfMembers([2])];
    assert.deepEqual(
      [rare, often, often, often].map((grouping) => counts.note(grouping, 7, 9)),
      [1, 1, 2, 3],
    );
    assert.deepEqual(counts.list(), [
      { grouping: often, asks: 3, entries: 7 },
      { grouping: rare, asks: 1, entries: 7 },
    ]);
  });

  it("include the entries that a query visits without a rollup", () => {
    const counts = new QueryStatistics();
    const grouping = groupingOfMembers([1]);
    for (const [entries, wanted] of [
      [null, 9],
      [3, 3],
      [null, 3],
    ] as const) {
      counts.note(grouping, entries, 9);
      assert.equal(counts.list()[0]!.entries, wanted);
    }
  });

  it("are few for any number of grouping sets: the least requested and oldest are forgotten", () => {
    const counts = new QueryStatistics();
    const often = groupingOfMembers([9999]);
    for (let times = 0; times < 3; times++) counts.note(often, 1, 1);
    for (let dimension = 0; dimension < 5000; dimension++) counts.note(groupingOfMembers([dimension]), 1, 1);
    const list = counts.list();
    assert.equal(list.length, 64);
    assert.deepEqual(list[0]!.grouping, often);
    assert.deepEqual(
      list.slice(1).map(({ grouping }) => grouping[0]!.dimension),
      Array.from({ length: 63 }, (_, at) => 4937 + at),
    );
  });
});
