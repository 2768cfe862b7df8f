import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { rowModel } from "#src/core/model/row-model.js";
import { SPENDING, spendingModel } from "../../../../fixtures.js";
import { testErrors } from "./error-table.js";

const { time } = SPENDING.mapping;

describe("the calendar of a date dimension", () => {
  it("adds its attributes after those of every date", () => {
    const model = spendingModel({ time: { ...time, fiscal_year: { starts: "04-01" } } });
    const [dimension] = model.dimensions;
    assert.deepEqual(dimension!.calendar, { fiscalYear: { starts: "04-01", named: "start" }, precision: null });
    assert.deepEqual(
      dimension!.attributes.slice(7).map(({ name, index }) => [name, index]),
      [
        ["yearmonth", 7],
        ["fiscal_year", 8],
        ["fiscal_quarter", 9],
      ],
    );
  });

  it("is no part of what is stored", () => {
    const model = spendingModel({ time: { ...time, fiscal_year: { starts: "04-01" }, precision: "month" } });
    assert.deepEqual(rowModel(model).dimensions, spendingModel().dimensions);
  });

  it("of days is none", () => {
    assert.equal(spendingModel({ time: { ...time, precision: "day" } }).dimensions[0]!.calendar, undefined);
  });
});

testErrors([
  [
    "a fiscal year without a beginning",
    (m) => (m.mapping.time.fiscal_year = { named: "end" }),
    /^mapping\.time\.fiscal_year\.starts: is missing; write month and day, as in "04-01"$/,
  ],
  [
    "a fiscal year that begins on 29 February",
    (m) => (m.mapping.time.fiscal_year = { starts: "02-29" }),
    /^mapping\.time\.fiscal_year\.starts: "02-29" is not a day of every year;/,
  ],
  [
    "a fiscal year with another name",
    (m) => (m.mapping.time.fiscal_year = { starts: "04-01", named: "last" }),
    /^mapping\.time\.fiscal_year\.named: "last" names no year; write "start", "end" or "both"$/,
  ],
  [
    "a precision of weeks",
    (m) => (m.mapping.time.precision = "week"),
    /^mapping\.time\.precision: "week" is not a precision; write "year" or "month"$/,
  ],
]);
