import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FILE_DATE, ROW_NUMBER } from "#src/core/model/generated-columns.js";
import { proposeDate, proposeModel } from "#src/sources/analysis/propose-model.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { analyse } from "./table.js";

// oxlint-disable-next-line typescript/no-explicit-any -- any model
async function propose(text: string, name = "data.csv"): Promise<any> {
  return proposeModel(await analyse(text), name);
}

describe("the proposed model", () => {
  it("reads years that a program wrote as floating-point numbers", async () => {
    const { mapping } = await propose("Year,Programme,Amount\n2018.0,Roads,100\n,Schools,7\n2019.0,Roads,110\n");
    assert.equal(mapping.time.column, "Year");
    assert.equal(mapping.amount.column, "Amount");
  });

  for (const cells of [
    ["2000", "1950", "2010"],
    ["2000.0", "1950.0", "2010.0"],
  ])
    it(`takes amounts that might be years for amounts: ${cells.join(", ")}`, async () => {
      const rows = cells.map((cell, at) => `2024-01-0${at + 1},Supplier ${at},${cell}\n`);
      const { mapping } = await propose(`Date,Supplier,Amount\n${rows.join("")}`);
      assert.equal(mapping.amount.type, "measure");
      assert.equal(mapping.time.column, "Date");
    });

  it("takes the years of a budget for years", async () => {
    const { mapping } = await propose("Budget year,Programme,Amount\n2018,Roads,100\n2019,Roads,110\n");
    assert.equal(mapping.time.column, "Budget year");
  });

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

  it("takes columns for the labels of a code in other languages by their headings", async () => {
    const propositions: readonly [headings: string, label: string, languages: Readonly<Record<string, string>>][] = [
      ["code,label,label_fr,label_de", "label", { fr: "label_fr", de: "label_de" }],
      ["code,name_en,name_fr", "name_en", { fr: "name_fr" }],
      ["code,label_fr,label,label_es", "label", { fr: "label_fr", es: "label_es" }],
      ["function_code,function,fonction_fr,function_fr", "function", { fr: "function_fr" }],
      ["function_code,function_en,function_el", "function_en", { el: "function_el" }],
      ["code,name,nombre,libelle", "name", { es: "nombre", fr: "libelle" }],
      ["Code,Libellé,Bezeichnung", "Libellé", { de: "Bezeichnung" }],
      ["Code,Label,Label (FR),French notes", "Label", { fr: "Label (FR)" }],
      ["Code,English name,French name,Deutsch", "English name", { fr: "French name", de: "Deutsch" }],
      ["code,en,fr,es", "en", { fr: "fr", es: "es" }],
      ["code,nombre,manager,city", "nombre", {}],
    ];
    for (const [headings, label, languages] of propositions) {
      const count = headings.split(",").length - 1;
      const rows = Array.from({ length: 24 }, (_, at) =>
        [
          2009,
          `A${at % 3}`,
          ...Array.from({ length: count }, (__, column) => `Word ${"abc"[at % 3]} ${column}`),
          `${at}.25`,
        ].join(),
      );
      const document = await propose(`Year,${headings},Amount\n${rows.join("\n")}\n`);
      const compound = Object.values(document.mapping).find((each) => (each as { type: string }).type === "compound");
      const {
        name: _,
        label: own,
        ...spoken
      } = (compound as { attributes: Record<string, { column: string }> }).attributes;
      assert.equal(own!.column, label, headings);
      assert.deepEqual(
        Object.fromEntries(Object.entries(spoken).map(([attribute, { column }]) => [attribute, column])),
        Object.fromEntries(Object.entries(languages).map(([language, column]) => [`label_${language}`, column])),
        headings,
      );
      parseModel(document);
    }
  });

  it("joins a code that is unique only within the codes above with them", async () => {
    // Lines 1 to 3 of each section, sections 1 and 2 of each chapter: all of them begin anew.
    const lines = Array.from({ length: 48 }, (_, at) => {
      const [chapter, section, line] = [1 + (at % 4), 1 + ((at % 8) >> 2), 1 + ((at % 24) >> 3)];
      const names = [`Chapter ${chapter}`, `Section ${chapter}/${section}`, `Line ${chapter}/${section}/${line}`];
      return `2020,${chapter},${names[0]},${section},${names[1]},${line},${names[2]},${at}.25`;
    });
    const document = await propose(`Year,Ch,Chapter,Sec,Section,Ln,Line,Amount\n${lines.join("\n")}\n`);
    const columns = ["ch", "sec", "ln"].map((name) => document.mapping[name].attributes.name.column);
    assert.deepEqual(columns, ["Ch", "(Ch + Sec)", "(Ch + Sec + Ln)"]);
    assert.equal(document.mapping.ln.attributes.label.column, "Line");
    parseModel(document);
  });

  it("joins no codes that have one label alone, or none together", async () => {
    const lines = Array.from(
      { length: 60 },
      (_, at) => `2020,${at % 3},North ${at % 3},${at % 5},Payee ${(at * 7) % 11},1`,
    );
    const document = await propose(`Year,Region,Name,Kind,Payee,Amount\n${lines.join("\n")}\n`);
    assert.doesNotMatch(JSON.stringify(document), / \+ /);
  });

  it("leaves a format open that only the user knows, and takes fiscal years for dates", async () => {
    const document = await propose("No,Paid on,Year,Total\na,05/01/2024,2013/14,3.5\nb,06/01/2024,2014/15,4.5\n");
    const { time, year } = document.mapping;
    assert.deepEqual([time.column, time.format, year.type, year.format], ["Paid on", undefined, "date", undefined]);
  });

  it("names columns whose heading is missing or repeated, and leaves out empty ones", async () => {
    const document = await propose("a,a,,void,,Value,Year\nx,y,z,,,4.5,2014\nx,y,z,,,4.5,2015\n");
    const columns = Object.values(document.mapping as Record<string, { column: string }>).map(({ column }) => column);
    assert.deepEqual(columns.toSorted(), ["Column C", "Value", "Year", "a 1", "a 2"]);
    assert.equal(document.mapping.time.key, true);
  });

  it("has a date that the user gives for the file if there is none, as part of the key", async () => {
    const document = await propose("Term,Total\nspring,3.5\nspring,3.5\n");
    assert.deepEqual(document.mapping.time, {
      type: "date",
      label: "Date",
      column: FILE_DATE,
      datatype: "date",
      key: true,
    });
    assert.equal(document.mapping.row.key, true);
    assert.equal(document.mapping.term.type, "attribute");
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

  it("has a minimal set of columns that identifies rows, and the date, as its key", async () => {
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
    // Amounts whose heading does not say so are no key, however different.
    const owed = rows.map((row, at) => `${row},${at * at * 7}`);
    assert.deepEqual(keys(await propose(`${header},Owed\n${owed.join("\n")}\n`)), ["time", "function_code", "office"]);
    const twice = [...owed, `${rows[0]},999`];
    assert.deepEqual(keys(await propose(`${header},Owed\n${twice.join("\n")}\n`)), ["time", "row"]);
    // One row twice: nothing but its number tells it from the other.
    assert.deepEqual(keys(await propose(`${header}\n${[...rows, rows[0]].join("\n")}\n`)), ["time", "row"]);
    // What describes a row is not a key where codes and dates are.
    const noted = rows.map((row, at) => `${row},Note of row ${at}`);
    assert.deepEqual(keys(await propose(`${header},Note\n${noted.join("\n")}\n`)), ["time", "function_code", "office"]);
    const numbered = noted.map((row, at) => `${row},N${at}`);
    assert.deepEqual(keys(await propose(`${header},Note,Nr\n${numbered.join("\n")}\n`)), ["time", "nr"]);
    // A cell that is empty is part of no key.
    assert.deepEqual(keys(await propose(`${header}\n${[...rows, "2014,04,,,9.5"].join("\n")}\n`)), ["time", "row"]);
  });
});
