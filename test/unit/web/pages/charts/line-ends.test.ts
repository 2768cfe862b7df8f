import { shortestDecimal } from "#src/core/model/values/decimal.js";
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { textWidth } from "#src/web/pages/charts/fit-text.js";
import { drawLines } from "#src/web/pages/charts/lines.js";
import type { Series } from "#src/web/pages/charts/series.js";
import { readText } from "../../../../http/pages/markup.js";

const SIZE = { width: 900, height: 260 };
const YEARS = ["2008", "2009"];
const LONGER = ["2007", "2008", "2009"];

function seriesOf(names: readonly string[], amountOf: (at: number) => number): readonly Series[] {
  return names.map((label, at) => ({
    label,
    color: "#336699",
    shape: 0,
    points: new Map(YEARS.map((year) => [year, shortestDecimal(amountOf(at))])),
    marks: new Map(),
    breaks: new Set(),
    parts: new Map(),
  }));
}

/** Return lines with the amounts of each year. */
function linesOf(
  amounts: Readonly<Record<string, readonly number[]>>,
  changes: Partial<Series> = {},
): readonly Series[] {
  return Object.entries(amounts).map(([label, own]) => ({
    ...seriesOf([label], () => 0)[0]!,
    points: new Map(own.map((amount, at) => [LONGER[at]!, shortestDecimal(amount)])),
    ...changes,
  }));
}

/** Draw lines, and read where the names at their ends stand and how far the lines of the grid go. */
function read(series: readonly Series[], direction: "ltr" | "rtl" = "ltr", years: readonly string[] = YEARS) {
  const { markup } = drawLines(series, years, {
    short: String,
    period: String,
    size: SIZE,
    label: "Lines",
    description: [],
    direction,
    className: "chart line wide",
    heading: [],
    footnotes: [],
    canvas: undefined,
  } as unknown as Parameters<typeof drawLines>[2]);
  const labels = new Set(series.map(({ label }) => label));
  const texts = [...markup.matchAll(/<text([^>]*)>([^<]*)</g)].map(([, attributes, text]) => ({
    text: readText(text!).replaceAll(/[\u2066-\u2069\u200e\u200f]/g, ""),
    x: Number(/ x="([^"]*)"/.exec(attributes!)![1]),
    y: Number(/ y="([^"]*)"/.exec(attributes!)![1]),
    anchor: /text-anchor="([^"]*)"/.exec(attributes!)?.[1] ?? "start",
  }));
  const grid = Math.max(...[...markup.matchAll(/<line[^>]* x2="([^"]*)"/g)].map(([, x]) => Number(x)));
  assert.equal(markup.includes('class="mirrored"'), direction === "rtl");
  return { names: texts.filter(({ text }) => labels.has(text)), grid };
}

describe("names at the ends of lines", () => {
  for (const [script, names] of [
    ["Latin", ["Health", "Education", "Defence", "Housing and communities", "Social protection", "Transport"]],
    ["Hebrew", ["בריאות", "חינוך", "ביטחון", "דיור וקהילות", "רווחה", "תחבורה"]],
  ] as const) {
    for (const [ends, amountOf] of [
      ["at one place", () => 100],
      ["at zero", () => 0],
      ["far apart", (at: number) => at * 100],
      ["below zero", (at: number) => -1 - at],
    ] as const) {
      it(`in ${script} are all there, apart and whole, of lines that end ${ends}`, () => {
        for (const direction of ["ltr", "rtl"] as const) {
          const { names: drawn, grid } = read(seriesOf(names, amountOf), direction);
          assert.deepEqual(drawn.map(({ text }) => text).toSorted(), [...names].toSorted());
          const places = drawn.map(({ y }) => y).toSorted((a, b) => a - b);
          assert.ok(
            places.every((y, at) => at === 0 || y - places[at - 1]! >= 14.9),
            places.join(),
          );
          for (const { text, x, y, anchor } of drawn) {
            // A mirrored drawing turns each text in its place, so that it takes the same room.
            assert.equal(anchor, direction === "ltr" ? "start" : "end");
            assert.ok(x > grid, `${text} at ${x} stands on the grid, which ends at ${grid}`);
            assert.ok(x + textWidth(text, 12) <= SIZE.width, `${text} ends at ${x + textWidth(text, 12)}`);
            assert.ok(y >= 12 && y <= SIZE.height, `${text} at ${y}`);
          }
        }
      });
    }
  }

  for (const [last, changes] of [
    ["of which only a part is there", { parts: new Map([["2009", "January to May"]]) }],
    ["that compares with none before", { breaks: new Set(["2009"]) }],
  ] as const) {
    it(`stand in the order of the last whole year, not of one ${last}`, () => {
      const amounts = { Health: [300, 320, 10], Education: [200, 210, 90], Defence: [100, 110, 50] };
      const order = (series: readonly Series[]): readonly string[] =>
        read(series, "ltr", LONGER)
          .names.toSorted((a, b) => a.y - b.y)
          .map(({ text }) => text);
      assert.deepEqual(order(linesOf(amounts, changes)), ["Health", "Education", "Defence"]);
      assert.deepEqual(order(linesOf(amounts)), ["Education", "Defence", "Health"]);
    });
  }
});
