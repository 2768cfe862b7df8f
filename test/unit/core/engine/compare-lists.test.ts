import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "node:test";
import { compareLists } from "#src/core/engine/compare-lists.js";
import { randomRuns } from "../../../full.js";

const randomItems = fc.uniqueArray(fc.nat(12), { maxLength: 10 });

describe("items that only one of two lists has", () => {
  it("are those that the other does not include, in their order", () => {
    fc.assert(
      fc.property(randomItems, randomItems, fc.nat(10), fc.boolean(), (one, other, at, isAlike) => {
        const after = isAlike
          ? one.toSpliced(at, 1, ...other.filter((item) => !one.includes(item)).slice(0, 2))
          : other;
        assert.deepEqual(compareLists(one, after), {
          gone: one.filter((item) => !after.includes(item)),
          fresh: after.filter((item) => !one.includes(item)),
        });
      }),
      { numRuns: randomRuns(200, 5000) },
    );
  });
});
