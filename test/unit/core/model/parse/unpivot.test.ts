import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { InvalidModel } from "#src/core/errors/errors.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { turnedRows } from "#src/core/model/table-rules.js";

const modelWith = (unpivot: unknown, column = "Amount"): object => ({
  dataset: { name: "budget", label: "Budget", table: { unpivot } },
  mapping: {
    time: { type: "date", column: "Year", datatype: "date", key: true },
    amount: { type: "measure", column, datatype: "float" },
  },
});

function errorsOf(model: object): readonly string[] {
  try {
    parseModel(model);
    return [];
  } catch (error) {
    if (error instanceof InvalidModel) return error.errors;
    throw error;
  }
}

const rowsOf = (unpivot: unknown): unknown => {
  const { table } = parseModel(modelWith(unpivot)).model;
  const { headings, cells } = table!.unpivot!;
  return [headings, cells, turnedRows(table!.unpivot!).map(({ texts, columns }) => [...texts, ...columns])];
};

describe("columns that become rows", () => {
  it("are read from a list, and from an object of texts", () => {
    assert.deepEqual(rowsOf({ columns: ["2019", "2020"], heading: "Year", cell: "Amount" }), [
      ["Year"],
      ["Amount"],
      [
        ["2019", "2019"],
        ["2020", "2020"],
      ],
    ]);
    assert.deepEqual(rowsOf({ columns: { "FY 2019": "2019" }, heading: "Year", cell: "Amount" }), [
      ["Year"],
      ["Amount"],
      [["2019", "FY 2019"]],
    ]);
  });

  it("stand for several texts and share a row if these are equal, each with its own cell", () => {
    const unpivot = {
      columns: {
        "Budget 2022": { Year: "2022", Phase: "Budget" },
        "Actual 2022": { Phase: "Actual", Year: "2022" },
        "Staff 2022": { Year: "2022", Phase: "Budget" },
        "Staff 2023": { Year: "2023" },
      },
      cell: { Amount: ["Budget 2022", "Actual 2022"], Staff: ["Staff 2022", "Staff 2023"] },
    };
    assert.deepEqual(rowsOf(unpivot), [
      ["Year", "Phase"],
      ["Amount", "Staff"],
      [
        ["2022", "Budget", "Budget 2022", "Staff 2022"],
        ["2022", "Actual", "Actual 2022", null],
        ["2023", "", null, "Staff 2023"],
      ],
    ]);
  });

  it("that stand for the same are rows of their own, as none of their cells may be lost", () => {
    assert.deepEqual(rowsOf({ columns: { A: "2019", B: "2019" }, heading: "Year", cell: "Amount" }), [
      ["Year"],
      ["Amount"],
      [
        ["2019", "A"],
        ["2019", "B"],
      ],
    ]);
  });

  it("repeat no measure: a model that reads one from another column is refused with the factor", () => {
    const unpivot = { columns: ["2019", "2020", "2021"], heading: "Year", cell: "Amount" };
    assert.deepEqual(errorsOf(modelWith(unpivot)), []);
    assert.deepEqual(errorsOf(modelWith(unpivot, "Population")), [
      'mapping.amount: "Population" would count 3 times, as dataset.table.unpivot makes 3 rows of each record; ' +
        'read the measure from "Amount", or make it an attribute',
    ]);
    assert.deepEqual(errorsOf(modelWith({ ...unpivot, columns: ["2019"] }, "Population")), []);
  });

  it("are refused with every error", () => {
    const columns = { A: { Year: "2019" }, B: { Year: 2020 }, C: "2021", D: { Year: "2022" } };
    const cell = { Amount: ["A", "B", "A"], Year: ["C", "X"] };
    assert.deepEqual(errorsOf(modelWith({ columns, cell })), [
      "dataset.table.unpivot.columns.B.Year: 2020 must be a text in quotes",
      'dataset.table.unpivot.columns.C: "2021" must be an object as of the other columns, { "Year": "2019" }',
      'dataset.table.unpivot.cell.Amount: "A" appears twice; write it once',
      'dataset.table.unpivot.cell.Year: "X" is not in "columns"; add what it stands for',
      'dataset.table.unpivot.cell: lacks "D"; write which column gets their cells',
      'dataset.table.unpivot.cell: "Year" is also the heading; write another name',
    ]);
  });
});
