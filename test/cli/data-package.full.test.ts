import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { assertRoundTrip } from "./round-trip.js";
import { inDirectory } from "./run.js";

const MODEL = {
  dataset: {
    name: "town",
    label: "Town",
    description: "Payments",
    currency: "EUR",
    decimal: ",",
    thousands: ".",
    encoding: "windows-1252",
    entry_key: ["to", "time", "rate"],
    licence: { name: "CC0 1.0", url: "https://example.org/cc0" },
    territories: ["DE"],
  },
  mapping: {
    amount: { type: "measure", column: "Paid", datatype: "float" },
    planned: { type: "measure", column: "Planned", datatype: "float", default_value: "0" },
    time: {
      type: "date",
      column: "Day",
      datatype: "date",
      format: "%d/%m/%Y",
      fiscal_year: { starts: "04-01", named: "both" },
    },
    until: { type: "date", column: "Until", datatype: "date" },
    direction: { type: "attribute", constant: "out", datatype: "constant", role: "direction" },
    note: { type: "attribute", column: "Note", datatype: "string", default_value: "none" },
    rate: { type: "attribute", column: "Rate", datatype: "float" },
    to: {
      type: "compound",
      label: "Payee",
      taxonomy: "cofog",
      attributes: {
        name: { column: "To", datatype: "id" },
        label: { column: "To", datatype: "string" },
        weight: { column: "Rate", datatype: "float", facet: true },
      },
    },
    letter: { type: "derived", from: "to.label", prefix: 1 },
  },
};

const CSV = [
  "Paid;Planned;Day;Until;Note;Rate;To",
  "1.234,567;;02/03/2009;2010-01-01;=1+1;0,000001;Huber & Söhne",
  '-5;1,5;03/03/2009;;"a, ""b""\nc";2;Müller',
  "99.999.999.999.999.999,99;2;01/01/0999;;;1;Öl",
  "0,10;0;31/12/2010;; x ;3;Huber & Söhne",
].join("\n");

describe("datapackage.json", () => {
  it("is loaded again with the same ids, values and totals, whatever the first file was like", () =>
    inDirectory(async (directory) => {
      const [model, csv] = [join(directory, "model.json"), join(directory, "data.csv")];
      await writeFile(model, JSON.stringify(MODEL));
      await writeFile(csv, Buffer.from(CSV, "latin1"));
      const { descriptor, rows } = await assertRoundTrip(directory, [model, csv]);
      assert.equal(rows.length, 5);
      const { name, licenses, version, countryCode, resources } = descriptor;
      assert.deepEqual(
        [name, version, countryCode, licenses],
        ["town", "1", "DE", [{ name: "cc0-1-0", title: "CC0 1.0", path: "https://example.org/cc0" }]],
      );
      assert.deepEqual(
        resources.map(({ path }) => path),
        ["entries.csv", "entries.parquet", "entries.ndjson.gz"],
      );
      const types = Object.fromEntries(
        resources[0]!.schema!.fields.map(({ name: column, columnType }) => [column, columnType]),
      );
      assert.equal(types["amount"], "value");
      assert.equal(types["time.fiscal_year"], "date:fiscal-year");
      assert.equal(types["direction"], "direction");
      assert.equal(types["to.name"], "functional-classification:cofog:code");
      assert.equal(types["to.label"], "functional-classification:cofog:label");
    }));
});
