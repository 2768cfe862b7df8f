import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  choosePeriods,
  compareYears,
  type DatasetTime,
  periodsOfBase,
  seriesPeriodsOf,
  yearOfRow,
} from "#src/calls/reading/adjust/periods.js";

const YEARS: DatasetTime = { precision: "year", fiscal: null };
const MONTHS: DatasetTime = { precision: "month", fiscal: null };
const DAYS: DatasetTime = { precision: "day", fiscal: null };
const fiscal = (precision: DatasetTime["precision"], starts: string, named: "start" | "end" | "both"): DatasetTime => ({
  precision,
  fiscal: { starts, named },
});
const slots = (own: DatasetTime, series: DatasetTime, value: string): readonly string[] =>
  seriesPeriodsOf(own, series, value).slots;

describe("the period of a series that entries are in", () => {
  it("is their month, or their year", () => {
    assert.deepEqual(slots(DAYS, MONTHS, "200903"), ["200903"]);
    assert.deepEqual(slots(DAYS, YEARS, "2009"), ["2009"]);
    assert.deepEqual(slots(YEARS, YEARS, "2009"), ["2009"]);
  });

  it("is the twelve months of a year, of a fiscal one those that it covers", () => {
    const months = slots(YEARS, MONTHS, "2009");
    assert.deepEqual([months.length, months[0], months[11]], [12, "200901", "200912"]);
    const covered = slots(fiscal("year", "04-01", "start"), MONTHS, "2009");
    assert.deepEqual([covered[0], covered[11]], ["200904", "201003"]);
    const named = slots(fiscal("year", "04-01", "end"), MONTHS, "2010");
    assert.deepEqual([named[0], named[11]], ["200904", "201003"]);
  });

  it("is the fiscal year of a day or a month where the series has fiscal years", () => {
    const april = fiscal("year", "04-06", "start");
    assert.equal(choosePeriods(DAYS, [april]), "name");
    assert.deepEqual(slots(DAYS, april, "2009-04-05"), ["2008"]);
    assert.deepEqual(slots(DAYS, april, "2009-04-06"), ["2009"]);
    assert.equal(choosePeriods(DAYS, [fiscal("year", "04-01", "end")]), "yearmonth");
    assert.deepEqual(slots(DAYS, fiscal("year", "04-01", "end"), "200903"), ["2008"]);
  });

  it("is found by the year in which both begin, however they are named", () => {
    const [own, series] = [fiscal("year", "04-01", "both"), fiscal("year", "04-01", "end")];
    assert.deepEqual(slots(own, series, "2009"), ["2009"]);
    assert.equal(yearOfRow(series, "2010-01-01"), "2009");
    assert.equal(yearOfRow(fiscal("year", "04-01", "start"), "2009-04-01"), "2009");
  });

  it("is of another calendar with a warning", () => {
    const [own, series] = [
      { ...fiscal("year", "04-01", "start"), name: "town" },
      { ...YEARS, name: "cpi" },
    ];
    assert.equal(compareYears(own, series), 'years of "cpi" begin in January, those of "town" in April');
    assert.equal(compareYears({ ...YEARS, name: "town" }, series), null);
  });
});

describe("the base of prices", () => {
  it("is a year, a fiscal year or a month", () => {
    assert.deepEqual(periodsOfBase(YEARS, YEARS, "2009")?.slots, ["2009"]);
    assert.deepEqual(periodsOfBase(DAYS, MONTHS, "2009-03")?.slots, ["200903"]);
    assert.equal(periodsOfBase(DAYS, YEARS, "2009-03"), null);
    assert.deepEqual(periodsOfBase(DAYS, fiscal("year", "04-01", "end"), "2010")?.slots, ["2009"]);
    const months = periodsOfBase(fiscal("year", "04-01", "both"), MONTHS, "2009/10")?.slots;
    assert.deepEqual([months?.[0], months?.[11]], ["200904", "201003"]);
  });
});
