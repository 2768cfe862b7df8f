import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { previousPeriod } from "#src/core/figures/time-frames.js";

describe("the period before", () => {
  for (const [period, value, before] of [
    ["year", "2009", "2008"],
    ["year", "1000", "0999"],
    ["yearmonth", "200903", "200902"],
    ["yearmonth", "200901", "200812"],
    ["yearmonth", "000101", null],
    ["name", "2009-03-02", "2009-03-01"],
    ["name", "2009-03-01", "2009-02-28"],
    ["name", "2008-03-01", "2008-02-29"],
    ["name", "2009-01-01", "2008-12-31"],
    ["name", "2009-05-01", "2009-04-30"],
    ["name", "0001-01-01", null],
    ["fiscal_year", "2009", "2008"],
    ["fiscal_year", "2009/10", "2008/09"],
    ["fiscal_year", "2000/01", "1999/00"],
  ] as const) {
    it(`${value} as ${period} is ${before}`, () => assert.equal(previousPeriod(period, value), before));
  }
});
