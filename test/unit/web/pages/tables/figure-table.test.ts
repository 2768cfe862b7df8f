import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { figureTable } from "#src/web/pages/tables/figure-table.js";
import { readTables } from "../../../../http/pages/shown-tables.js";
import { drawChart, MONEY, partsOf } from "./charts.js";
import { type Cell, figureOf, manyCells, LOCALE } from "./figures.js";

function tableOf(cells: readonly Cell[], style = {}): string {
  const figure = figureOf(cells);
  return figureTable(LOCALE, figure, { caption: "A figure", money: MONEY, precisions: {}, isKey: false, ...style })
    .markup;
}

describe("shares in a table", () => {
  it("stay for the others if few of many amounts are below zero, and a note says so", () => {
    const markup = tableOf([...manyCells(20, () => 500), ["Refund", -10]]);
    assert.match(markup, />Share</);
    assert.match(markup, /Amounts below zero have no share/);
    const [table] = readTables(markup);
    assert.equal(table!.rows[0]![2], "5.0%");
    assert.equal(table!.rows.at(-1)![2], "–");
  });

  it("are missing if much is below zero", () => {
    for (const cells of [
      [...manyCells(20, () => 500), ["Refund", -5000]] as const,
      [
        ["A", 5],
        ["B", -1],
      ] as const,
    ]) {
      assert.doesNotMatch(tableOf(cells), />Share</);
    }
  });
});

describe("the colours of a table beside bars", () => {
  for (const count of [5, 20]) {
    it(`are those of the bars: ${count}`, () => {
      const cells = manyCells(count, (at) => 100 + at);
      const bars = partsOf(drawChart(figureOf(cells), "bars")).map(({ fill }) => fill);
      const table = tableOf(cells, { isKey: true, isOfBars: true });
      const swatches = [...table.matchAll(/class="swatch"[^]*?fill="([^"]*)"/g)].map(([, fill]) => fill);
      assert.deepEqual(swatches, bars);
    });
  }
});
