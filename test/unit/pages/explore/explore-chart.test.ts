import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ExplorePage } from "#src/api/pages/explore.js";
import type { Figure } from "#src/api/pages/figure.js";
import { exploreChart, explorePicture, titleOfState } from "#src/pages/explore/explore-chart.js";
import { assertWellFormed } from "../../../http/markup.js";
import { partsOf, textsOf } from "../figures/charts.js";
import { figureOf, manyCells, READER, rowOf } from "../figures/figures.js";

function pageOf(changes: Partial<ExplorePage["state"]>, more: Partial<ExplorePage> = {}): ExplorePage {
  const state: ExplorePage["state"] = {
    drilldown: ["part"],
    cuts: [],
    all: [],
    measures: ["amount"],
    order: [],
    against: null,
    having: [],
    top: null,
    rollup: false,
    chart: null,
    ...changes,
  };
  const dataset = { name: "town", label: "Town", currency: "GBP", html_url: "https://money.example/town" };
  return {
    kind: "explore",
    origin: "https://money.example",
    url: "https://money.example/town/explore",
    query: "",
    alternates: [],
    dataset: dataset as ExplorePage["dataset"],
    dimensions: [],
    measures: [{ name: "amount", label: "Amount" }],
    formulas: [],
    comparisons: [],
    otherLabel: null,
    precisions: {},
    years: [],
    typed: { ...state, order: null, field: "", value: "", above: "" },
    state,
    cutLabels: [],
    figure: figureOf(manyCells(3, (at) => 100 + at)),
    lines: null,
    next: null,
    choices: [],
    path: { opened: [], above: [], labels: [], drilldown: "part", below: null, url: null },
    ...more,
  };
}

const LINES: Figure = {
  ...figureOf([]),
  columns: [
    { reference: "part", label: "Part", dimension: "part", isDate: false },
    { reference: "time.year", label: "Year", dimension: "time", isDate: false },
  ],
  rows: ["2009", "2010"].flatMap((year) =>
    ["A", "B"].map((label) => {
      const { keys, ...row } = rowOf([label, 5]);
      return { ...row, keys: [...keys, { value: year, label: year, url: null, color: null }] };
    }),
  ),
};

describe("the title of the explorer", () => {
  it("names the split and the filters", () => {
    const page = pageOf({ drilldown: ["part"] }, { cutLabels: ["2009", "Region: North"] });
    assert.equal(titleOfState(page), "Town by Part, 2009, Region: North");
    assert.equal(titleOfState({ ...page, figure: { ...page.figure, columns: [] }, cutLabels: [] }), "Town");
  });

  it("reads from left to right with names in any direction", () => {
    const page = pageOf({});
    const title = titleOfState({ ...page, dataset: { ...page.dataset, label: "תקציב" } });
    assert.equal(title, "\u200e\u2068תקציב\u2069 by Part");
  });
});

describe("the chart of the explorer", () => {
  it("suits the data if no chart is chosen", () => {
    const { chart } = exploreChart(READER, pageOf({}));
    assert.match(chart!.markup, /class="chart treemap wide"/);
    assert.match(chart!.markup, /class="chart treemap narrow"/);
    assertWellFormed(chart!.markup);
  });

  it("is the chosen one", () => {
    for (const kind of ["treemap", "bars"] as const) {
      const { chart } = exploreChart(READER, pageOf({ chart: kind }));
      assert.match(chart!.markup, new RegExp(`class="chart ${kind} wide"`));
    }
  });

  it("is missing if only the table is wanted or there is nothing to compare", () => {
    assert.deepEqual(exploreChart(READER, pageOf({ chart: "table" })), { chart: null, kind: null, notes: [] });
    assert.equal(exploreChart(READER, pageOf({}, { figure: figureOf([["A", 1]]) })).chart, null);
    assert.equal(explorePicture(READER, pageOf({ chart: "table" })), null);
  });

  it("links a cell to its parts, and on the last level to its entries", () => {
    const further = exploreChart(READER, pageOf({ chart: "bars" }, { next: "region" })).chart!.markup;
    assert.equal(partsOf(further)[0]!.href, "/town/explore?drilldown=region&cut=part%3Amember+0&chart=bars");
    const end = exploreChart(READER, pageOf({ chart: "bars" })).chart!.markup;
    assert.equal(partsOf(end)[0]!.href, "/town/entries?filter=part%3Amember+0");
  });

  it("has no links when saved as an image", () => {
    const { markup } = explorePicture(READER, pageOf({ chart: "bars" }, { next: "region" }))!;
    assert.doesNotMatch(markup, /href/);
    assert.equal(partsOf(markup).length, 3);
    assertWellFormed(markup);
  });

  it("over the years says how many lines it omits", () => {
    const figure = figureOf(manyCells(12, () => 1));
    const { chart, notes } = exploreChart(READER, pageOf({ chart: "line" }, { figure, lines: LINES }));
    assert.deepEqual(notes, ["Shows the 2 largest of 12."]);
    assert.deepEqual(
      textsOf(chart!.markup).filter((text) => /^[AB]$/.test(text)),
      ["A", "B", "A", "B"],
    );
    assert.deepEqual(
      exploreChart(READER, pageOf({ chart: "line" }, { figure: figureOf(manyCells(2, () => 1)), lines: LINES })).notes,
      [],
    );
  });
});
