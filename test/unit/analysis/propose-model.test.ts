import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FILE_DATE, ROW_NUMBER } from "#src/analysis/generated-columns.js";
import { proposeDate, proposeModel } from "#src/analysis/propose-model.js";
import { parseModel } from "#src/model/parse/parse.js";
import { analyse } from "./table.js";

// oxlint-disable-next-line typescript/no-explicit-any -- any model
async function propose(text: string, name = "data.csv"): Promise<any> {
  return proposeModel(await analyse(text), name);
}

describe("the proposed model", () => {
  it("of a German list has decimal commas, row numbers as key, codes with labels, and facets", async () => {
    const rows = Array.from(
      { length: 12 },
      (_, at) => `2016;0${1 + (at % 3)};Amt ${at % 3};S;1.${100 + at},5${at % 10}`,
    );
    const document = await propose(`Jahr;Amt Nr;Amt;S/H;Betrag\n${rows.join("\n")}\n`, "Stadt Bonn 2016.csv");
    assert.deepEqual(document.dataset, {
      name: "stadt-bonn-2016",
      label: "Stadt Bonn 2016",
      decimal: ",",
      thousands: ".",
    });
    assert.equal(document.mapping.amount.column, "Betrag");
    assert.equal(document.mapping.time.column, "Jahr");
    assert.deepEqual(document.mapping.amt_nr, {
      type: "compound",
      label: "Amt",
      attributes: {
        name: { column: "Amt Nr", datatype: "string" },
        label: { column: "Amt", datatype: "string" },
      },
      facet: true,
    });
    assert.equal(document.mapping.row.column, ROW_NUMBER);
    parseModel(document);
  });

  it("of payments has the day, the key and the currency", async () => {
    const rows = Array.from({ length: 12 }, (_, at) => `P${at},${13 + at}/05/2014,Works ${at % 2},£${at}.10`);
    const document = await propose(`Payment ID,Date paid,Source,Amount\n${rows.join("\n")}\n`);
    assert.equal(document.dataset.currency, "GBP");
    assert.equal(document.mapping.time.format, "%d/%m/%Y");
    assert.deepEqual(document.mapping.payment.key, true);
    // What is reserved gets another name.
    assert.equal(document.mapping.source_2.column, "Source");
    parseModel(document);
  });

  it("leaves out columns whose heading is missing or repeated, and empty ones", async () => {
    const document = await propose("a,a,,void,Value,Year\n1,2,3,,4.5,2014\n1,2,3,,4.5,2015\n");
    const columns = Object.values(document.mapping as Record<string, { column: string }>).map(({ column }) => column);
    assert.deepEqual(columns, ["Value", "Year"]);
    assert.equal(document.mapping.time.key, true);
  });

  it("has a date that the user gives for the file if there is none, as part of the key", async () => {
    const document = await propose("Fiscal year,Total\n2014/15,3.5\n2014/15,3.5\n");
    assert.deepEqual(document.mapping.time, {
      type: "date",
      label: "Date",
      column: FILE_DATE,
      datatype: "date",
      key: true,
    });
    assert.equal(document.mapping.row.key, true);
    assert.equal(document.mapping.fiscal_year.type, "attribute");
    parseModel(document);
    for (const [name, date] of [
      ["Town 2014.csv", "2014"],
      ["2014-2015.csv", ""],
      ["town_2014_2014.csv", "2014"],
      ["20141.csv", ""],
      ["town.csv", ""],
    ] as const) {
      assert.equal(proposeDate(name), date, name);
    }
  });

  it("has a minimal set of columns that identifies rows as its key", async () => {
    const rows = ["2014", "2015"].flatMap((year) =>
      ["01", "02", "03"].flatMap((code) =>
        ["A", "B"].map((office, at) => `${year},${code},Function ${code},Office ${office},${Number(code) + at}.5`),
      ),
    );
    const header = "Year,Function code,Function,Office,Amount";
    const keys = ({ mapping }: { mapping: Record<string, { key?: boolean }> }): readonly string[] =>
      Object.keys(mapping).filter((name) => mapping[name]!.key);
    const document = await propose(`${header}\n${rows.join("\n")}\n`);
    assert.deepEqual(keys(document), ["time", "function_code", "office"]);
    assert.equal(document.mapping.function_code.type, "compound");
    parseModel(document);
    // One row twice: nothing but its number tells it from the other.
    assert.deepEqual(keys(await propose(`${header}\n${[...rows, rows[0]].join("\n")}\n`)), ["row"]);
    // What describes a row is no key where codes and dates are.
    const noted = rows.map((row, at) => `${row},Note of row ${at}`);
    assert.deepEqual(keys(await propose(`${header},Note\n${noted.join("\n")}\n`)), ["time", "function_code", "office"]);
    const numbered = noted.map((row, at) => `${row},N${at}`);
    assert.deepEqual(keys(await propose(`${header},Note,Nr\n${numbered.join("\n")}\n`)), ["nr"]);
    // A cell that is empty is part of no key.
    assert.deepEqual(keys(await propose(`${header}\n${[...rows, "2014,04,,,9.5"].join("\n")}\n`)), ["row"]);
  });
});
