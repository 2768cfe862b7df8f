import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { DATE_ATTRIBUTES } from "#src/core/model/cube.js";
import { dateAttributes, parseDate } from "#src/core/model/values/dates.js";

const UNDERSTOOD: [string, string][] = [
  ["2009", "2009-01-01"],
  ["2009-03", "2009-03-01"],
  ["2009-03-02", "2009-03-02"],
  [" 2009-03-02\n", "2009-03-02"],
  ["2008-02-29", "2008-02-29"],
  ["0001", "0001-01-01"],
  ["9999-12-31", "9999-12-31"],
  ["2009-03-02T23:59", "2009-03-02"],
  ["2009-03-02 23:59:59", "2009-03-02"],
  ["2009-03-02T23:59:59.123Z", "2009-03-02"],
  ["2009-03-02T23:59:59-11:00", "2009-03-02"],
  ["2009-03-02T00:00:00+0100", "2009-03-02"],
];

for (const [text, expected] of UNDERSTOOD) {
  test(`${JSON.stringify(text)} is read as a date`, () => assert.equal(parseDate(text, null), expected));
}

const REFUSED = [
  "",
  "x",
  "09",
  "2009-13",
  "2009-00-01",
  "2009-02-30",
  "1900-02-29",
  "0000",
  "2009-03-02T25:00",
  "2009-03-02T10:60",
  "2009-03-02T10",
  "2009-03-02T10:00:00 sharp",
  "09012",
  "2009/13",
  "2010-2009",
  "31/02/2009",
];

for (const text of REFUSED) {
  test(`${JSON.stringify(text)} is not a date`, () => {
    const outcome = parseDate(text, null);
    assert.ok(typeof outcome !== "string");
    assert.match(outcome.error, /^is not a date: /);
  });
}

test("the format of the field is tried before the ISO forms", () => {
  assert.equal(parseDate("1.4.2008", "%d.%m.%Y"), "2008-04-01");
  assert.equal(parseDate("2008-04-01", "%d.%m.%Y"), "2008-04-01");
  assert.equal(parseDate("2009", "%y%m"), "2020-09-01");
});

test("a date that fits neither is refused with the format in the message", () => {
  assert.deepEqual(parseDate("soon", "%d.%m.%Y"), {
    error: 'is not a date: write it in the format "%d.%m.%Y", or as YYYY-MM-DD',
  });
  assert.deepEqual(parseDate("31.4.2008", "%d.%m.%Y"), { error: "is not a date: the month has no such day" });
});

test("a text of megabytes is refused as too long", () => {
  assert.deepEqual(parseDate("1".repeat(4_000_000), "%Y"), {
    error: "is not a date: it is longer than 200 characters",
  });
});

test("the attributes of a date are in the order of DATE_ATTRIBUTES", () => {
  const values = dateAttributes("2009-03-02");
  assert.deepEqual(Object.fromEntries(DATE_ATTRIBUTES.map((name, i) => [name, values[i]])), {
    name: "2009-03-02",
    label: "2 March 2009",
    year: "2009",
    quarter: "1",
    month: "03",
    week: "10",
    day: "02",
    yearmonth: "200903",
  });
});

test("all attributes of a missing date are missing", () => {
  assert.deepEqual(dateAttributes(null), Array(DATE_ATTRIBUTES.length).fill(null));
});

test("the week is the ISO week", () => {
  const cases: [string, string][] = [
    ["2009-02-23", "09"],
    ["2005-01-01", "53"],
    ["2008-12-29", "01"],
    ["2010-01-03", "53"],
    ["2012-01-01", "52"],
    ["2020-12-31", "53"],
    ["2024-12-30", "01"],
    ["0001-01-01", "01"],
  ];
  for (const [name, week] of cases) assert.equal(dateAttributes(name)[5], week, name);
});

test("quarters have three months", () => {
  const quarters = Array.from({ length: 12 }, (_, i) => dateAttributes(`2009-${String(i + 1).padStart(2, "0")}-15`)[3]);
  assert.deepEqual(quarters, ["1", "1", "1", "2", "2", "2", "3", "3", "3", "4", "4", "4"]);
});

test("every day of the calendar is a date and its ISO week is that of its Thursday", () => {
  const days = fc.date({ min: new Date("1000-01-01"), max: new Date("9999-12-01"), noInvalidDate: true });
  fc.assert(
    fc.property(days, (date) => {
      const name = date.toISOString().slice(0, 10);
      assert.equal(parseDate(name, null), name);
      const thursday = new Date(`${name}T00:00:00Z`);
      thursday.setUTCDate(thursday.getUTCDate() + 4 - (thursday.getUTCDay() || 7));
      const days = (thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / 86_400_000;
      assert.equal(dateAttributes(name)[5], String(Math.floor(days / 7) + 1).padStart(2, "0"));
    }),
  );
});
