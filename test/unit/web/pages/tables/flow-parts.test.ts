import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Grid, GridRow } from "#src/calls/views/pages/grid.js";
import { shortestDecimal } from "#src/core/model/values/decimal.js";
import { flowOf } from "#src/web/pages/tables/flow-parts.js";
import { MONEY } from "./charts.js";
import { LOCALE } from "./figures.js";

const keyOf = (value: string) => ({ value, label: value, url: null, color: null });
const row = (name: string | null, cells: readonly number[]): GridRow => ({
  key: name === null ? null : keyOf(name),
  count: 1,
  cells: cells.map(shortestDecimal),
  total: shortestDecimal(cells.reduce((sum, each) => sum + each, 0)),
  exact: [],
  notes: cells.map(() => []),
});
const column = (name: string) => ({
  reference: name,
  label: name,
  dimension: name,
  part: null,
  isDate: false,
  isOfDate: false,
});

const GRID: Grid = {
  down: column("payer"),
  across: column("payee"),
  term: { key: "amount", label: "Amount", format: "amount", isCompared: false },
  columns: [keyOf("X"), keyOf("Y")],
  otherColumns: 3,
  rows: [row("A", [60, 20, 5]), row("B", [10, -5, 0])],
  fewRest: null,
  rest: row(null, [4, 6, 0]),
  numRows: 3,
  all: row(null, [74, 21, 5]),
  hasRowTotals: true,
  isTimed: false,
  hasColumnTotals: true,
  added: [],
  notes: [],
};

describe("the bands of a flow", () => {
  const flow = flowOf(LOCALE, GRID, {
    label: "Flow",
    money: MONEY,
    precisions: {},
    hrefOf: () => null,
    hrefOfColumn: () => null,
    hrefOfRow: (value) => `/${value}`,
    hrefOfCell: (from, to) => `/${from}/${to}`,
  });

  it("are the cells above zero, the others as one node on each side", () => {
    assert.deepEqual(
      flow.bands.map(({ from, to, amount }) => [flow.sources[from]!.label, flow.targets[to]!.label, amount]),
      [
        ["A", "X", 60],
        ["A", "Y", 20],
        ["A", "The other 3", 5],
        ["B", "X", 10],
        ["The other one", "X", 4],
        ["The other one", "Y", 6],
      ],
    );
    assert.equal(flow.bands[0]!.href, "/A/X");
    assert.equal(flow.bands[2]!.href, null);
  });

  it("are listed and not drawn below zero", () => {
    assert.equal(flow.left[0], "Below zero, not drawn:");
    assert.match(flow.left[1]!, /^B → Y: -£5/);
    assert.equal(flow.left.length, 2);
  });

  it("have ends with their totals and shares", () => {
    assert.match(flow.sources[0]!.shown, /^£85.*, 85/);
    assert.match(flow.targets[0]!.shown, /^£74.*, 74/);
  });
});
