import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PageTable } from "#src/calls/views/pages/page-table.js";
import type { ChartKind } from "#src/web/pages/tables/chart-kind.js";
import { leftOutOf, reasonAgainst } from "#src/web/pages/tables/chart-notes.js";
import { chartOf, figureChart } from "#src/web/pages/tables/figure-chart.js";
import { colorBars, colorRows } from "#src/web/pages/tables/figure-colors.js";
import { distanceOf, readLab } from "#src/web/pages/parts/color-distance.js";
import { ONE_COLOR, REST_COLOR } from "#src/web/pages/parts/colors.js";
import { drawChart, MONEY, partsOf, sizeOf, textsOf } from "./charts.js";
import { type Cell, figureOf, manyCells, LOCALE } from "./figures.js";

function notes(figure: PageTable, kind: ChartKind): readonly string[] {
  return leftOutOf(LOCALE, figure, kind, MONEY);
}

describe("the chart that suits a figure", () => {
  const cases: readonly (readonly [what: string, cells: readonly Cell[], kind: ChartKind | null])[] = [
    ["a part of half the area", [["A", 3], ...manyCells(3, () => 1)], "treemap"],
    ["a part of nearly all the area", [["A", 147], ...manyCells(3, () => 1)], "bars"],
    ["nothing", [], null],
    ["one cell", [["A", 5]], null],
    [
      "a total and its parts",
      [
        ["A", 5],
        ["B", 3],
      ],
      "treemap",
    ],
    [
      "parts of which almost nothing is below zero",
      [
        ["A", 500],
        ["B", 300],
        ["C", -1],
      ],
      "treemap",
    ],
    [
      "a few parts below zero",
      [
        ["A", 5],
        ["B", 3],
        ["C", -1],
      ],
      "bars",
    ],
    [
      "mostly parts below zero",
      [
        ["A", 5],
        ["B", -3],
        ["C", -1],
      ],
      "bars",
    ],
    [
      "parts below zero alone",
      [
        ["A", -1],
        ["B", -3],
      ],
      "bars",
    ],
    [
      "zeros",
      [
        ["A", 0],
        ["B", 0],
      ],
      "bars",
    ],
  ];
  for (const [what, cells, kind] of cases) {
    it(`of ${what} is ${kind}`, () => assert.equal(chartOf(LOCALE, figureOf(cells)), kind));
  }

  it("of days or months is bars of one colour, not a treemap", () => {
    const figure = figureOf(manyCells(12, (at) => at + 1));
    const ofDays = { ...figure, columns: figure.columns.map((column) => ({ ...column, isOfDate: true })) };
    assert.equal(chartOf(LOCALE, ofDays), "bars");
    assert.deepEqual([...new Set(colorRows(ofDays))], [ONE_COLOR]);
    assert.equal(new Set(colorRows(figure)).size, 12);
  });

  it("has no tiles that touch and look alike, whatever colours the data give them", () => {
    const figure = figureOf(manyCells(40, (at) => 1000 / (at + 1)));
    const own = ["#4859a4", "#b3622a", null, "#4859a6"];
    const rows = figure.rows.map((row, at) => ({ ...row, keys: [{ ...row.keys[0]!, color: own[at % own.length]! }] }));
    for (const given of [figure, { ...figure, rows }]) {
      const markup = drawChart(given, "treemap");
      const tiles = [
        ...markup.matchAll(/<rect\s+x="(.*?)"\s+y="(.*?)"\s+width="(.*?)"\s+height="(.*?)"\s+fill="(.*?)"/g),
      ];
      assert.ok(tiles.length >= 20, String(tiles.length));
      const boxes = tiles.map(([, x, y, width, height, color]) => ({
        x: Number(x),
        y: Number(y),
        width: Number(width),
        height: Number(height),
        lab: readLab(color!),
        color,
      }));
      const near = (at: number, size: number, other: number, otherSize: number): boolean =>
        at <= other + otherSize + 3 && other <= at + size + 3;
      for (const [at, one] of boxes.entries()) {
        for (const other of boxes.slice(at + 1)) {
          const doTouch =
            near(one.x, one.width, other.x, other.width) && near(one.y, one.height, other.y, other.height);
          assert.ok(!doTouch || distanceOf(one.lab, other.lab) > 0.035, `${one.color} touches ${other.color}`);
        }
      }
    }
  });

  it("is a line for several years, and missing for one year", () => {
    const years: readonly Cell[] = [
      ["2009", 1],
      ["2010", 2],
    ];
    assert.equal(chartOf(LOCALE, figureOf(years, { reference: "time.year" })), "line");
    assert.equal(chartOf(LOCALE, figureOf(years.slice(0, 1), { reference: "time.year" })), null);
  });

  it("is bars of the other members for one year, which they do not repeat", () => {
    const figure = figureOf(manyCells(3, (at) => at + 1));
    const year = { value: "2021", label: "2021", url: null, color: null };
    const ofYear = {
      ...figure,
      columns: [{ ...figure.columns[0]!, reference: "time.year", isOfDate: true }, ...figure.columns],
      rows: figure.rows.map((row) => ({ ...row, keys: [year, ...row.keys] })),
    };
    assert.equal(chartOf(LOCALE, ofYear), "bars");
    const texts = textsOf(drawChart(ofYear, "bars"));
    assert.ok(texts.includes("Member 1"), texts.join());
    assert.ok(!texts.some((text) => text.includes("2021")), texts.join());
  });

  it("has bars of one colour if there are more than colours, but for those that have their own", () => {
    const figure = figureOf(manyCells(12, (at) => at + 1));
    assert.deepEqual([...new Set(colorBars(figure))], [ONE_COLOR]);
    assert.equal(new Set(colorBars(figureOf(manyCells(10, (at) => at + 1)))).size, 10);
    const [first, ...others] = figure.rows;
    const own = { ...first!, keys: [{ ...first!.keys[0]!, color: "#ff0000" }] };
    assert.deepEqual([...new Set(colorBars({ ...figure, rows: [own, ...others] }))], ["#ff0000", ONE_COLOR]);
  });

  it("is bars if the rest is negative", () => {
    assert.equal(
      chartOf(
        LOCALE,
        figureOf(
          manyCells(3, () => 1),
          { left: [["X", -9]] },
        ),
      ),
      "bars",
    );
  });
});

describe("treemap tiles", () => {
  it("are proportional to their amounts and fill the drawing", () => {
    for (const isNarrow of [false, true]) {
      const cells = manyCells(12, (at) => (at + 1) * 1000);
      const markup = drawChart(figureOf(cells), "treemap", isNarrow);
      const [width, height] = sizeOf(markup);
      const parts = partsOf(markup);
      assert.equal(parts.length, cells.length);
      const total = cells.reduce((sum, [, amount]) => sum + amount, 0);
      for (const [label, amount] of cells) {
        const part = parts.find(({ title }) => title.startsWith(`${label}: `))!;
        const share = (part.width * part.height) / (width * height);
        // Corners lie on whole pixels, with gaps between them.
        assert.ok(Math.abs(share - amount / total) < 0.012, `${label}: ${share} of ${amount / total}`);
        assert.ok(part.x >= 0 && part.y >= 0 && part.x + part.width <= width && part.y + part.height <= height);
      }
    }
  });

  it("fill the drawing if there is only one", () => {
    const markup = drawChart(figureOf([["Alone", 7]]), "treemap");
    const [part] = partsOf(markup);
    assert.deepEqual([part!.width, part!.height], sizeOf(markup));
    assert.equal(part!.title, "Alone: £7");
    assert.equal(part!.href, "https://money.example/town/part/alone");
  });

  it("all have a name and a link, even a thousand of them", () => {
    const parts = partsOf(drawChart(figureOf(manyCells(1000, () => 5)), "treemap"));
    assert.equal(parts.length, 1000);
    assert.equal(new Set(parts.map(({ title }) => title)).size, 1000);
    assert.ok(parts.every(({ href }) => href !== null));
  });

  it("omit cells without an area, and a note says so", () => {
    const figure = figureOf([
      ["A", 5000],
      ["B", 0],
      ["C", -30],
    ]);
    assert.deepEqual(
      partsOf(drawChart(figure, "treemap")).map(({ title }) => title),
      ["A: £5,000"],
    );
    assert.deepEqual(notes(figure, "treemap"), [
      "One negative amount (-£30 in total) is shown in the table only.",
      "One amount of zero is shown in the table only.",
    ]);
  });

  it("end with a grey one for the rest, without a link", () => {
    const figure = figureOf(
      manyCells(3, (at) => 100_000 - at * 40_000),
      { left: manyCells(9_997, () => 9) },
    );
    const parts = partsOf(drawChart(figure, "treemap"));
    const rest = parts.at(-1)!;
    assert.equal(rest.title, "9,997 smaller ones: £89,973");
    assert.deepEqual([rest.href, rest.fill], [null, REST_COLOR]);
    assert.ok(parts[0]!.x < rest.x, "a smaller tile follows the rest");
    assert.deepEqual(notes(figure, "treemap"), ["Shows the largest 3 of 10,000; the others add up to £90k."]);
  });

  it("give way to bars if the rest is larger than any part", () => {
    const figure = figureOf(
      manyCells(3, () => 100),
      { left: manyCells(9_997, () => 1) },
    );
    assert.equal(chartOf(LOCALE, figure), "bars");
    assert.match(drawChart(figure, "treemap"), /class="chart bars/);
    assert.match(reasonAgainst(LOCALE, figure, "treemap")!, /^too many parts$/);
  });

  it("give way to bars if the rest of a group is larger than any part", () => {
    const figure = figureOf(manyCells(4, (at) => 100 - at));
    const [first, ...others] = figure.rows;
    const grouped = { ...figure, rows: [{ ...first!, contained: 7 }, ...others] };
    assert.match(reasonAgainst(LOCALE, grouped, "treemap")!, /^too many parts$/);
    assert.equal(
      reasonAgainst(LOCALE, { ...figure, rows: [...others, { ...others[0]!, contained: 7 }] }, "treemap"),
      null,
    );
  });

  it("are missing if all amounts are zero", () => {
    const style = { kind: "treemap", label: "", money: MONEY, precisions: {}, hrefOf: () => null } as const;
    assert.equal(figureChart(LOCALE, figureOf(manyCells(3, () => 0)), style), null);
    assert.equal(figureChart(LOCALE, figureOf([]), style), null);
  });

  it("show long, hostile and right-to-left names", () => {
    const names = ["a".repeat(500), "word ".repeat(100), "<script>alert(1)</script>", '"><b>', "שלום עולם", "財務省"];
    const markup = drawChart(figureOf(names.map((name, at) => [name, 1000 - at])), "treemap");
    assert.equal(partsOf(markup).length, names.length);
    assert.doesNotMatch(markup, /<script|<b>/);
    assert.ok(textsOf(markup).every((text) => text.length < 100));
    assert.ok(markup.includes("\u2068שלום עולם\u2069"));
  });
});

describe("bars", () => {
  it("start at the same zero and are as long as their amounts", () => {
    const cells: readonly Cell[] = [
      ["A", 400],
      ["B", 100],
      ["C", 0],
      ["D", -200],
    ];
    const markup = drawChart(figureOf(cells), "bars");
    const [a, b, c, d] = partsOf(markup) as [Part, Part, Part, Part];
    const zero = a.x;
    assert.equal(b.x, zero);
    assert.ok(Math.abs(a.width - 4 * b.width) < 0.5);
    assert.ok(Math.abs(d.x + d.width - zero) < 0.2, "it points to the left");
    assert.ok(Math.abs(d.width - 2 * b.width) < 0.5);
    assert.ok(c.width < 1);
    assert.deepEqual(
      [a, b, c, d].map(({ title }) => title),
      ["A: £400", "B: £100", "C: £0", "D: -£200"],
    );
  });

  it("stay in the drawing for any amounts", () => {
    for (const cells of [
      manyCells(30, (at) => -at * 1e12),
      manyCells(2, () => 0),
      [["x".repeat(300), 5] as const],
      manyCells(25, (at) => (at % 2 ? 1 : -1) * 10 ** at),
    ]) {
      for (const isNarrow of [false, true]) {
        const markup = drawChart(figureOf(cells), "bars", isNarrow);
        const [width, height] = sizeOf(markup);
        for (const part of partsOf(markup)) {
          assert.ok(part.x >= 0 && part.x + part.width <= width, `${part.title} from ${part.x} for ${part.width}`);
          assert.ok(part.y >= 0 && part.y + part.height <= height);
        }
      }
    }
  });

  it("stand below their names on a phone", () => {
    const name = "NOT IDENTIFIABLE · Running Government";
    const figure = figureOf([
      [name, 400],
      ["B", 100],
    ]);
    const markup = drawChart(figure, "bars", true);
    assert.ok(textsOf(markup).includes(name));
    const [a, b] = partsOf(markup) as [Part, Part];
    assert.equal(a.x, b.x);
    assert.ok(a.x < 10 && b.y > a.y + a.height);
  });

  it("are limited in number, and a note says so", () => {
    const figure = figureOf(manyCells(60, () => 1));
    assert.equal(partsOf(drawChart(figure, "bars")).length, 25);
    assert.deepEqual(notes(figure, "bars"), ["The chart shows the first 25; the table has all 60."]);
  });
});

type Part = ReturnType<typeof partsOf>[number];
