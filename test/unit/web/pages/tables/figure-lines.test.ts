import { shortestDecimal } from "#src/core/model/values/decimal.js";
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PageTable } from "#src/calls/views/pages/page-table.js";
import { lineColor } from "#src/web/pages/parts/colors.js";
import { tellApart } from "#src/web/pages/tables/figure-series.js";
import { drawChart, sizeOf, textsOf } from "./charts.js";
import { type Cell, figureOf, manyCells } from "./figures.js";

describe("lines", () => {
  const years = (cells: readonly Cell[]): PageTable => figureOf(cells, { reference: "time.year" });

  it("break at years without an amount", () => {
    const markup = drawChart(
      years([
        ["2009", 5],
        ["2010", 6],
        ["2013", 7],
      ]),
      "line",
    );
    assert.deepEqual(
      textsOf(markup).filter((text) => /^\d{4}$/.test(text)),
      ["2009", "2010", "2011", "2012", "2013"],
    );
    const [, shape] = /<path\s+d="([^"]*)"/.exec(markup)!;
    assert.equal(shape!.match(/M/g)!.length, 2, shape);
    assert.deepEqual(
      [...markup.matchAll(/<title>([^<]*)</g)].map(([, title]) => title),
      ["2009: £5", "2010: £6", "2013: £7"],
    );
  });

  it("include zero on the axis", () => {
    for (const amounts of [
      [100, 101],
      [-100, -101],
      [0, 0],
    ]) {
      const markup = drawChart(years(amounts.map((amount, at) => [String(2009 + at), amount])), "line");
      assert.ok(textsOf(markup).includes("£0"), textsOf(markup).join());
    }
  });

  it("of several members have a legend, largest first, and differ in colour or shape", () => {
    // More members than there are colours.
    const members = manyCells(40, (at) => at);
    const figure: PageTable = {
      ...figureOf([]),
      columns: [
        { reference: "part", label: "Part", dimension: "part", part: null, isDate: false, isOfDate: false },
        { reference: "time.year", label: "Year", dimension: "time", part: null, isDate: false, isOfDate: false },
      ],
      rows: ["2009", "2010"].flatMap((year) =>
        members.map(([label, amount]) => ({
          keys: [
            { value: label, label, url: null, color: null },
            { value: year, label: year, url: null, color: null },
          ],
          amounts: [shortestDecimal(amount)],
          numEntries: 1,
          notes: [],
        })),
      ),
    };
    const markup = drawChart(figure, "line");
    const named = textsOf(markup).filter((text) => text.startsWith("Member"));
    assert.deepEqual(named, members.map(([label]) => label).toReversed());
    const lines = [
      ...markup.matchAll(/<path\s+d="[^"]*"\s+fill="none"([^>]*)\/>((?:<path class="shape" d="[^"]*")?)/g),
    ];
    assert.equal(lines.length, members.length);
    // Lines of one colour have points of different shapes, and none is dashed.
    const looks = lines.map(
      ([, stroke, shape]) => `${stroke!.replaceAll(/\s+/g, " ")} ${shape!.replaceAll(/[^A-Z]/g, "")}`,
    );
    assert.equal(new Set(looks).size, members.length);
    assert.doesNotMatch(markup, /stroke-dasharray/);
    const [, height] = sizeOf(markup);
    const lowest = Math.max(...[...markup.matchAll(/<text[^>]*\sy="([^"]*)"/g)].map(([, y]) => Number(y)));
    assert.ok(lowest < height, "the last name is cut off");
  });

  it("have points of different shapes where their colours are alike", () => {
    const series = ["#7c6381", "#395802", "#7c3876"].map((color) => ({
      label: color,
      color: lineColor(color),
      points: new Map(),
      marks: new Map(),
      breaks: new Set<string>(),
      parts: new Map<string, string>(),
    }));
    const [one, other, third] = tellApart(series).map(({ shape }) => shape);
    assert.deepEqual([one, other], [0, 0]);
    assert.notEqual(third, 0);
  });

  it("have no legend if there is only one", () => {
    const markup = drawChart(
      years([
        ["2009", 5],
        ["2010", 6],
      ]),
      "line",
    );
    assert.ok(
      textsOf(markup).every((text) => /^(?:\d{4}|£\d+)$/.test(text)),
      textsOf(markup).join(),
    );
  });

  it("omit cells without a year", () => {
    const figure = years([
      ["2009", 5],
      ["2010", 6],
    ]);
    const nameless = { ...figure.rows[0]!, keys: [{ value: null, label: "", url: null, color: null }] };
    const markup = drawChart({ ...figure, rows: [...figure.rows, nameless] }, "line");
    assert.equal(markup.match(/<circle/g)!.length, 2);
  });
});
