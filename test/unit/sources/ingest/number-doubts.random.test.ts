import assert from "node:assert/strict";
import { it } from "node:test";
import * as fc from "fast-check";
import { randomRuns } from "../../../full.js";
import { saidOf } from "./said-of.js";

it("a column of numbers that can be read in two ways is found as an obvious count finds it", async () => {
  const digits = (min: number, max: number) =>
    fc.integer({ min: 0, max: 10 ** max - 1 }).map((n) => String(n).padStart(min, "0"));
  const cell = fc.oneof(
    { weight: 8, arbitrary: fc.tuple(digits(1, 4), digits(3, 3)).map(([a, b]) => `${a}.${b}`) },
    { weight: 4, arbitrary: fc.tuple(digits(1, 3), digits(3, 3)).map(([a, b]) => `${a},${b}`) },
    digits(1, 6),
    { weight: 1, arbitrary: fc.tuple(digits(1, 3), digits(1, 4)).map(([a, b]) => `${a}.${b}`) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 6 }), async (cells) => {
      // No number with thousands begins with zero, so that commas after it are refused.
      const valid = cells.filter((each) => !/^0+\d*,/.test(each));
      const twoWays = (sign: string) => valid.filter((each) => new RegExp(`^[1-9]\\d{0,2}[${sign}]\\d{3}$`).test(each));
      const withSign = valid.filter((each) => /[.,]/.test(each));
      const isOpen = withSign.length > 0 && withSign.every((each) => twoWays(".,").includes(each));
      const count = twoWays(".").length || twoWays(",").length;
      const [warning] = await saidOf(cells);
      assert.equal(/has ([\d,]+) number/.exec(warning ?? "")?.[1], isOpen ? String(count) : undefined, cells.join(" "));
    }),
    { numRuns: randomRuns(40, 120) },
  );
});
