import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DATE_READINGS, formatFor, readInWays } from "#src/core/model/values/date-readings.js";
import { parseDate } from "#src/core/model/values/dates.js";
import { strptime } from "#src/core/model/values/strptime.js";

const ONE_READING: readonly (readonly [text: string, day: string])[] = [
  ["5.1.2024", "2024-01-05"],
  ["05.01.2024", "2024-01-05"],
  ["05.01.2024 10:30", "2024-01-05"],
  ["25/01/2024", "2024-01-25"],
  ["01/25/2024", "2024-01-25"],
  ["1/25/2024 3:15:00 PM", "2024-01-25"],
  ["1/1/2010", "2010-01-01"],
  ["05-05-2024", "2024-05-05"],
  ["2024/01/05", "2024-01-05"],
  ["2024.1.5", "2024-01-05"],
  ["2024-1-5", "2024-01-05"],
  ["20240105", "2024-01-05"],
  ["5 Jan 2024", "2024-01-05"],
  ["5 january 2024", "2024-01-05"],
  ["5-JAN-2024", "2024-01-05"],
  ["January 5, 2024", "2024-01-05"],
  ["Jan 2024", "2024-01-01"],
  ["May 2024", "2024-05-01"],
  ["01.2024", "2024-01-01"],
  ["1/2024", "2024-01-01"],
  ["2009/10", "2009-01-01"],
  ["1999/00", "1999-01-01"],
  ["2009/2010", "2009-01-01"],
  ["2009-2010", "2009-01-01"],
  ["2009-10", "2009-10-01"],
  ["FY 2014", "2014-01-01"],
  ["2018.0", "2018-01-01"],
  ["2018,0", "2018-01-01"],
  ["45296", "2024-01-05"],
  ["45296.75", "2024-01-05"],
  ["45296,75", "2024-01-05"],
  ["10000", "1927-05-18"],
];

describe("a date that stands alone", () => {
  for (const [text, day] of ONE_READING)
    it(`is read in its one way: ${text}`, () => assert.equal(parseDate(text, null), day));

  it("with two readings is refused, with both days", () => {
    assert.deepEqual(parseDate("5/1/2010", null), {
      error:
        "can be read in two ways: 2010-01-05 if the first number is the day, " +
        "2010-05-01 if the first number is the month; write YYYY-MM-DD",
    });
  });

  it("with a year of two digits is refused, with its format", () => {
    assert.deepEqual(parseDate("5.1.24", null), {
      error: 'is read only with "format": "%d.%m.%y"; write that, or YYYY-MM-DD',
    });
    const months = parseDate("2009/09", null);
    assert.ok(typeof months === "object");
    assert.match(months.error, /"%Y\/%m"/);
  });

  it("that is not a day of the calendar is refused", () => {
    assert.deepEqual(parseDate("31.02.2024", null), { error: "is not a date: the month has no such day" });
  });
});

describe("the table of readings", () => {
  it("has an example of each that it reads, and that its format reads alike", () => {
    for (const reading of DATE_READINGS) {
      const day = reading.read(reading.example);
      assert.equal(typeof day, "string", reading.name);
      const format = formatFor(reading, reading.example);
      if (format !== null) assert.equal(strptime(reading.example, format), day, reading.name);
    }
  });

  it("has no two readings of one name", () => {
    assert.equal(new Set(DATE_READINGS.map(({ name }) => name)).size, DATE_READINGS.length);
  });

  it("reads every example as one day, but for years that may be months, and months of two languages", () => {
    for (const { example } of DATE_READINGS) {
      const days = new Set(readInWays(example, DATE_READINGS).values());
      assert.equal(days.size, /^2009\/10$|listopad/.test(example) ? 2 : 1, example);
    }
  });
});
