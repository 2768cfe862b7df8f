import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DateCounter, findDates } from "#src/sources/analysis/date-counter.js";
import type { DateColumn } from "#src/sources/analysis/table-analysis.js";

function datesIn(cells: readonly string[], heading = "Date"): DateColumn | null {
  const counter = new DateCounter();
  for (const cell of cells) counter.take(cell, 1);
  return findDates(counter, cells.length, heading);
}

const two = (number: number): string => String(number).padStart(2, "0");
const days = Array.from({ length: 24 }, (_, at) => ({ year: 22 + (at % 2), month: (at % 12) + 1, day: at + 1 }));

describe("dates with years of two digits", () => {
  for (const sign of ["-", "/"]) {
    it(`begin with the year where the first numbers are few: ${["22", "05", "14"].join(sign)}`, () => {
      const found = datesIn(days.map(({ year, month, day }) => [year, two(month), two(day)].join(sign)))!;
      assert.equal(found.format, ["%y", "%m", "%d"].join(sign));
      assert.deepEqual([found.min, found.max], ["2022-01-01", "2023-12-24"]);
      assert.equal(found.doubt, undefined);
    });

    it(`end with the year where the last numbers are few: ${["14", "05", "22"].join(sign)}`, () => {
      const found = datesIn(days.map(({ year, month, day }) => [two(day), two(month), year].join(sign)))!;
      assert.equal(found.format, ["%d", "%m", "%y"].join(sign));
      assert.equal(found.doubt, undefined);
    });
  }

  it("are in doubt where both may be, with a cell and the formats", () => {
    const found = datesIn(["22-10-23", "23-11-22", "24-12-23"])!;
    assert.equal(found.isAmbiguous, true);
    assert.deepEqual(found.doubt, { cell: "22-10-23", formats: ["%d-%m-%y", "%y-%m-%d"] });
  });

  it("are none where they have dots or fewer digits, as codes have", () => {
    for (const cells of [
      ["01.1.2", "01.3.1", "98.4.2", "32.1.1"],
      ["98.01.02", "97.03.01", "32.04.02"],
      ["98-1-2", "97-3-1", "32-4-2"],
    ]) {
      assert.equal(datesIn(cells), null, cells[0]);
    }
    assert.equal(datesIn(["98-01-02", "97-03-01", "32-04-02"], "Function code"), null);
  });

  it("are not in doubt if a number is no day", () => {
    assert.equal(datesIn(["98-10-23", "99-11-22"])!.format, "%y-%m-%d");
    assert.equal(datesIn(["23-10-98", "22-11-99"])!.format, "%d-%m-%y");
  });
});

describe("dates of which a program could read some with the month first", () => {
  const iso = ["2023-02-05", "2023-03-11", "2023-07-01", "2023-01-12", "2023-10-02"];
  const texts = ["13/02/2023", "25/03/2023", "30/07/2023", "17/01/2023", "14/10/2023"];

  it("are said to be swapped", () => {
    assert.deepEqual(datesIn([...iso, ...texts])!.swapped, { count: 5, others: 5, cell: "13/02/2023" });
    const withTimes = iso.map((date) => `${date} 00:00:00`);
    assert.equal(datesIn([...withTimes, ...texts])!.swapped?.count, 5);
  });

  for (const [what, cells] of [
    ["a date has a day above 12", [...iso, "2023-10-31", ...texts]],
    ["a text has a day up to 12", [...iso, ...texts, "03/02/2023"]],
    ["there are few of them", [...iso.slice(1), ...texts]],
    ["no program would read the texts otherwise", [...iso, ...texts.map((text) => text.replaceAll("/", "."))]],
  ] as const) {
    it(`are not if ${what}`, () => assert.equal(datesIn(cells)!.swapped, undefined));
  }
});

describe("names of months with two digits", () => {
  const months = ["Jan", "Feb", "Mär", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"];

  for (const [sign, format] of [
    [" ", "%b %y"],
    [" '", "%b '%y"],
    ["", "%b%y"],
    [". ", "%b %y"],
  ] as const) {
    it(`are months of years of two digits: Mär${sign}24`, () => {
      const found = datesIn([...months, ...months].map((name, at) => `${name}${sign}${at < 12 ? 23 : 24}`))!;
      assert.equal(found.format, format);
      assert.deepEqual([found.min, found.max, found.precision], ["2023-01-01", "2024-12-01", "month"]);
    });
  }

  it("are none where the digits are days", () => {
    assert.equal(datesIn(days.map(({ month, day }) => `${months[month - 1]} ${two(day)}`)), null);
  });
});

describe("dates with the year before slashes", () => {
  it("have the day before the month where a number says so", () => {
    const found = datesIn(days.map(({ year, month, day }) => `20${year}/${two(day)}/${two(month)}`))!;
    assert.equal(found.format, "%Y/%d/%m");
    assert.deepEqual([found.min, found.max], ["2022-01-01", "2023-12-24"]);
  });

  it("are in doubt where all numbers may be months", () => {
    const found = datesIn(days.map(({ year, month }) => `20${year}/01/${two(month)}`))!;
    assert.deepEqual(found.doubt, { cell: "2023/01/02", formats: ["%Y/%m/%d", "%Y/%d/%m"] });
  });

  it("are in no doubt where all days are the first, or one is above 12", () => {
    for (const day of [() => 1, (at: number) => at + 1]) {
      const found = datesIn(days.map(({ year, month }, at) => `20${year}/${two(month)}/${two(day(at))}`))!;
      assert.equal(found.format, "%Y/%m/%d");
      assert.equal(found.doubt, undefined);
    }
  });
});
