import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Figure } from "#src/api/figure.js";
import { type ChartKind, chartOf, drawFigure, figureChart, leftOutOf } from "#src/pages/figure-chart.js";
import { assertWellFormed } from "../../http/markup.js";
import { partsOf, sizeOf, textsOf } from "./charts.js";
import { type Cell, figureOf, manyCells, READER } from "./figures.js";

const MONEY = READER.numbers.money("GBP");

function draw(figure: Figure, kind: ChartKind, isNarrow = false): string {
  const style = {
    kind,
    label: "A figure",
    money: MONEY,
    precisions: {},
    hrefOf: ({ keys }: Figure["rows"][number]) => keys[0]!.url,
  };
  const drawn = drawFigure(READER, figure, style, isNarrow);
  assert.ok(drawn, "nothing is drawn");
  assertWellFormed(drawn.markup);
  return drawn.markup;
}

function notes(figure: Figure, kind: ChartKind): readonly string[] {
  return leftOutOf(READER, figure, kind, MONEY);
}

describe("the chart that suits a figure", () => {
  const cases: readonly (readonly [what: string, cells: readonly Cell[], kind: ChartKind | null])[] = [
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
      "a few parts below zero",
      [
        ["A", 5],
        ["B", 3],
        ["C", -1],
      ],
      "treemap",
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
    it(`of ${what} is ${kind}`, () => assert.equal(chartOf(figureOf(cells)), kind));
  }

  it("is a line for years, and none for a single one", () => {
    const years: readonly Cell[] = [
      ["2009", 1],
      ["2010", 2],
    ];
    assert.equal(chartOf(figureOf(years, { reference: "time.year" })), "line");
    assert.equal(chartOf(figureOf(years.slice(0, 1), { reference: "time.year" })), null);
  });

  it("is bars where what is left out is below zero", () => {
    assert.equal(
      chartOf(
        figureOf(
          manyCells(3, () => 1),
          { left: [["X", -9]] },
        ),
      ),
      "bars",
    );
  });
});

describe("areas", () => {
  it("are in proportion to their amounts, and fill the whole", () => {
    for (const isNarrow of [false, true]) {
      const cells = manyCells(12, (at) => (at + 1) * 1000);
      const markup = draw(figureOf(cells), "treemap", isNarrow);
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

  it("of one cell are the whole", () => {
    const markup = draw(figureOf([["Alone", 7]]), "treemap");
    const [part] = partsOf(markup);
    assert.deepEqual([part!.width, part!.height], sizeOf(markup));
    assert.equal(part!.title, "Alone: £7");
    assert.equal(part!.href, "https://money.example/town/part/alone");
  });

  it("of a thousand cells and more all have a name and a link", () => {
    const parts = partsOf(draw(figureOf(manyCells(1000, () => 5)), "treemap"));
    assert.equal(parts.length, 1000);
    assert.equal(new Set(parts.map(({ title }) => title)).size, 1000);
    assert.ok(parts.every(({ href }) => href !== null));
  });

  it("leave out what has none, and say so", () => {
    const figure = figureOf([
      ["A", 5000],
      ["B", 0],
      ["C", -30],
    ]);
    assert.deepEqual(
      partsOf(draw(figure, "treemap")).map(({ title }) => title),
      ["A: £5,000"],
    );
    assert.deepEqual(notes(figure, "treemap"), [
      "One amount below zero (-£30 together) has no area and stands in the table only.",
      "One amount of zero cannot be seen.",
    ]);
  });

  it("have one for all that is left out, without a link", () => {
    const figure = figureOf(
      manyCells(3, () => 100),
      { left: manyCells(9_997, () => 1) },
    );
    const rest = partsOf(draw(figure, "treemap")).find(({ title }) => title.includes("more"))!;
    assert.equal(rest.title, "9,997 more: £9,997");
    assert.equal(rest.href, null);
    assert.deepEqual(notes(figure, "treemap"), ["The 3 largest of 10,000 are named; the others are £9,997 together."]);
  });

  it("of zeros alone are none", () => {
    const style = { kind: "treemap", label: "", money: MONEY, precisions: {}, hrefOf: () => null } as const;
    assert.equal(figureChart(READER, figureOf(manyCells(3, () => 0)), style), null);
    assert.equal(figureChart(READER, figureOf([]), style), null);
  });

  it("hold names that are long, hostile or written from right to left", () => {
    const names = ["a".repeat(500), "word ".repeat(100), "<script>alert(1)</script>", '"><b>', "שלום עולם", "財務省"];
    const markup = draw(figureOf(names.map((name, at) => [name, 1000 - at])), "treemap");
    assert.equal(partsOf(markup).length, names.length);
    assert.doesNotMatch(markup, /<script|<b>/);
    assert.ok(textsOf(markup).every((text) => text.length < 100));
    assert.ok(markup.includes("\u2068שלום עולם\u2069"));
  });
});

describe("bars", () => {
  it("begin at one zero, and are as long as their amounts", () => {
    const cells: readonly Cell[] = [
      ["A", 400],
      ["B", 100],
      ["C", 0],
      ["D", -200],
    ];
    const markup = draw(figureOf(cells), "bars");
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

  it("stay in the drawing whatever they are", () => {
    for (const cells of [
      manyCells(30, (at) => -at * 1e12),
      manyCells(2, () => 0),
      [["x".repeat(300), 5] as const],
      manyCells(25, (at) => (at % 2 ? 1 : -1) * 10 ** at),
    ]) {
      for (const isNarrow of [false, true]) {
        const markup = draw(figureOf(cells), "bars", isNarrow);
        const [width, height] = sizeOf(markup);
        for (const part of partsOf(markup)) {
          assert.ok(part.x >= 0 && part.x + part.width <= width, `${part.title} from ${part.x} for ${part.width}`);
          assert.ok(part.y >= 0 && part.y + part.height <= height);
        }
      }
    }
  });

  it("on a phone stand below their names, which have the whole width", () => {
    const name = "NOT IDENTIFIABLE · Running Government";
    const figure = figureOf([
      [name, 400],
      ["B", 100],
    ]);
    const markup = draw(figure, "bars", true);
    assert.ok(textsOf(markup).includes(name));
    const [a, b] = partsOf(markup) as [Part, Part];
    assert.equal(a.x, b.x);
    assert.ok(a.x < 10 && b.y > a.y + a.height);
  });

  it("are a few, and the page says so", () => {
    const figure = figureOf(manyCells(60, () => 1));
    assert.equal(partsOf(draw(figure, "bars")).length, 25);
    assert.deepEqual(notes(figure, "bars"), ["There are bars for the first 25; the table has all 60."]);
  });
});

type Part = ReturnType<typeof partsOf>[number];

describe("lines", () => {
  const years = (cells: readonly Cell[]): Figure => figureOf(cells, { reference: "time.year" });

  it("keep a place for years without an amount, and break there", () => {
    const markup = draw(
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

  it("show zero, above or below", () => {
    for (const amounts of [
      [100, 101],
      [-100, -101],
      [0, 0],
    ]) {
      const markup = draw(years(amounts.map((amount, at) => [String(2009 + at), amount])), "line");
      assert.ok(textsOf(markup).includes("£0"), textsOf(markup).join());
    }
  });

  it("of several members are named below, the largest first, and told apart", () => {
    // More members than there are colours.
    const members = manyCells(40, (at) => at);
    const figure: Figure = {
      ...figureOf([]),
      columns: [
        { reference: "part", label: "Part", dimension: "part", isDate: false },
        { reference: "time.year", label: "Year", dimension: "time", isDate: false },
      ],
      rows: ["2009", "2010"].flatMap((year) =>
        members.map(([label, amount]) => ({
          keys: [
            { value: label, label, url: null, color: null },
            { value: year, label: year, url: null, color: null },
          ],
          amounts: [amount],
          numEntries: 1,
        })),
      ),
    };
    const markup = draw(figure, "line");
    const named = textsOf(markup).filter((text) => text.startsWith("Member"));
    assert.deepEqual(named, members.map(([label]) => label).toReversed());
    const strokes = [...markup.matchAll(/<path\s+d="[^"]*"\s+fill="none"([^>]*)\/>/g)].map(([, stroke]) => stroke!);
    assert.equal(strokes.length, members.length);
    assert.equal(new Set(strokes.map((stroke) => stroke.replaceAll(/\s+/g, " "))).size, members.length);
    const [, height] = sizeOf(markup);
    const lowest = Math.max(...[...markup.matchAll(/<text[^>]*\sy="([^"]*)"/g)].map(([, y]) => Number(y)));
    assert.ok(lowest < height, "the last name is cut off");
  });

  it("alone needs no name", () => {
    const markup = draw(
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

  it("leave out what has no year", () => {
    const figure = years([
      ["2009", 5],
      ["2010", 6],
    ]);
    const nameless = { ...figure.rows[0]!, keys: [{ value: null, label: "", url: null, color: null }] };
    const markup = draw({ ...figure, rows: [...figure.rows, nameless] }, "line");
    assert.equal(markup.match(/<circle/g)!.length, 2);
  });
});
