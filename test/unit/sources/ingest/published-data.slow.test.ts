import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { addDecimals, decimalText } from "#src/core/model/values/decimal.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { loadFile } from "./collect.js";

const DATA = path.resolve("../shared/data");

const SOURCES = [
  { name: "al-treasury", rows: 40, total: "33299653" },
  { name: "cra", file: "data.csv.gz", rows: 142_891, total: "3798556378094.27" },
  { name: "madrid-gastos", rows: 20_217, total: "18856010299" },
  { name: "sacramento-budgets", rows: 7_252, total: "28544944379" },
  { name: "bonn-ist-2016", rows: 63_071, total: "1579274205.98" },
  { name: "tsukuba-2021", rows: 4_105, total: "89713000000" },
  { name: "eu-esif-2014-2020", rows: 7_644, total: "454073873653" },
  { name: "fi-erdf-2007-2013", rows: 19_940, total: "2985951604" },
  { name: "fi-erdf-2007-2013", file: "data.cp1252.csv", rows: 19_940, total: "2985951604" },
  { name: "fi-erdf-2007-2013", file: "data.latin1-ragged.csv", rows: 19_940, total: "830712729", rejected: 11_101 },
  { name: "armenia-bdp", rows: 3_661, total: "1020230000120", rejected: 1 },
];

describe("published data", { skip: !existsSync(DATA) && "no folder ../shared/data" }, () => {
  for (const { name, file = "data.csv", rows, total, rejected = 0 } of SOURCES) {
    it(`of ${name}, ${file}, has its ${rows} rows and its total`, async () => {
      const model = parseModel(JSON.parse(readFileSync(path.join(DATA, name, "model.json"), "utf8"))).model;
      const { entries, report } = await loadFile(path.join(DATA, name, file), { model, skipInvalid: true });
      assert.equal(report.rowsRead, rows);
      assert.equal(report.rowsRejected, rejected);
      assert.equal(entries.length, rows - rejected);
      const { index } = model.measures.find((measure) => measure.name === "amount")!;
      const sum = entries.reduce((so_far, { amounts }) => addDecimals(so_far, amounts[index]!), {
        unscaled: 0n,
        scale: 0,
      });
      assert.equal(decimalText(sum), total);
    });
  }
});
