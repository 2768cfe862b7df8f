import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { AskedShapes } from "#src/columnar/rollups/query-statistics.js";
import {
  covers,
  nameParts,
  type Shape,
  shapeOfMembers,
  spellShape,
  uniteShapes,
} from "#src/columnar/rollups/grouping-set.js";
import { spendingModel } from "../../../fixtures.js";

const shapes: fc.Arbitrary<Shape> = fc
  .array(
    fc.record({
      dimension: fc.nat(3),
      attributes: fc.option(fc.uniqueArray(fc.nat(2), { minLength: 1 })),
    }),
    { maxLength: 5 },
  )
  .map((parts) => uniteShapes(parts.map((part) => [part])));

describe("shapes", () => {
  it("united cover each of them, and nothing less does", () => {
    fc.assert(
      fc.property(shapes, shapes, shapes, (one, other, third) => {
        const united = uniteShapes([one, other]);
        assert.ok(covers(united, one) && covers(united, other));
        if (covers(third, one) && covers(third, other)) assert.ok(covers(third, united));
      }),
    );
  });

  it("that cover each other are the same, and have one spelling", () => {
    fc.assert(
      fc.property(shapes, shapes, (one, other) => {
        assert.equal(covers(one, other) && covers(other, one), spellShape(one) === spellShape(other));
        assert.deepEqual(uniteShapes([one, other]), uniteShapes([other, one]));
      }),
    );
  });

  it("are told in the model's names", () => {
    const model = spendingModel();
    const [time, region] = ["time", "region"].map((name) => model.dimensions.find((each) => each.name === name)!);
    const year = time!.attributes.find(({ name }) => name === "year")!.index;
    const shape = [{ dimension: time!.index, attributes: [year] }, ...shapeOfMembers([region!.index])];
    assert.deepEqual(nameParts(model, shape), ["time.year", "region"]);
  });
});

describe("shapes that were asked", () => {
  it("are counted, those that were asked most first", () => {
    const asked = new AskedShapes();
    const [rare, often] = [shapeOfMembers([1]), shapeOfMembers([2])];
    assert.deepEqual(
      [rare, often, often, often].map((shape) => asked.note(shape, 7, 9)),
      [1, 1, 2, 3],
    );
    assert.deepEqual(asked.list(), [
      { shape: often, asks: 3, entries: 7 },
      { shape: rare, asks: 1, entries: 7 },
    ]);
  });

  it("are remembered with what they cost without a cuboid", () => {
    const asked = new AskedShapes();
    const shape = shapeOfMembers([1]);
    for (const [entries, wanted] of [
      [null, 9],
      [3, 3],
      [null, 3],
    ] as const) {
      asked.note(shape, entries, 9);
      assert.equal(asked.list()[0]!.entries, wanted);
    }
  });

  it("are not more than a few, whatever is asked: what was asked least and longest ago is forgotten", () => {
    const asked = new AskedShapes();
    const often = shapeOfMembers([9999]);
    for (let times = 0; times < 3; times++) asked.note(often, 1, 1);
    for (let dimension = 0; dimension < 5000; dimension++) asked.note(shapeOfMembers([dimension]), 1, 1);
    const list = asked.list();
    assert.equal(list.length, 64);
    assert.deepEqual(list[0]!.shape, often);
    assert.deepEqual(
      list.slice(1).map(({ shape }) => shape[0]!.dimension),
      Array.from({ length: 63 }, (_, at) => 4937 + at),
    );
  });
});
