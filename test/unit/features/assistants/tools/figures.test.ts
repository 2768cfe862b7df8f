import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withDecimals, writeCellTable, writeValue } from "#src/features/assistants/tools/figures.js";

describe("figures for assistants", () => {
  it("are decimals, but names of members stay as they are", () => {
    const cell = { region: "1/3", "amount.avg": "1/3", mean: "2/3", amount: "1.5", num_entries: 3 };
    assert.deepEqual(withDecimals(cell, ["amount", "mean"]), {
      region: "1/3",
      "amount.avg": "0.3333333333333333",
      mean: "0.6666666666666666",
      amount: "1.5",
      num_entries: 3,
    });
  });

  it("are a table whose dimensions come first", () => {
    const cells = [
      { amount: "1", region: { name: "N", label: "North" }, num_entries: 2, "@level": 1 },
      { amount: null, region: { name: "S", label: "S" }, year: "2009", num_entries: 1, "@level": 2 },
    ];
    assert.deepEqual(writeCellTable(cells, ["amount"]), [
      "region | year | amount | num_entries | @level",
      "North (N) |  | 1 | 2 | 1",
      "S | 2009 | none | 1 | 2",
    ]);
  });

  it("are values as readers write them", () => {
    assert.equal(writeValue({ name: "a", label: ["x", { time: "2009" }] }), "x, 2009 (a)");
  });
});
