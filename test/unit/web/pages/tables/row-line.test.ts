import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { RowLines } from "#src/calls/views/pages/page-table.js";
import { shortestDecimal } from "#src/core/model/values/decimal.js";
import { createLocale } from "#src/web/pages/parts/page-locale.js";
import { figureTable } from "#src/web/pages/tables/figure-table.js";
import { headOfLines, rowLine } from "#src/web/pages/tables/row-line.js";
import { readTables } from "../../../../http/pages/shown-tables.js";
import { readPlain } from "../../../../http/pages/markup.js";
import { MONEY } from "./charts.js";
import { figureOf, LOCALE } from "./figures.js";

function linesOf(amounts: Readonly<Record<string, number | null>>, more: Partial<RowLines> = {}): RowLines {
  const points = Object.values(amounts).map((each) =>
    each === null ? null : { amount: shortestDecimal(each), notes: [] },
  );
  return {
    year: null,
    years: Object.keys(amounts),
    parts: new Map(),
    rows: new Map([["a", points]]),
    notes: [],
    ...more,
  };
}

function drawn(lines: RowLines): { readonly paths: readonly (readonly [string, string])[]; readonly label: string } {
  const markup = rowLine(LOCALE, lines, "a", MONEY)!.markup;
  const paths = [...markup.matchAll(/<path (?:class="(\w+)" )?d="([^"]*)"/g)];
  return {
    paths: paths.map(([, name = "", d]) => [name, d!] as const).filter(([name]) => name !== "zero"),
    label: readPlain(/aria-label="([^"]*)"/.exec(markup)![1]!),
  };
}

describe("the line of a row", () => {
  it("goes from the first year to the last, from zero to its largest amount", () => {
    const { paths, label } = drawn(linesOf({ 2008: 500, 2009: 1000, 2010: 0 }));
    assert.deepEqual(paths, [["", "M3 12 50 3 97 21"]]);
    assert.equal(label, "From £500 in 2008 to £0 in 2010");
  });

  it("draws amounts below zero below its zero", () => {
    const markup = rowLine(LOCALE, linesOf({ 2008: -500, 2009: 1000 }), "a", MONEY)!.markup;
    assert.match(markup, /class="zero" d="M0 15h100"/);
    assert.match(markup, /d="M3 21 97 3"/);
  });

  it("has a gap where a year has no amount, and where no row has the year", () => {
    assert.deepEqual(drawn(linesOf({ 2008: 10, 2009: null, 2010: 10, 2011: 10 })).paths, [["", "M1 3h4M66 3 97 3"]]);
    assert.deepEqual(drawn(linesOf({ 2008: 10, 2010: 10, 2011: 10 })).paths, [["", "M1 3h4M66 3 97 3"]]);
  });

  it("draws years of which only a part is there as rings that no line reaches, and does not name them", () => {
    const parts = new Map([["2011", [1, 2, 3]]]);
    const { paths, label } = drawn(linesOf({ 2009: 10, 2010: 10, 2011: 5 }, { parts }));
    assert.deepEqual(paths, [
      ["", "M3 3 50 3"],
      ["part", "M97 12h0"],
      ["hole", "M97 12h0"],
    ]);
    assert.equal(label, "From £10 in 2009 to £10 in 2010");
  });

  it("does not go across a break of the series", () => {
    const notes = [{ id: 7, kind: "break" as const, text: "Anew", on: [{ text: "2010", isYear: true }] }];
    const lines = linesOf({ 2009: 10, 2010: 10, 2011: 10 }, { notes });
    const [first, ...later] = lines.rows.get("a")!;
    const rows = new Map([["a", [first!, ...later.map((each) => ({ ...each!, notes: [7] }))]]]);
    assert.deepEqual(drawn({ ...lines, rows }).paths, [["", "M1 3h4M50 3 97 3"]]);
  });

  it("marks the year of the table", () => {
    assert.deepEqual(drawn(linesOf({ 2008: 10, 2009: 10 }, { year: "2009" })).paths.at(-1), ["now", "M97 3h0"]);
  });

  it("is missing without two amounts, and for what is no row of its own", () => {
    assert.equal(rowLine(LOCALE, linesOf({ 2008: 10, 2009: null }), "a", MONEY), null);
    assert.equal(rowLine(LOCALE, linesOf({ 2008: 10, 2009: 10 }), null, MONEY), null);
  });

  it("isolates its amounts between words from right to left", () => {
    const hebrew = createLocale("he", "https://money.example");
    const lines = linesOf({ 2008: 1_200_000_000, 2009: 2_000_000_000 });
    const markup = rowLine(hebrew, lines, "a", hebrew.numbers.money("GBP"))!.markup;
    assert.equal(markup.match(/\u2068[^\u2068\u2069]*£\u2069/g)?.length, 2, markup);
  });

  it("names its years apart, so that none of two is parted", () => {
    const fiscal = { ...LOCALE, year: (year: string) => `${year}–${Number(year.slice(2)) + 1}` };
    const lines = linesOf({ 2010: 1, 2011: 2 });
    assert.equal(headOfLines(fiscal, lines).markup, "<bdi>2010–11</bdi> to <bdi>2011–12</bdi>");
    assert.equal(headOfLines(LOCALE, linesOf({ 2010: 1 })).markup, "<bdi>2010</bdi>");
  });

  it("takes few bytes", () => {
    const years = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [2000 + at, 1000 + at * 37]));
    const [[, path]] = drawn(linesOf(years)).paths as [readonly [string, string]];
    assert.ok(path.length <= 60, `${path.length} bytes`);
  });
});

describe("a table with lines", () => {
  it("has one in each row of its own, and none for the rest and the total", () => {
    const figure = figureOf([["A", 10]], { left: [["B", 5]] });
    const style = { caption: "A figure", money: MONEY, precisions: {}, isKey: false };
    const [table] = readTables(figureTable(LOCALE, { ...figure, lines: linesOf({ 2008: 5, 2009: 10 }) }, style).markup);
    assert.deepEqual(table!.span, [2008, 2009]);
    assert.deepEqual(
      table!.lines.map((line) => line !== ""),
      [true, false],
    );
  });
});
