import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { classesOfChanges, classOfChange } from "#src/web/pages/figures/change-classes.js";
import { figureTable } from "#src/web/pages/figures/figure-table.js";
import { readTables } from "../../../../http/pages/shown-tables.js";
import { drawChart, MONEY, partsOf } from "./charts.js";
import { type Cell, figureOf, manyCells, READER } from "./figures.js";

function tableOf(cells: readonly Cell[], style = {}): string {
  const figure = figureOf(cells);
  return figureTable(READER, figure, { caption: "A figure", money: MONEY, precisions: {}, isKey: false, ...style })
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

describe("classes of changes", () => {
  it("are five, told apart at the same bounds on both sides", () => {
    const words = [-0.11, -0.1, -0.02, 0, 0.02, 0.1, 5].map((change) => classOfChange(change).label);
    assert.deepEqual(words, [
      "fell by more than 10 %",
      "fell by 2 to 10 %",
      "about the same",
      "about the same",
      "rose by 2 to 10 %",
      "rose by more than 10 %",
      "rose by more than 10 %",
    ]);
  });

  it("name what has nothing before it, last", () => {
    assert.deepEqual(
      classesOfChanges([null, 0.5, -0.5]).map(({ label }) => label),
      ["fell by more than 10 %", "rose by more than 10 %", "nothing to compare with"],
    );
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
