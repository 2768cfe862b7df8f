import assert from "node:assert/strict";
import { test } from "node:test";
import { decimalNumbers, packIntegers } from "#src/core/model/values/decimal-column.js";
import * as fc from "fast-check";
import {
  addDecimals,
  compareDecimals,
  decimalNumber,
  decimalText,
  keyText,
  normalDecimal,
  subtractDecimals,
} from "#src/core/model/values/decimal.js";

const decimals = fc.record({
  unscaled: fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
  scale: fc.nat({ max: 50 }),
});

test("decimal text has no exponent and no trailing zeros", () => {
  const cases: [bigint, number, string][] = [
    [12n, 0, "12"],
    [1250n, 2, "12.5"],
    [1200n, 2, "12"],
    [-5n, 2, "-0.05"],
    [0n, 3, "0"],
    [10n ** 25n, 0, "10000000000000000000000000"],
    [1n, 10, "0.0000000001"],
  ];
  for (const [unscaled, scale, text] of cases) assert.equal(decimalText({ unscaled, scale }), text);
});

test("key text has at least one decimal", () => {
  assert.equal(keyText({ unscaled: 12n, scale: 0 }), "12.0");
  assert.equal(keyText({ unscaled: 1250n, scale: 2 }), "12.5");
  assert.equal(keyText({ unscaled: 0n, scale: 0 }), "0.0");
});

test("a sum is exact for all scales", () => {
  assert.equal(decimalText(addDecimals({ unscaled: 1n, scale: 1 }, { unscaled: 2n, scale: 1 })), "0.3");
  assert.equal(
    decimalText(addDecimals({ unscaled: 10n ** 30n, scale: 0 }, { unscaled: 1n, scale: 30 })),
    `1${"0".repeat(30)}.${"0".repeat(29)}1`,
  );
});

test("numbers are compared as their difference tells, of one scale and of several", () => {
  fc.assert(
    fc.property(decimals, decimals, fc.boolean(), (a, other, isLike) => {
      const b = isLike ? { ...other, scale: a.scale } : other;
      const { unscaled } = subtractDecimals(a, b);
      assert.equal(Math.sign(compareDecimals(a, b)), unscaled < 0n ? -1 : Number(unscaled > 0n));
      assert.equal(compareDecimals(a, { ...a }), 0);
    }),
  );
});

test("sums do not depend on order and grouping", () => {
  fc.assert(
    fc.property(decimals, decimals, decimals, (a, b, c) => {
      const left = decimalText(addDecimals(addDecimals(a, b), c));
      assert.equal(decimalText(addDecimals(c, addDecimals(b, a))), left);
    }),
  );
});

test("a decimal becomes the nearest double", () => {
  fc.assert(fc.property(decimals, (d) => assert.equal(decimalNumber(d), Number(decimalText(d)))));
});

test("a column is converted like single numbers", () => {
  const edge = fc.constantFrom(
    0n,
    -1n,
    2n ** 53n,
    2n ** 53n - 1n,
    -(2n ** 53n),
    -(2n ** 53n) - 1n,
    2n ** 32n,
    -(2n ** 63n),
  );
  const integers = fc.array(fc.oneof(edge, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })));
  fc.assert(
    fc.property(integers, fc.integer({ min: 0, max: 40 }), (column, scale) => {
      const wanted = column.map((unscaled) => decimalNumber({ unscaled, scale }));
      const part = BigInt64Array.from([7n, ...column]).subarray(1);
      assert.deepEqual(decimalNumbers(packIntegers(part, scale)), Float64Array.from(wanted));
    }),
  );
});

test("zero has no sign, and no number is infinite", () => {
  assert.ok(Object.is(decimalNumber({ unscaled: 0n, scale: 2 }), 0));
  assert.ok(Object.is(decimalNumber({ unscaled: -1n, scale: 1100 }), 0));
  assert.equal(decimalNumber({ unscaled: 10n ** 400n, scale: 0 }), Number.MAX_VALUE);
  assert.equal(decimalNumber({ unscaled: -(10n ** 400n), scale: 0 }), -Number.MAX_VALUE);
});

test("the normal form keeps the value and has the smallest scale", () => {
  assert.deepEqual(normalDecimal({ unscaled: -12500n, scale: 3 }), { unscaled: -125n, scale: 1 });
  assert.deepEqual(normalDecimal({ unscaled: 1000n, scale: 2 }), { unscaled: 10n, scale: 0 });
  assert.deepEqual(normalDecimal({ unscaled: 0n, scale: 9 }), { unscaled: 0n, scale: 0 });
  fc.assert(fc.property(decimals, (d) => assert.equal(decimalText(normalDecimal(d)), decimalText(d))));
});
