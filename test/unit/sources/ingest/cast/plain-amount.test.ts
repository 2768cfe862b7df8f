import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { readPlainAmount } from "#src/sources/ingest/cast/plain-amount.js";
import { convert } from "#src/core/model/values/convert.js";

describe("a plain amount", () => {
  for (const decimal of [".", ","] as const) {
    const numbers = { decimal, thousands: decimal === "." ? "," : "." };

    it(`with "${decimal}" equals the result of the general parser`, () =>
      fc.assert(
        fc.property(fc.string({ unit: fc.constantFrom("0", "1", "9", ".", ",", "-", " ") }), (cell) => {
          const plain = readPlainAmount(cell, decimal);
          if (plain) assert.deepEqual(plain, convert({ datatype: "float", numbers, format: null }, cell));
        }),
        { numRuns: 2_000 },
      ));
  }

  it("is recognised", () => {
    for (const cell of ["0", "-0", "12", "-7", "0.5", "1200.00", "999999999999999", "-0.00000000001"]) {
      assert.notEqual(readPlainAmount(cell, "."), null, cell);
    }
  });

  it("rejects every other form", () => {
    for (const cell of ["", "-", ".", "1.", ".5", "1.2.3", "1,000", "+1", "1e3", " 1", "1 ", "٣", "9999999999999999"]) {
      assert.equal(readPlainAmount(cell, "."), null, cell);
    }
  });
});
