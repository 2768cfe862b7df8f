import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { computedBy } from "#src/core/model/calendar-rules.js";
import type { Calendar } from "#src/core/model/cube.js";

/** Compute the fiscal year and the quarter of a date. */
function fiscalOf(
  date: string,
  starts: string,
  named: "start" | "end" | "both",
  precision: Calendar["precision"] = null,
) {
  const calendar = { fiscalYear: { starts, named }, precision };
  return ["fiscal_year", "fiscal_quarter"].map((attribute) => computedBy(calendar, attribute)!(date));
}

describe("a fiscal year", () => {
  it("begins on its first day, and is named by the years in which it begins and ends", () => {
    assert.deepEqual(fiscalOf("2010-03-31", "04-01", "start"), ["2009", "4"]);
    assert.deepEqual(fiscalOf("2010-04-01", "04-01", "start"), ["2010", "1"]);
    assert.deepEqual(fiscalOf("2010-03-31", "04-01", "end"), ["2010", "4"]);
    assert.deepEqual(fiscalOf("2010-03-31", "04-01", "both"), ["2009/10", "4"]);
    assert.deepEqual(fiscalOf("1999-12-31", "10-01", "both"), ["1999/00", "1"]);
  });

  it("may begin in the middle of a month, as its quarters then do", () => {
    assert.deepEqual(fiscalOf("2010-04-05", "04-06", "start"), ["2009", "4"]);
    assert.deepEqual(fiscalOf("2010-07-05", "04-06", "start"), ["2010", "1"]);
    assert.deepEqual(fiscalOf("2010-07-06", "04-06", "start"), ["2010", "2"]);
  });

  it("that begins in January has the name of that year only", () => {
    for (const named of ["start", "end", "both"] as const) {
      assert.deepEqual(fiscalOf("2010-12-31", "01-01", named), ["2010", "4"]);
    }
  });

  it("is the year of the same name for dates that are only years, without quarters", () => {
    assert.deepEqual(fiscalOf("2010-01-01", "04-01", "start", "year"), ["2010", null]);
    assert.deepEqual(fiscalOf("2010-01-01", "04-01", "end", "year"), ["2010", null]);
    assert.deepEqual(fiscalOf("2010-01-01", "04-01", "both", "year"), ["2010/11", null]);
  });
});

describe("a precision", () => {
  const unknown = (precision: Calendar["precision"]): readonly string[] =>
    ["name", "label", "year", "quarter", "month", "week", "day", "yearmonth"].filter(
      (attribute) => computedBy({ fiscalYear: null, precision }, attribute)?.("2010-01-01") === null,
    );

  it("of years leaves nothing that is shorter than a year", () => {
    assert.deepEqual(unknown("year"), ["quarter", "month", "week", "day", "yearmonth"]);
  });

  it("of months leaves quarters and months", () => {
    assert.deepEqual(unknown("month"), ["week", "day"]);
  });

  it("that is not given leaves everything as it is", () => {
    assert.deepEqual(unknown(null), []);
  });
});
