import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { warnOfOtherYear } from "#src/calls/publishing/loads/other-year.js";
import { parseModel } from "#src/core/model/parse/parse.js";

const amount = { type: "measure", column: "Amount", datatype: "float" };
const dataset = { name: "town", label: "Town", description: "Made up for a test." };

/** A model of a file with a column for each month. */
const MONTHS = parseModel({
  dataset: {
    ...dataset,
    table: { unpivot: { columns: { Jan: "2023-01", Feb: "2023-02" }, heading: "Month", cell: "Amount" } },
  },
  mapping: { amount, time: { type: "date", column: "Month", datatype: "date", key: true } },
}).model;

const CONSTANT = parseModel({
  dataset,
  mapping: { amount, time: { type: "date", constant: "2023-12-31", datatype: "date", key: true } },
}).model;

/** A model of a file whose headings have the years. */
const HEADINGS = parseModel({
  dataset: { ...dataset, table: { unpivot: { columns: ["2022", "2023"], heading: "Year", cell: "Amount" } } },
  mapping: { amount, time: { type: "date", column: "Year", datatype: "date", key: true } },
}).model;

const CELLS = parseModel({
  dataset,
  mapping: { amount, time: { type: "date", column: "Date", datatype: "date", key: true } },
}).model;

describe("a file that is named after another year", () => {
  for (const model of [MONTHS, CONSTANT]) {
    for (const file of [
      "/data/spending-2024.csv",
      "https://town.example/a/2024_budget.xlsx?v=2023",
      "Budget 2024.ods",
    ]) {
      it(`than that of the model is warned of: ${file}`, () => {
        const [warning, ...others] = warnOfOtherYear(model, file);
        assert.match(warning!, /^"[^"/]+" is named after 2024, but the model dates its rows in 2023: /);
        assert.deepEqual(others, []);
      });
    }

    for (const file of [
      "spending-2023.csv",
      "2023-24.csv",
      "2022/spending.csv",
      "export-2024-01-15.csv",
      "12024.csv",
    ]) {
      it(`is another thing than ${file}`, () => assert.deepEqual(warnOfOtherYear(model, file), []));
    }
  }

  it("is read by its own dates", () => {
    for (const model of [CELLS, HEADINGS]) assert.deepEqual(warnOfOtherYear(model, "spending-2024.csv"), []);
  });
});
