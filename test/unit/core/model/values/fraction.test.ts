import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { decimalNumber } from "#src/core/model/values/decimal.js";
import {
  addFractions,
  compareFractions,
  divideFractions,
  type Fraction,
  fractionText,
  type Integer,
  nearestQuotient,
  nearestRoot,
  subtractFractions,
} from "#src/core/model/values/fraction.js";

const sizes = fc.oneof(
  fc.bigInt({ min: -20n, max: 20n }),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
  fc.bigInt({ min: -(10n ** 330n), max: 10n ** 330n }),
);
/** Integers as numbers where they are safe. */
const integer = sizes.map(packed);
const divisor = sizes.filter((each) => each !== 0n).map((each) => packed(each < 0n ? -each : each));
const fraction = fc.record({ numerator: integer, denominator: divisor }, { noNullPrototype: true });

function packed(of: bigint): Integer {
  return of >= Number.MIN_SAFE_INTEGER && of <= Number.MAX_SAFE_INTEGER ? Number(of) : of;
}

/** The number as big integers in lowest terms. */
function parts({ numerator, denominator }: Fraction): readonly [bigint, bigint] {
  let [x, y] = [BigInt(numerator), BigInt(denominator)];
  while (y !== 0n) [x, y] = [y, x % y];
  const divisor = x < 0n ? -x : x;
  return [BigInt(numerator) / divisor, BigInt(denominator) / divisor];
}

/** The exact value of a double, times 2^1074. */
function scaled(double: number): bigint {
  let [bits, exponent] = [double, 0];
  while (!Number.isInteger(bits)) [bits, exponent] = [bits * 2, exponent + 1];
  return (BigInt(bits) << 1074n) >> BigInt(exponent);
}

describe("a quotient", () => {
  it("is rounded to the nearest double, ties to even", () => {
    fc.assert(
      fc.property(integer, divisor, (numerator, denominator) => {
        const rounded = nearestQuotient(numerator, denominator);
        if (Math.abs(rounded) === Number.MAX_VALUE) return;
        const exact = BigInt(numerator) << 1074n;
        const distance = (double: number): bigint => {
          const difference = scaled(double) * BigInt(denominator) - exact;
          return difference < 0n ? -difference : difference;
        };
        const bits = new BigInt64Array(new Float64Array([rounded]).buffer);
        for (const step of [-1n, 1n]) {
          const neighbour = new Float64Array(BigInt64Array.of(bits[0]! + step).buffer)[0]!;
          if (Number.isNaN(neighbour)) continue;
          const [own, other] = [distance(rounded), distance(neighbour)];
          assert.ok(own < other || (own === other && bits[0]! % 2n === 0n), `${numerator}/${denominator}`);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("is rounded once, also where doubles have fewer bits", () => {
    const smallest = 2n ** 1074n;
    assert.equal(nearestQuotient(1n, smallest), 5e-324);
    assert.equal(nearestQuotient(1n, smallest * 2n), 0);
    assert.equal(nearestQuotient(3n, smallest * 2n), 1e-323);
    assert.equal(nearestQuotient(-1n, smallest * 3n) + 1, 1);
    assert.equal(nearestQuotient(10n ** 400n, 1), Number.MAX_VALUE);
    assert.equal(nearestQuotient(-(10n ** 400n), 1), -Number.MAX_VALUE);
    assert.ok(Object.is(nearestQuotient(0, 5), 0));
    assert.ok(Object.is(nearestQuotient(-1n, 10n ** 400n), 0));
  });

  it("of a power of ten is the double of the decimal", () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 40 }), (unscaled, scale) =>
        assert.equal(
          nearestQuotient(packed(unscaled), packed(10n ** BigInt(scale))),
          decimalNumber({ unscaled, scale }),
        ),
      ),
    );
  });
});

describe("fractions", () => {
  it("are added, subtracted and divided exactly", () => {
    fc.assert(
      fc.property(fraction, fraction, (a, b) => {
        const sum = addFractions(a, b);
        assert.deepEqual(parts(subtractFractions(sum, b)), parts(a));
        const quotient = divideFractions(a, b);
        if (b.numerator == 0) return assert.equal(quotient, null);
        const [p, q] = parts(quotient!);
        const product = { numerator: p * BigInt(b.numerator), denominator: q * BigInt(b.denominator) };
        assert.deepEqual(parts(product), parts(a));
      }),
    );
  });

  it("are compared exactly", () => {
    fc.assert(
      fc.property(fraction, fraction, (a, b) => {
        const [difference] = parts(subtractFractions(a, b));
        assert.equal(compareFractions(a, b), difference < 0n ? -1 : difference > 0n ? 1 : 0);
      }),
    );
  });

  for (const [numerator, denominator, text] of [
    [0, 7, "0"],
    [6, 3, "2"],
    [-1, 8, "-0.125"],
    [1, 3, "1/3"],
    [-4, 6, "-2/3"],
    [64400754714964n, 144500n, "16100188678741/36125"],
    [7, 40, "0.175"],
    [10n ** 30n, 10n ** 28n, "100"],
  ] as const) {
    it(`are written in full: ${numerator}/${denominator} as ${text}`, () =>
      assert.equal(fractionText({ numerator, denominator }), text));
  }
});

describe("square roots", () => {
  it("of squares are exact", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 53n }), fc.bigInt({ min: 1n, max: 2n ** 80n }), (root, unit) => {
        assert.equal(nearestRoot(root * root * unit, unit), Number(root));
      }),
    );
  });

  it("are the nearest doubles", () => {
    const parts = fc.oneof(fc.bigInt({ min: 1n, max: 50n }), fc.bigInt({ min: 1n, max: 2n ** 300n }));
    fc.assert(
      fc.property(parts, parts, (over, under) => {
        const root = nearestRoot(over, under);
        // The root lies between the middles to both neighbours: half an ulp below and above.
        const [below, above] = [-1n, 1n].map((step) => middleOf(root, step));
        assert.ok(over * below![1] ** 2n >= below![0] ** 2n * under, "too large");
        assert.ok(over * above![1] ** 2n <= above![0] ** 2n * under, "too small");
      }),
    );
  });
});

/** Return the middle between a double above 0 and its neighbour. */
function middleOf(double: number, step: bigint): readonly [bigint, bigint] {
  const bits = new BigInt64Array(Float64Array.of(double).buffer);
  bits[0]! += step;
  const [a, b] = [double, new Float64Array(bits.buffer)[0]!].map((each) => {
    let [over, under] = [each, 1n];
    for (; !Number.isInteger(over); over *= 2) under *= 2n;
    return [BigInt(over), under] as const;
  });
  return [a![0] * b![1] + b![0] * a![1], 2n * a![1] * b![1]];
}
