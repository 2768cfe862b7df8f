import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Budget } from "#src/sources/analysis/budget.js";
import { ColumnCounter } from "#src/sources/analysis/column-counter.js";
import type { ColumnAnalysis } from "#src/sources/analysis/table-analysis.js";

function count(cells: readonly string[], values = 1_000_000, heading = "x"): ColumnAnalysis {
  const counter = new ColumnCounter(0, heading, new Budget(values));
  for (const cell of cells) counter.take(cell);
  return counter.finish(";", () => null);
}

const times = (number: number, ...cells: readonly string[]): readonly string[] =>
  Array.from({ length: number }, () => cells).flat();

describe("a column that is called an amount", () => {
  it("is one of numbers if most of its cells are, and names the others", () => {
    const cells = ["10.50", "abc", "12.00", "7.25"];
    const { type } = count(cells, 1000, "Amount");
    assert.ok(type.kind === "number");
    assert.deepEqual(type.misfits, { count: 1, samples: ["abc"] });
    assert.equal(count(cells, 1000, "Number").type.kind, "text");
    assert.equal(count([...cells, "def"], 1000, "Amount").type.kind, "text");
  });
});

describe("a column whose texts repeat", () => {
  it("counts every cell of a text, and adds all of them up", () => {
    const { type, filled, distinct, isUnique } = count([...times(1000, "1.50", " 2", "-0.25"), "9"]);
    assert.deepEqual([filled, distinct, isUnique], [3001, 4, false]);
    assert.ok(type.kind === "number");
    assert.deepEqual([type.sum, type.min, type.max, type.misfits.count], ["3259", "-0.25", "9", 0]);
  });

  it("shows the first cells that do not fit in the order of the rows, also the same one again", () => {
    const numbers = times(300, "1.50", "7");
    const { type } = count([...numbers, "n/a", "n/a", ...numbers, "?", ...numbers, "n/a", "-"]);
    assert.ok(type.kind === "number");
    assert.deepEqual(type.misfits, { count: 5, samples: ["n/a", "n/a", "?"] });
  });

  it("counts the dates and the marks of ledgers of all cells", () => {
    const dates = count(times(500, "2024-02-01", "2024-03-15"));
    assert.ok(dates.type.kind === "date");
    assert.deepEqual([dates.type.finest, dates.type.misfits.count], ["day", 0]);
    const marked = count(times(300, "5.00 CR", "7.00"));
    assert.equal(marked.ledgerMarks, 300);
    assert.ok(marked.type.kind === "number");
    assert.equal(marked.type.sum, "600");
  });

  it("adds up exactly where doubles are not", () => {
    const { type } = count(times(1000, "999999999999999", "0.01", "1e20"));
    assert.ok(type.kind === "number");
    assert.equal(type.sum, "100000999999999999999010".replace(/10$/, "10"));
  });

  it("counts more distinct texts than it keeps, up to the budget", () => {
    const cells = Array.from({ length: 30_000 }, (_, at) => `no. ${at}`);
    const all = count([...cells, ...cells.slice(-3)]);
    assert.deepEqual([all.distinct, all.isDistinctExact, all.isUnique], [30_000, true, false]);
    assert.equal(count(cells).isUnique, true);
    const some = count(cells, 25_000);
    assert.deepEqual([some.distinct, some.isDistinctExact], [25_000, false]);
  });
});
