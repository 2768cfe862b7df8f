import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { MAX_DECIMALS, putDecimal } from "#src/web/http/reply/write-decimal.js";
import { Utf8Writer } from "#src/web/http/reply/utf8-writer.js";
import { decimalNumber, decimalText } from "#src/core/model/values/decimal.js";
import { packBigIntegers } from "#src/core/model/values/decimal-column.js";

const FIRST = 3;

function written(unscaled: number, scale: number): string {
  const bytes = Buffer.alloc(40, "~");
  const end = putDecimal(bytes, FIRST, unscaled, scale);
  assert.equal(bytes.toString("latin1", 0, FIRST) + bytes.toString("latin1", end), "~".repeat(40 - end + FIRST));
  return bytes.toString("latin1", FIRST, end);
}

function isExact(unscaled: number, scale: number): void {
  assert.equal(written(unscaled, scale), decimalText({ unscaled: BigInt(unscaled), scale }));
}

/** The fraction that a plain decimal text is. */
function fractionOf(text: string): readonly [numerator: bigint, denominator: bigint] {
  const [, sign = "", whole = "", decimals = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)!;
  return [BigInt(sign + whole + decimals), 10n ** BigInt(decimals.length)];
}

describe("a decimal in digits", () => {
  const scales = fc.integer({ min: 0, max: MAX_DECIMALS });
  const near = fc
    .tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: -3, max: 3 }), fc.integer({ min: 1, max: 9 }))
    .map(([exponent, by, times]) => times * 10 ** exponent + by);

  it("is its text, whatever safe integer and scale it has", () => {
    const integers = fc.oneof(fc.maxSafeInteger(), near, fc.integer({ min: -100_000, max: 100_000 }));
    fc.assert(fc.property(integers, scales, isExact), { numRuns: 20_000 });
    for (let scale = 0; scale <= MAX_DECIMALS; scale++) {
      for (const each of [0, -0, 1, -1, 9, 10, 100, 9_999_999, 10_000_000, 99_999_999, 10 ** 14, 10 ** 15]) {
        isExact(each, scale);
        isExact(-each, scale);
      }
      for (const each of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) isExact(each, scale);
    }
  });

  it("is the exact number, and parses to the nearest double, whatever its size", () => {
    const integers = fc.oneof(
      fc.bigInt({ min: -(2n ** 53n), max: 2n ** 53n }),
      fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
      fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
    );
    fc.assert(
      fc.property(integers, fc.integer({ min: 0, max: 30 }), (unscaled, scale) => {
        const writer = new Utf8Writer(100);
        writer.writeDecimal(packBigIntegers([unscaled], scale).unscaled[0]!, scale);
        const text = writer.take().toString();
        const [numerator, denominator] = fractionOf(text);
        assert.equal(numerator * 10n ** BigInt(scale), unscaled * denominator);
        assert.equal(JSON.parse(text), decimalNumber({ unscaled, scale }));
      }),
      { numRuns: 10_000 },
    );
  });
});
