import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pairDoubles, sumProducts } from "#src/core/figures/double-sums.js";
import { addFractions, type Fraction, nearestQuotient, ZERO_FRACTION } from "#src/core/model/values/fraction.js";
import { randomRuns } from "../../../full.js";
import { Random } from "../../engines/kernel/random.js";

describe("sums of products in pairs of doubles", () => {
  it("are the nearest doubles of exact sums, or left open", () => {
    const random = new Random(5);
    const integer = (bits: number): number =>
      Math.floor((random.int(2 ** 26) * 2 ** 27 + random.int(2 ** 27)) / 2 ** (53 - random.int(bits + 1)));
    let open = 0;
    const runs = randomRuns(20_000, 1_000_000);
    for (let run = 0; run < runs; run++) {
      const length = 1 + random.int(30);
      const numbers = Array.from({ length }, (): Fraction => {
        const isLong = random.chance(20);
        const [numerator, denominator] = [1 + integer(40), 1 + integer(40)];
        const factor = BigInt(1 + integer(53)) * BigInt(1 + integer(53));
        return isLong
          ? { numerator: BigInt(numerator) * factor, denominator: factor + 1n }
          : { numerator, denominator };
      });
      const amounts = Float64Array.from(numbers, () => integer(53) * (random.chance(30) ? -1 : 1));
      // Sums that nearly cancel out are the hard ones.
      if (length > 1 && random.chance(20)) {
        numbers[1] = numbers[0]!;
        amounts[1] = 0 - amounts[0]!;
      }
      const scale = random.int(16);
      const items = Int32Array.from(numbers.keys());
      const sum = sumProducts(amounts, items, items, pairDoubles(numbers), 10 ** scale);
      if (Number.isNaN(sum)) {
        open++;
        continue;
      }
      const exact = numbers.reduce<Fraction>(
        (total, { numerator, denominator }, at) =>
          addFractions(total, {
            numerator: BigInt(numerator) * BigInt(amounts[at]!),
            denominator: BigInt(denominator) * 10n ** BigInt(scale),
          }),
        ZERO_FRACTION,
      );
      assert.ok(Object.is(sum, nearestQuotient(exact.numerator, exact.denominator)), `run ${run}`);
    }
    assert.ok(open < runs * 0.2, `${open} of ${runs} are left open`);
  });

  it("are left open between two doubles, and for numbers that are missing", () => {
    const one = { numerator: 1, denominator: 1 };
    const items = Int32Array.of(0, 1);
    const half = { numerator: 1, denominator: 2n ** 53n };
    // 1 + 2^-53 is as near to 1 as to the next double, and what follows decides.
    const tiny = { numerator: 1, denominator: 3n ** 80n };
    const sumOf = (numbers: readonly (Fraction | null)[]): number =>
      sumProducts(
        Float64Array.from(numbers, () => 1),
        Int32Array.from(numbers.keys()),
        null,
        pairDoubles(numbers),
        1,
      );
    assert.ok(Number.isNaN(sumOf([one, half, tiny])));
    assert.equal(sumOf([one, half, { numerator: 1, denominator: 2n ** 60n }]), 1 + Number.EPSILON);
    assert.ok(Number.isNaN(sumProducts(Float64Array.of(1, 1), items, null, pairDoubles([one, null]), 1)));
    assert.ok(Object.is(sumOf([{ numerator: 0, denominator: 1 }]), 0));
  });
});
