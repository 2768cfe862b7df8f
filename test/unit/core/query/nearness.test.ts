import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isWithinEdits } from "#src/core/query/text/edits.js";
import { nearness } from "#src/calls/reading/lookup/near-values.js";

describe("nearness", () => {
  const cases: readonly (readonly [wanted: string, text: string, edits: number | null])[] = [
    ["uki", "uki", 0],
    ["uk", "ukid", 1],
    ["ukx", "uki", 1],
    ["nroth", "north", 1],
    ["transprot", "transport", 1],
    ["protection", "social protection", 4],
    ["u", "uki", null],
    ["ab", "xy ab", null],
    ["", "uki", null],
    ["uki", "", null],
    ["abc", "xyz", null],
  ];
  for (const [wanted, text, edits] of cases) {
    it(`of "${text}" to "${wanted}" is ${edits}`, () => assert.equal(nearness(wanted, text), edits));
  }

  it("is the number of edits of texts that neither begin with the wanted text nor have a word that does", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(text, text, (wanted, other) => {
        fc.pre(!other.startsWith(wanted));
        const most = Math.max(1, Math.floor(wanted.length / 3));
        const edits = Array.from({ length: most }, (_, at) => at + 1).find((each) =>
          isWithinEdits(wanted, other, each),
        );
        const expected = Math.abs(wanted.length - other.length) > most ? null : (edits ?? null);
        assert.equal(nearness(wanted, other), expected);
      }),
    );
  });
});
