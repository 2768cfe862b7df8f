import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { propose } from "#src/sources/analysis/propose.js";
import { repairSheets } from "#src/sources/analysis/repair-sheets.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { decimalText } from "#src/core/model/values/decimal.js";
import { type Sheets, xlsxOf } from "../../../spreadsheets.js";
import { load } from "../ingest/collect.js";
import { analyse } from "./table.js";

const number = (text: string): { readonly number: string } => ({ number: text });

const HEADER = ["Payee", "Kind", "Amount"];
const YEARS: Sheets = {
  "Budget 2022": [["The town"], [], HEADER, ["A", "x", number("1.5")], ["B", "y", number("2")]],
  "Budget 2023": [HEADER, ["A", "x", number("10.5")], ["C", "y", number("20")]],
  Codes: [
    ["Kind", "Meaning"],
    ["x", "roads"],
  ],
  Notes: [["Only text"]],
};

describe("sheets with the same columns", () => {
  it("are proposed as one table with the year of each, and load as such", async () => {
    const analysis = await analyse(xlsxOf(YEARS));
    const sheets = { names: { "Budget 2022": "2022", "Budget 2023": "2023" }, heading: "Year" };
    assert.deepEqual(analysis.table, { header_row: 3, sheets });
    assert.deepEqual(
      analysis.repairs!.map(({ kind, certainty, table }) => [kind, certainty, table]),
      [["sheets", "sure", { sheets }]],
    );
    const { model } = propose(analysis, "budget.xlsx", false);
    const { entries, report } = await load(xlsxOf(YEARS), { model: parseModel(model).model });
    assert.deepEqual(report.errors, []);
    assert.deepEqual(
      entries.map(({ amounts }) => decimalText(amounts[0]!)),
      ["1.5", "2", "10.5", "20"],
    );
    assert.deepEqual(report.warnings, []);
  });

  it("that come later are warned of by a load", async () => {
    const { model } = propose(await analyse(xlsxOf(YEARS)), "budget.xlsx", false);
    const more = { ...YEARS, "Budget 2024": [HEADER, ["D", "x", number("7")]] };
    const { report } = await load(xlsxOf(more), { model: parseModel(model).model });
    assert.match(
      report.warnings.join("\n"),
      /read: as one table the sheets "Budget 2022", "Budget 2023"; not read: "Budget 2024" \(the same columns\), "Codes" \(other columns\), "Notes" \(no table\); dataset\.table\.sheets/,
    );
  });

  it("are not joined to a sheet that is named", async () => {
    const analysis = await analyse(xlsxOf(YEARS), {}, { sheet: "Budget 2023" });
    assert.deepEqual(analysis.repairs, []);
  });

  it("that repeat the rows of another are not added to it", async () => {
    const rows = ["A", "B", "C", "D"].map((name, at) => [name, "x", number(`${at}.5`)]);
    const all: Sheets = { All: [HEADER, ...rows], Roads: [HEADER, ...rows.slice(1)], Schools: [HEADER, ["E", "y"]] };
    const { repairs, fates } = await analyse(xlsxOf(all));
    assert.deepEqual(
      fates!.map(({ fate }) => fate),
      ["read", "same rows", "same columns"],
    );
    assert.deepEqual((repairs![0]!.table.sheets as { readonly names: unknown }).names, ["All", "Schools"]);
  });

  const columnOf = (names: readonly string[], header: readonly string[] = HEADER): unknown => {
    const [repair] = repairSheets(
      names.map((name, at) => ({ name, fate: at === 0 ? "read" : "same columns" })),
      header,
      null,
    );
    const { names: texts, heading } = repair!.table.sheets as { readonly names: unknown; readonly heading?: string };
    return [repair!.certainty, heading, texts];
  };

  it("get a column by what their names have", () => {
    assert.deepEqual(columnOf(["2022", "2023"]), ["sure", "Year", ["2022", "2023"]]);
    assert.deepEqual(columnOf(["FY 2022-23", "FY 2023-24"]), [
      "sure",
      "Year",
      { "FY 2022-23": "2022-23", "FY 2023-24": "2023-24" },
    ]);
    assert.deepEqual(columnOf(["data/pay_2023-01.csv", "data/pay_2023-02.csv"]), [
      "sure",
      "Month",
      { "data/pay_2023-01.csv": "2023-01", "data/pay_2023-02.csv": "2023-02" },
    ]);
    assert.deepEqual(columnOf(["Januar", "Februar"]), ["likely", "Month", ["Januar", "Februar"]]);
    assert.deepEqual(columnOf(["Part 1", "Part 2"]), ["likely", "Sheet", ["Part 1", "Part 2"]]);
    assert.deepEqual(columnOf(["Roads", "Parks"]), ["doubtful", "Sheet", ["Roads", "Parks"]]);
    assert.deepEqual(columnOf(["Income 2022", "Spending 2022"]), [
      "doubtful",
      "Sheet",
      ["Income 2022", "Spending 2022"],
    ]);
  });

  it("get no column for the year if there is one, and another name for one that is taken", () => {
    assert.deepEqual(columnOf(["2022", "2023"], ["Fiscal year", "Amount"]), ["sure", undefined, ["2022", "2023"]]);
    assert.deepEqual(columnOf(["Roads", "Parks"], ["Sheet", "Amount"]), ["doubtful", "Sheet 2", ["Roads", "Parks"]]);
  });
});

describe("numbers that a spreadsheet stores", () => {
  const rows = (text: string): Sheets => ({
    a: [
      ["Payee", "Amount", "Year"],
      ["A", number("1.234"), "2024"],
      ["B", number("2.5"), "2024"],
      ["C", text, "2024"],
    ],
  });

  it("raise no doubt about the decimal sign, and texts among them are to be corrected", async () => {
    const sure = xlsxOf({
      a: [
        ["Payee", "Amount", "Year"],
        ["A", number("1.234"), "2024"],
        ["B", number("5.678"), "2024"],
      ],
    });
    const { columns, ...analysis } = await analyse(sure);
    const type = columns[1]!.type;
    assert.ok(type.kind === "number" && type.doubt === undefined && type.sum === "6.912");
    assert.deepEqual(columns[1]!.format, { numbers: 2, currencies: [] });
    const { model } = parseModel(propose({ columns, ...analysis }, "a.xlsx", false).model);
    assert.deepEqual((await load(sure, { model })).report.warnings, []);

    const { report } = await load(xlsxOf(rows("25.570, 13")), { model, skipInvalid: true });
    assert.equal(report.errors.length, 1);
    assert.match(report.errors[0]!.message, /stored as numbers, so store this one as a number too$/);
    assert.doesNotMatch(report.errors[0]!.message, /"decimal"/);
  });
});
