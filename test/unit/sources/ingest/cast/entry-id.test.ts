import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { parse } from "csv-parse/sync";
import { parseModel } from "#src/core/model/parse/parse.js";
import { load, loadFile, smallModel } from "../collect.js";

const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");
const idOf = (...values: string[]) => sha1(values.map(sha1).join(""));

describe("the id of an entry", () => {
  it("is derived from the dataset's name and its keys", async () => {
    const { entries } = await load("No,Name,Amount,Date\nÄ 1,a,1,2012\n");
    assert.equal(entries[0]!.id, idOf("small", "Ä 1"));
  });

  it("uses the name of a compound member, the day of a date, and a number written with a decimal", async () => {
    const model = smallModel({
      number: { type: "attribute", column: "No", datatype: "float", key: true },
      name: { type: "compound", key: true, attributes: { label: { column: "Name" } } },
      amount: { type: "measure", column: "Amount", datatype: "float", key: true },
      time: { type: "date", column: "Date", datatype: "date", key: true },
    });
    const rows = [
      { cells: "12,Ä B,1.50,2012", values: ["12.0", "a-b", "2012-01-01", "1.5"] },
      { cells: "0.1250,a,-3,2012-05", values: ["0.125", "a", "2012-05-01", "-3.0"] },
      { cells: "1e21,a,0,2012", values: ["1000000000000000000000.0", "a", "2012-01-01", "0.0"] },
      { cells: "1e-7,a,1e3,2012", values: ["0.0000001", "a", "2012-01-01", "1000.0"] },
    ];
    const { entries } = await load(`No,Name,Amount,Date\n${rows.map(({ cells }) => cells).join("\n")}`, { model });
    assert.deepEqual(
      entries.map(({ id }) => id),
      rows.map(({ values }) => idOf("small", ...values)),
    );
  });

  it("follows the order of entry_key", async () => {
    const { entries } = await load("No,Name,Amount,Date\n1,a,1,2012\n", {
      model: smallModel({}, { entry_key: ["time", "name", "number"] }),
    });
    assert.equal(entries[0]!.id, idOf("small", "2012-01-01", "a", "1"));
  });
});

const FOLDER = path.resolve("../shared/data/bosnia-herzegovina");

describe("the ids of a published dataset", { skip: !existsSync(FOLDER) && "no folder ../shared/data" }, () => {
  it("equal those of the service that published it", async () => {
    // Eighty amounts have a decimal comma and fourteen a decimal point, which no model can say; ids have no amounts.
    const ids = new Set<string>();
    for (const decimal of [".", ","]) {
      const json = JSON.parse(readFileSync(path.join(FOLDER, "model.json"), "utf8"));
      json.dataset.decimal = decimal;
      const options = { model: parseModel(json).model, skipInvalid: true };
      const { entries } = await loadFile(path.join(FOLDER, "data.csv"), options);
      for (const { id } of entries) ids.add(id);
    }
    const text = readFileSync(path.join(FOLDER, "export.original.csv"));
    const published = parse(text, { columns: true }) as unknown as { openspending_id: string }[];
    assert.equal(published.length, 1_341);
    assert.deepEqual([...ids].toSorted(), published.map(({ openspending_id }) => openspending_id).toSorted());
  });
});
