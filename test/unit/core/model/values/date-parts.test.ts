import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { listDays, planDatePart } from "#src/core/model/values/date-parts.js";

describe("the parts of dates", () => {
  it("are read from shorter periods, and from no others", () => {
    const parts = ["year", "yearmonth", "name", "quarter"];
    const read = parts.flatMap((part) =>
      parts.flatMap((whole) => {
        const value = whole === "name" ? "2010-03-05" : "201003";
        const plan = planDatePart(part, whole);
        return plan ? [`${part} of ${whole}: ${plan(value)}`] : [];
      }),
    );
    assert.deepEqual(read, ["year of yearmonth: 2010", "year of name: 2010", "yearmonth of name: 201003"]);
    assert.equal(planDatePart("year", "name")!(null), null);
  });

  it("have their days, in leap years, too", () => {
    assert.deepEqual([listDays("year", "2010")!.length, listDays("year", "2012")!.length], [365, 366]);
    assert.deepEqual(listDays("yearmonth", "201202")!.slice(-2), ["2012-02-28", "2012-02-29"]);
    assert.deepEqual(listDays("name", "2010-03-05"), ["2010-03-05"]);
  });

  it("have no days if they are no dates", () => {
    assert.deepEqual(listDays("name", "2010-02-30"), []);
    for (const [attribute, value] of [
      ["year", "201"],
      ["year", "x010"],
      ["yearmonth", "2010"],
      ["quarter", "1"],
    ] as const) {
      assert.equal(listDays(attribute, value), null);
    }
  });
});
