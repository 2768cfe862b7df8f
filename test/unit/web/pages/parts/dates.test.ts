import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createDates } from "#src/web/pages/parts/dates.js";

const LANGUAGES: readonly (readonly [language: string, day: string, month: string])[] = [
  ["en-GB", "2 Mar 2009", "March 2009"],
  ["en-US", "Mar 2, 2009", "March 2009"],
  ["de", "2. März 2009", "März 2009"],
  ["fr", "2 mars 2009", "mars 2009"],
  ["en-IN", "2 Mar 2009", "March 2009"],
  ["ar-EG", "٢ مارس ٢٠٠٩", "مارس ٢٠٠٩"],
  ["ja", "2009年3月2日", "2009年3月"],
  // Its own calendar counts other years.
  ["fa", "۲ مارس ۲۰۰۹", "مارس ۲۰۰۹"],
];

describe("dates", () => {
  for (const [language, day, month] of LANGUAGES) {
    it(`are as precise as their source in ${language}`, () => {
      const { precise } = createDates(language);
      assert.equal(seen(precise("2009-03-02", "day")), day);
      assert.equal(seen(precise("2009-03-01", "month")), month);
      assert.equal(precise("2009-01-01", "year"), "2009");
    });
  }

  const dates = createDates("en-GB");

  it("do not depend on the time zone of the server", () => {
    assert.equal(dates.day("2009-12-31T23:59:59.999Z"), "31 Dec 2009");
    assert.equal(dates.day("2010-01-01T00:00:00.000Z"), "1 Jan 2010");
    assert.equal(dates.minute("2009-12-31T07:05:59.000Z"), "31 Dec 2009, 07:05 UTC");
  });

  it("keep years of other centuries", () => {
    assert.equal(dates.precise("0987-01-01", "year"), "987");
    assert.equal(dates.precise("1899-12-31", "day"), "31 Dec 1899");
    assert.equal(dates.precise("9999-01-01", "month"), "January 9999");
  });

  it("show invalid dates unchanged", () => {
    assert.equal(dates.precise("soon", "day"), "soon");
  });
});

function seen(text: string): string {
  return text.replaceAll(/\s/g, " ").replaceAll(/[\u061c\u200e\u200f]/g, "");
}
