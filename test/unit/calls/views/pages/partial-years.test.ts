import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findParts } from "#src/calls/views/pages/partial-years.js";

/** Write the months of a year. */
const months = (year: number, first: number, last: number, step = 1): readonly string[] => {
  const list: string[] = [];
  for (let month = first; month <= last; month += step) list.push(`${year}${String(month).padStart(2, "0")}`);
  return list;
};

const partsOf = (list: readonly string[]): Record<string, { first: number; last: number }> =>
  Object.fromEntries(findParts(list));

describe("the years of which only a part is there", () => {
  it("are the first and the last, if they have fewer months than others", () => {
    const list = [...months(2010, 4, 12), ...months(2011, 1, 12), ...months(2012, 1, 9)];
    assert.deepEqual(partsOf(list), { 2010: { first: 4, last: 12 }, 2012: { first: 1, last: 9 } });
  });

  it("are none of those between, whatever months they miss", () => {
    assert.deepEqual(partsOf([...months(2010, 1, 12), ...months(2011, 3, 5), ...months(2012, 1, 12)]), {});
  });

  it("are none if all have the same months, such as one of each quarter", () => {
    assert.deepEqual(partsOf([...months(2010, 1, 10, 3), ...months(2011, 1, 10, 3)]), {});
    assert.deepEqual(partsOf([...months(2010, 3, 3), ...months(2011, 3, 3)]), {});
  });

  it("are the only year, unless it reaches from January to December", () => {
    assert.deepEqual(partsOf(months(2014, 12, 12)), { 2014: { first: 12, last: 12 } });
    assert.deepEqual(partsOf(["201401", "201412"]), {});
    assert.deepEqual(partsOf([]), {});
  });
});
