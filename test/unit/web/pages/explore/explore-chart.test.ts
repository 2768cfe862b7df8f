import { shortestDecimal } from "#src/core/model/values/decimal.js";
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ExplorePage } from "#src/calls/views/pages/exploration.js";
import type { Grid, GridRow } from "#src/calls/views/pages/grid.js";
import { exploreChart, explorePicture } from "#src/web/pages/explore/explore-chart.js";
import { fileName, titleOfState } from "#src/web/pages/explore/title.js";
import { assertWellFormed } from "../../../../http/pages/markup.js";
import { partsOf, textsOf } from "../tables/charts.js";
import { figureOf, manyCells, LOCALE } from "../tables/figures.js";

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
    adjust: null,
    ...changes,
  };
  const dataset = {
    name: "town",
    label: "Town",
    languages: [] as readonly string[],
    currency: "GBP",
    html_url: "https://money.example/town",
    licence: { name: "Open licence", url: null },
  };
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
    siblings: [],
    otherLabel: null,
    precisions: {},
    years: [],
    parts: new Map(),
    fiscal: null,
    typed: { ...state, order: null, field: "", value: "", above: "" },
    state,
    warnings: [],
    cutLabels: [],
    figure: figureOf(manyCells(3, (at) => 100 + at)),
    grid: null,
    tree: null,
    nest: null,
    summed: null,
    hasLayer: false,
    map: null,
    budget: null,
    planned: null,
    covered: null,
    budgetFlow: null,
    belowSecond: null,
    next: null,
    choices: [],
    adjusting: {
      pairs: [],
      cited: [],
      unit: { currency: "GBP", per: null, shareOf: null, prices: null },
      offers: [],
      used: [],
      missing: [],
      numMissing: 0,
      warnings: [],
      refused: [],
    },
    path: { opened: [], above: [], labels: [], drilldown: "part", below: null, under: [], url: null },
    ...more,
  };
}

/** A grid of some rows over two years, of which there are more than are read. */
function gridOf(labels: readonly string[], numRows: number): Grid {
  const year = (value: string) => ({ value, label: value, url: null, color: null });
  const row = (label: string | null, count = 1): GridRow => ({
    key: label === null ? null : { value: label, label, url: null, color: null },
    count,
    cells: [shortestDecimal(5), shortestDecimal(6)],
    total: shortestDecimal(11),
    exact: [],
    notes: [[], []],
  });
  return {
    down: { reference: "part", label: "Part", dimension: "part", part: null, isDate: false, isOfDate: false },
    across: { reference: "time.year", label: "Year", dimension: "time", part: null, isDate: false, isOfDate: false },
    term: { key: "amount", label: "Amount", format: "amount", isCompared: false },
    columns: [year("2009"), year("2010")],
    otherColumns: 0,
    rows: labels.map((label) => row(label)),
    fewRest: numRows > 8 ? row(null, numRows - 8) : null,
    rest: null,
    numRows,
    all: row(null),
    hasRowTotals: false,
    isTimed: true,
    hasColumnTotals: true,
    added: [],
    notes: [],
  };
}

describe("the title of the explorer", () => {
  it("names the split and the filters", () => {
    const page = pageOf({ drilldown: ["part"] }, { cutLabels: ["2009", "Region: North"] });
    assert.equal(titleOfState(page, LOCALE), "Town by Part, 2009, Region: North");
    assert.equal(titleOfState({ ...page, figure: { ...page.figure, columns: [] }, cutLabels: [] }, LOCALE), "Town");
  });

  it("reads from left to right with names in any direction", () => {
    const page = pageOf({});
    const title = titleOfState({ ...page, dataset: { ...page.dataset, label: "תקציב" } }, LOCALE);
    assert.equal(title, "\u200e\u2068תקציב\u2069 by Part");
  });
});

describe("the chart of the explorer", () => {
  it("suits the data if no chart is chosen", () => {
    const { chart } = exploreChart(LOCALE, pageOf({}));
    assert.match(chart!.markup, /class="chart treemap wide"/);
    assert.match(chart!.markup, /class="chart treemap narrow"/);
    assertWellFormed(chart!.markup);
  });

  it("is the chosen one", () => {
    for (const kind of ["treemap", "bars"] as const) {
      const { chart } = exploreChart(LOCALE, pageOf({ chart: kind }));
      assert.match(chart!.markup, new RegExp(`class="chart ${kind} wide"`));
    }
  });

  it("is missing if only the table is wanted or there is nothing to compare", () => {
    assert.deepEqual(exploreChart(LOCALE, pageOf({ chart: "table" })), { chart: null, kind: null, notes: [] });
    assert.equal(exploreChart(LOCALE, pageOf({}, { figure: figureOf([["A", 1]]) })).chart, null);
    assert.equal(explorePicture(LOCALE, pageOf({ chart: "table" })), null);
  });

  it("links a cell to its parts, and on the last level to its entries", () => {
    const further = exploreChart(LOCALE, pageOf({ chart: "bars" }, { next: "region" })).chart!.markup;
    assert.equal(partsOf(further)[0]!.href, "/town/explore?drilldown=region&cut=part%3Amember+0&chart=bars");
    const end = exploreChart(LOCALE, pageOf({ chart: "bars" })).chart!.markup;
    assert.equal(partsOf(end)[0]!.href, "/town/entries?filter=part%3Amember+0");
  });

  it("has no links when saved as an image", () => {
    const { markup } = explorePicture(LOCALE, pageOf({ chart: "bars" }, { next: "region" }))!;
    assert.doesNotMatch(markup, / href/);
    assert.equal(partsOf(markup).length, 3);
    assertWellFormed(markup);
  });

  it("says as an image what it shows, in which unit, from where and under which licence", () => {
    const page = pageOf({ chart: "bars" }, { cutLabels: ["2009"] });
    const text = textsOf(explorePicture(LOCALE, page)!.markup).join(" ");
    for (const part of ["Town by Part, 2009", "Amount: £303 in GBP", "Source: Town. Licence: Open licence."]) {
      assert.ok(text.includes(part), `${part} in ${text}`);
    }
    assert.match(text, /https:\/\/money\.example\/town\/explore\?drilldown=part&chart=bars/);
    assert.equal(fileName(titleOfState(page, LOCALE)), "Town-by-Part-2009");
  });

  it("over the years has the largest and the others together, and says so", () => {
    const labels = manyCells(12, () => 1).map(([label]) => label);
    const { chart, notes } = exploreChart(LOCALE, pageOf({ chart: "line" }, { grid: gridOf(labels, 12) }));
    assert.deepEqual(notes, ["Shows the 8 largest of 12 over all periods, and the others together."]);
    const named = textsOf(chart!.markup).filter((text) => /^Member|^The other/.test(text));
    assert.deepEqual(named.slice(0, 9), [...labels.slice(0, 8), "The other 4"]);
    assert.deepEqual(exploreChart(LOCALE, pageOf({ chart: "line" }, { grid: gridOf(["A", "B"], 2) })).notes, []);
  });
});
