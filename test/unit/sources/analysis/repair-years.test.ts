import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { propose } from "#src/sources/analysis/propose.js";
import { decimalText, addDecimals, type Decimal } from "#src/core/model/values/decimal.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import type { Definition } from "#src/sources/analysis/column-uses.js";
import type { TableAnalysis } from "#src/sources/analysis/table-analysis.js";
import { load } from "../ingest/collect.js";
import { analyse as analyseText } from "./table.js";

async function analyse(headings: readonly string[]): Promise<{ analysis: TableAnalysis; table: string }> {
  const rows = Array.from({ length: 12 }, (_, row) =>
    [`Area ${row % 3}`, `Line ${row}`, ...headings.map((_, at) => `${(row + 1) * 10 ** at}.5`)].join(";"),
  );
  const table = `${["Area", "Line", ...headings].join(";")}\n${rows.join("\n")}\n`;
  return { analysis: await analyseText(table), table };
}

const unpivotIn = ({ table }: TableAnalysis): unknown => table?.unpivot ?? null;

describe("headings that say more than a year", () => {
  for (const [headings, wanted] of [
    [
      ["Ansatz 2017 (Erträge)", "Ansatz 2017 (Aufwand)", "Ist 2016 (Erträge)", "Ist 2016 (Aufwand)"],
      { Year: "2017", Phase: "Ansatz", Direction: "Erträge" },
    ],
    [["2021 Actual", "2022 Budget"], { Year: "2021", Phase: "Actual" }],
    [["Budget 2022", "Actual 2022"], { Year: "2022", Phase: "Budget" }],
    [["Wykonanie 2020", "Plan 2021"], { Year: "2020", Phase: "Wykonanie" }],
    [["令和5年度当初予算額", "令和4年度決算額"], { Year: "2023", Phase: "当初予算額" }],
    [["Receitas 2020 (€)", "Despesas 2020 (€)"], { Year: "2020", Direction: "Receitas" }],
    [["Доходи 2020", "Видатки 2020"], { Year: "2020", Direction: "Доходи" }],
    [["תקציב מקורי 2021", "ביצוע 2021"], { Year: "2021", Phase: "תקציב מקורי" }],
  ] as const) {
    it(`become columns: ${headings.join(", ")}`, async () => {
      const { columns, cell } = unpivotIn((await analyse(headings)).analysis) as Definition;
      assert.deepEqual((columns as Definition)[headings[0]], wanted);
      assert.equal(cell, "Amount");
    });
  }

  for (const [headings, heading, first] of [
    [["2014-15", "2015-16"], "Year", "2014/15"],
    [["2014/15", "2015/16"], "Year", null],
    [["2014-01", "2014-02", "2014-03"], "Month", null],
    [["FY19", "FY20"], "Year", "2019"],
    [["Q1 2019", "Q2 2019"], "Quarter", "2019-Q1"],
    [["janvier 2019", "février 2019"], "Month", "2019-01"],
    [["令和5年度", "令和6年度"], "Year", "2023"],
  ] as const) {
    it(`are periods alone: ${headings.join(", ")}`, async () => {
      const found = unpivotIn((await analyse(headings)).analysis) as Definition;
      assert.equal(found.heading, heading);
      const columns = first === null ? headings : { [headings[0]]: first };
      const shown = Array.isArray(found.columns)
        ? found.columns
        : { [headings[0]]: (found.columns as Definition)[headings[0]] };
      assert.deepEqual(shown, columns);
    });
  }

  it("of several measures become a column for each", async () => {
    const headings = ["Appropriations 2014", "Appropriations 2015", "Expenditures 2014", "Expenditures 2015"];
    const { analysis, table } = await analyse(headings);
    assert.deepEqual((unpivotIn(analysis) as Definition).cell, {
      Appropriations: headings.slice(0, 2),
      Expenditures: headings.slice(2),
    });
    const { model } = propose(analysis, "a.csv", false);
    const parsed = parseModel(model).model;
    const { entries, report } = await load(table, { model: parsed });
    assert.deepEqual([report.numErrors, entries.length], [0, 24]);
    const sums = parsed.measures.map((_, at) =>
      decimalText(entries.map(({ amounts }) => amounts[at]!).reduce<Decimal>(addDecimals, { unscaled: 0n, scale: 0 })),
    );
    // 78 × (1 + 10) and 78 × (100 + 1000), and a half in each of 24 cells.
    assert.deepEqual(sums, ["870", "85812"]);
  });

  it("are not turned by themselves if another amount would count several times, and it is not a measure after", async () => {
    const headings = ["2019", "2020", "Total cost"];
    const { analysis, table } = await analyse(headings);
    assert.equal(unpivotIn(analysis), null);
    const years = analysis.repairs!.find(({ kind }) => kind === "years");
    assert.equal(years!.certainty, "doubtful");
    assert.match(years!.reason, /"Total cost" would be in each of them/);
    const turned = await analyseText(table, {}, years!.table);
    const { mapping } = parseModel(propose(turned, "a.csv", false).model).model.document;
    const measures = Object.values(mapping).filter((each) => (each as Definition).type === "measure");
    assert.deepEqual(
      measures.map((each) => (each as Definition).column),
      ["Amount"],
    );
  });

  it("that are years of other things are left alone", async () => {
    assert.equal(unpivotIn((await analyse(["Population 2019", "Budget 2020"])).analysis), null);
    assert.equal(unpivotIn((await analyse(["Amount", "Quantity"])).analysis), null);
  });

  it("give phases that are told apart from the start, and commitments that stay what they are", async () => {
    const { analysis } = await analyse(["Ist 2015", "Plan 2016", "VE 2018"]);
    const { mapping } = propose(analysis, "a.csv", false).model;
    const { values, role } = mapping.phase_2 as Definition;
    assert.deepEqual([values, role], [{ Ist: "executed", Plan: "proposed", VE: "VE" }, "phase"]);
  });
});

describe("headings that name quarters or months without a year", () => {
  const rows = ["2022;Roads;10.5;20;30;40", "2022;Parks;1;2;3;4.25", "2023;Roads;11;21;31;41", "2023;Parks;5;6;7;8"];

  it("become rows of the years of another column", async () => {
    for (const [headings, days] of [
      ["Q1;Q2;Q3;Q4", ["2022-01-01", "2022-04-01", "2022-07-01", "2022-10-01"]],
      [
        "Budget 1. Quartal;Budget 2. Quartal;Budget 3. Quartal;Budget 4. Quartal",
        ["2022-01-01", "2022-04-01", "2022-07-01", "2022-10-01"],
      ],
      ["März;April;Mai;Dezember", ["2022-03-01", "2022-04-01", "2022-05-01", "2022-12-01"]],
    ] as const) {
      const table = `Year;Area;${headings}\n${rows.join("\n")}\n`;
      const { model } = propose(await analyseText(table), "a.csv", false);
      const { entries, report } = await load(table, { model: parseModel(model).model });
      assert.deepEqual([report.numErrors, entries.length], [0, 16], headings);
      const time = parseModel(model).model.dimensions.find(({ name }) => name === "time")!.index;
      assert.deepEqual(
        entries.slice(0, 4).map(({ members }) => members[time]![0]),
        days,
      );
    }
  });

  it("stay columns where nothing says of which year, and two are no year", async () => {
    assert.equal(
      unpivotIn(await analyseText(`No;Area;Q1;Q2;Q3;Q4\n${rows.join("\n").replaceAll(/20\d\d/g, "x")}\n`)),
      null,
    );
    const two = "Year;Area;May;June\n2022;A;1.5;2\n2022;B;3;4.5\n2023;A;5;6\n";
    assert.equal(unpivotIn(await analyseText(two)), null);
  });
});
