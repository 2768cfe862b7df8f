import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findParts, type MonthCount } from "#src/calls/views/pages/months.js";

/** Count one entry in each of some months of a year. */
const of = (year: number, months: readonly number[], numEntries = 1): readonly MonthCount[] =>
  months.map((month) => ({ year: String(year), month, numEntries }));

const span = (first: number, last: number, step = 1): readonly number[] => {
  const list: number[] = [];
  for (let month = first; month <= last; month += step) list.push(month);
  return list;
};

const WHOLE = span(1, 12);

const partsOf = (list: readonly MonthCount[]): Record<string, readonly number[]> =>
  Object.fromEntries(findParts(list).parts);

describe("the years of which only a part is there", () => {
  it("are the first and the last, if they have fewer months than others", () => {
    const list = [...of(2010, span(4, 12)), ...of(2011, WHOLE), ...of(2012, span(1, 9))];
    assert.deepEqual(partsOf(list), { 2010: span(4, 12), 2012: span(1, 9) });
  });

  it("are those with holes, too, even if no year is whole", () => {
    const july = [4, 5, 6, 8, 9, 10, 11, 12];
    const list = [...of(2017, [1, 2, 3], 40), ...of(2019, july, 44), ...of(2022, span(1, 7), 38)];
    assert.deepEqual(partsOf(list), { 2017: [1, 2, 3], 2019: july, 2022: span(1, 7) });
    assert.deepEqual(partsOf([...of(2010, WHOLE), ...of(2011, span(3, 5)), ...of(2012, WHOLE)]), { 2011: [3, 4, 5] });
    assert.deepEqual(partsOf(of(2014, july)), { 2014: july });
  });

  it("are none if all have the same months, such as one of each quarter", () => {
    assert.deepEqual(partsOf([...of(2010, span(1, 10, 3)), ...of(2011, span(1, 10, 3))]), {});
    assert.deepEqual(partsOf([...of(2010, [3]), ...of(2011, [3])]), {});
    assert.deepEqual(partsOf([...of(2010, span(2, 11)), ...of(2011, span(2, 11))]), {});
    assert.deepEqual(partsOf([...of(2010, [3, 6, 9, 12]), ...of(2011, [3, 6])]), { 2011: [3, 6] });
  });

  it("are those with gaps of a payer, also where these are most, unless its entries are few", () => {
    const list = [...of(2019, [3], 40), ...of(2022, [5, 9], 30)];
    assert.deepEqual(Object.fromEntries(findParts(list, true).parts), { 2019: [3], 2022: [5, 9] });
    assert.equal(findParts(list).isDense, false);
    assert.equal(findParts([...of(2019, [3]), ...of(2022, [5, 9])], true).isDense, false);
    assert.equal(findParts([...of(2019, WHOLE), ...of(2020, span(1, 4))], true).isDense, true);
  });

  it("are only those at the ends if entries are few and come at random", () => {
    const counts = [1, 4, 2, 6, 1, 1, 3, 5, 1, 2];
    const few = (year: number, months: readonly number[]): readonly MonthCount[] =>
      months.map((month, at) => ({ year: String(year), month, numEntries: counts[at % counts.length]! }));
    const holes = [1, 2, 4, 5, 6, 8, 9, 10, 11, 12];
    assert.deepEqual(partsOf([...few(2010, WHOLE), ...few(2011, holes), ...few(2012, WHOLE)]), {});
    assert.deepEqual(partsOf([...few(2010, WHOLE), ...few(2011, span(1, 5))]), { 2011: span(1, 5) });
  });

  it("are the only year, unless it reaches from January to December", () => {
    assert.deepEqual(partsOf(of(2014, [12])), { 2014: [12] });
    assert.deepEqual(partsOf(of(2014, [1, 12])), {});
    assert.deepEqual(partsOf([]), {});
  });
});
