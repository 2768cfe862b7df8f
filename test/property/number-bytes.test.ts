import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { putNumber } from "#src/http/reply/write-number.js";

const FIRST = 3;

/** Write a number to bytes. @returns its text; `null` if the writer leaves it to JSON */
function written(value: number): string | null {
  const bytes = Buffer.alloc(40, "~");
  const end = putNumber(bytes, FIRST, value);
  if (end === null) return null;
  assert.equal(bytes.toString("latin1", 0, FIRST) + bytes.toString("latin1", end), "~".repeat(40 - end + FIRST));
  return bytes.toString("latin1", FIRST, end);
}

function isWrittenAsJson(value: number): void {
  const text = written(value);
  if (text !== null) assert.equal(text, JSON.stringify(value));
}

/** Check that the writer does not leave a number to JSON, as it must not for amounts of money. */
function isWritten(value: number): void {
  assert.equal(written(value), JSON.stringify(value));
}

describe("a number written as digits", () => {
  it("equals JSON's text", () => {
    fc.assert(fc.property(fc.double(), isWrittenAsJson), { numRuns: 10_000 });
  });

  it("is written for every amount in cents of up to 15 digits", () => {
    const cents = fc.oneof(
      fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 }),
      fc.integer({ min: -100_000, max: 100_000 }),
      fc.tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: -3, max: 3 })).map(([e, by]) => 10 ** e - 4 + by),
    );
    fc.assert(
      fc.property(cents, (each) => isWritten(each / 100)),
      { numRuns: 10_000 },
    );
    for (const each of [0, -0, 0.01, 0.1, 0.07, 1.1, 9999999, 10000000, 9999999999999.99]) isWritten(each);
  });

  it("equals JSON's text for numbers close to an amount in cents", () => {
    const near = fc.tuple(fc.integer(), fc.constantFrom(2 ** -40, 2 ** -30, 2 ** -20, 1e-3, 0.005, 2 ** 50));
    fc.assert(
      fc.property(near, ([cents, by]) => {
        isWrittenAsJson(cents / 100 + by);
        isWrittenAsJson((cents * by) / 100);
      }),
      { numRuns: 10_000 },
    );
    for (const each of [NaN, Infinity, -Infinity, Number.MAX_VALUE, Number.MIN_VALUE, 1e15, 1e21, 2 ** 53, 0.005]) {
      isWrittenAsJson(each);
    }
  });
});
