import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { parseClauses, printClauses } from "#src/core/query/clauses.js";

const field = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]*$/);
const value = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("|", '"', ":", "\\", "a", " ", "\n", "é") }),
);

describe("clauses", () => {
  it("are parsed back from their printed text", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ field, value })), (clauses) => {
        const errors: string[] = [];
        const parsed = parseClauses(printClauses(clauses), (sentence) => errors.push(sentence));
        assert.deepEqual(
          parsed.map((each) => ({ ...each })),
          clauses.map((each) => ({ ...each })),
        );
        assert.deepEqual(errors, []);
      }),
    );
  });

  it("never throw, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("|", '"', ":", "\\", "a") }), (text) => {
        parseClauses(text, (sentence) => assert.ok(sentence.length > 0));
      }),
    );
  });
});
