import assert from "node:assert/strict";
import { test } from "node:test";
import { compileStrptime } from "#src/core/model/values/strptime.js";

function read(text: string, format: string): unknown {
  const parser = compileStrptime(format);
  assert.ok(typeof parser === "function", `${format} is refused`);
  return parser(text);
}

const UNDERSTOOD: [format: string, text: string, date: string][] = [
  ["%d.%m.%Y", "02.03.2009", "2009-03-02"],
  ["%d.%m.%Y", "2.3.2009", "2009-03-02"],
  ["%d%m%Y", "02032009", "2009-03-02"],
  ["%m/%d/%y", "3/2/09", "2009-03-02"],
  ["%y", "68", "2068-01-01"],
  ["%y", "69", "1969-01-01"],
  ["%B %Y", "mArCh 2009", "2009-03-01"],
  ["%b %e, %Y", "Mar  2, 2009", "2009-03-02"],
  ["%h-%Y", "dec-2009", "2009-12-01"],
  ["%A, %d %B %Y", "Monday, 2 March 2009", "2009-03-02"],
  ["%a %d %b %Y", "Mon 2 Mar 2009", "2009-03-02"],
  ["%Y-%m-%d %H:%M:%S.%f", "2009-03-02 23:59:59.123456", "2009-03-02"],
  ["%Y%j", "2008366", "2008-12-31"],
  ["%I:%M %p %d/%m/%Y", "11:59 PM 02/03/2009", "2009-03-02"],
  ["%Y-%m-%dT%H:%M:%S%z", "2009-03-02T10:00:00+01:00", "2009-03-02"],
  ["%d/%m/%Y %Z", "02/03/2009 UTC", "2009-03-02"],
  ["%D", "03/02/09", "2009-03-02"],
  ["%F %T", "2009-03-02 10:20:30", "2009-03-02"],
  ["%F %R", "2009-03-02 10:20", "2009-03-02"],
  ["%d%n%m%t%Y", "2 \n 3\t2009", "2009-03-02"],
  ["%d %m %Y", "2   3\t2009", "2009-03-02"],
  ["100%% %Y", "100% 2009", "2009-01-01"],
  ["(%Y) [x]*", "(2009) [x]*", "2009-01-01"],
  ["FY %Y/%y".replace("/%y", ""), "fy 2009", "2009-01-01"],
];

for (const [format, text, date] of UNDERSTOOD) {
  test(`${format} reads ${JSON.stringify(text)}`, () => assert.equal(read(text, format), date));
}

test("a text that does not match the format gives null", () => {
  const cases: [string, string][] = [
    ["%d.%m.%Y", "2/3/2009"],
    ["%d.%m.%Y", "2.3.2009 "],
    ["%d.%m.%Y", "2.3.209"],
    ["%d.%m.%Y", "2.13.2009"],
    ["%d %B %Y", "2 Mers 2009"],
    ["%d %{en}B %Y", "2 mars 2009"],
    ["%Y %d", "20092"],
    ["%Y.", "2009x"],
  ];
  for (const [format, text] of cases) assert.equal(read(text, format), null, text);
});

test("a matching text with an impossible day is an error", () => {
  assert.deepEqual(read("30.2.2009", "%d.%m.%Y"), { error: "is not a date: the month has no such day" });
  assert.deepEqual(read("2009366", "%Y%j"), { error: "is not a date: the year has no such day" });
  assert.deepEqual(read("0000", "%Y"), { error: "is not a date: the year must be 0001 to 9999" });
});

const REFUSED: [format: string, error: RegExp][] = [
  ["%d.%m", /gives no year; write %Y/],
  ["", /gives no year/],
  ["%Q %Y", /unknown code %Q/],
  ["%Y %s", /unknown code %s/],
  ["%Y-W%V", /unknown code %V; dates are not read from weeks/],
  ["%Y %", /ends in a single %/],
  ["%Y %Y", /gives %Y more than once/],
  ["%Y %y", /gives the year more than once/],
  ["%Y %m %B", /gives the month more than once/],
  ["%F %d", /gives %d more than once/],
  [`%Y${"x".repeat(100)}`, /longer than 100 characters/],
];

for (const [format, error] of REFUSED) {
  test(`the format ${JSON.stringify(format.slice(0, 20))} is refused`, () => {
    const outcome = compileStrptime(format);
    assert.ok("error" in outcome);
    assert.match(outcome.error, error);
  });
}

test("a hostile format and text do not slow matching down", () => {
  assert.equal(read(`${"1".repeat(199)}x`, "%d%m%j%H%I%M%S%f%u%w%y"), null);
  assert.equal(read(`${" ".repeat(199)}x`, "x%n %t %n %t %n %t %n %t%Y"), null);
});
