import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { planPackage } from "#src/sources/packages/plan-package.js";
import { BASE, loadPackage, total, valuesOf } from "./load-package.js";

const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");

function table(fields: readonly (string | object)[], more: Record<string, unknown> = {}, schema: object = {}) {
  const described = fields.map((field) => (typeof field === "string" ? { name: field, type: "string" } : field));
  return { name: "rows", path: "rows.csv", schema: { fields: described, ...schema }, ...more };
}

const pack = (...resources: readonly object[]) => ({ name: "plain", title: "Plain", resources });

describe("a plain tabular package", () => {
  it("has an amount, a time, its primary key as key, and the rest as attributes", async () => {
    const fields = ["No", "Department", "department_id", "Value", "Year", "id"];
    const rows = `${fields.join()}\nx,Roads,7,1.50,2012,a\ny,Parks,8,2,2013,b\n`;
    const loaded = await loadPackage(pack(table(fields, {}, { primaryKey: "No" })), { "rows.csv": rows });
    const { model, entries } = loaded;
    assert.deepEqual(
      model.fields.map(({ name, kind, key }) => `${name} ${kind}${key ? " key" : ""}`),
      [
        "amount measure",
        "time date",
        "No attribute key",
        "Department attribute",
        "department_id attribute",
        "row_id attribute",
      ],
    );
    assert.equal(total(loaded), "3.5");
    assert.deepEqual(valuesOf(loaded, "time.year"), ["2012", "2013"]);
    assert.deepEqual(
      entries.map(({ id }) => id),
      ["x", "y"].map((key) => sha1(sha1("plain") + sha1(key))),
    );
  });

  it("without a primary key uses row numbers as the key, and counts blank rows", async () => {
    const rows = "amount,date\n1,2012\n\n,\n1,2012\n";
    const loaded = await loadPackage(pack(table(["amount", "date"])), { "rows.csv": rows });
    assert.deepEqual(valuesOf(loaded, "row"), ["1", "4"]);
    assert.equal(total(loaded), "2");
    assert.equal(loaded.entries[0]!.id, sha1(sha1("plain") + sha1("1")));
  });

  it("of several resources keeps the rows of each apart", async () => {
    const resources = ["2012", "2013"].map((year) =>
      table(["no", "amount"], { name: year, path: `${year}.csv`, fiscalYear: year }),
    );
    const files = { "2012.csv": "no,amount\n1,10\n2,20\n", "2013.csv": "no,amount\n1,30\n" };
    for (const schema of [{}, { primaryKey: ["no"] }]) {
      const keyed = resources.map((each) => ({ ...each, schema: { ...each.schema, ...schema } }));
      const loaded = await loadPackage(pack(...keyed), files);
      assert.deepEqual([total(loaded), loaded.entries.length], ["60", 3]);
      assert.deepEqual(valuesOf(loaded, "resource"), ["2012", "2012", "2013"]);
      assert.deepEqual(valuesOf(loaded, "time.year"), ["2012", "2012", "2013"]);
    }
  });

  it("may have its rows in several files, of which only the first needs a header", async () => {
    const files = { "a.csv": "no,amount\n1,10\n", "b.csv": "2,20\n", "c/c.csv": "no,amount\n1,30\n" };
    const resource = table(["no", "amount"], { path: Object.keys(files), fiscalYear: 2012 });
    const loaded = await loadPackage(pack(resource), files);
    assert.deepEqual(valuesOf(loaded, "no"), ["1", "2", "1"]);
    assert.deepEqual(valuesOf(loaded, "row"), ["1", "1", "1"]);
    assert.deepEqual(valuesOf(loaded, "resource"), ["rows/1", "rows/2", "rows/3"]);
    assert.deepEqual([total(loaded), loaded.plan.sources.length], ["60", 3]);
  });

  it("may declare a CSV dialect", async () => {
    const fields = [
      "name",
      { name: "amount", decimalChar: ",", groupChar: "." },
      { name: "day", type: "date", format: "%d/%m/%Y" },
    ];
    const dialect = { delimiter: "^", quoteChar: "'", header: false, commentChar: "#", skipInitialSpace: true };
    const rows = "# from the town\n'a^b'^ 1.234,5^31/12/2012\nO^2^ 1/1/2013\n";
    const loaded = await loadPackage(pack(table(fields, { dialect })), { "rows.csv": rows });
    assert.deepEqual(valuesOf(loaded, "name"), ["a^b", "O"]);
    assert.deepEqual(valuesOf(loaded, "time"), ["2012-12-31", "2013-01-01"]);
    assert.equal(total(loaded), "1236.5");
  });

  it("may be gzipped, in another encoding, and declare texts for missing values", async () => {
    const rows = Buffer.from("name,amount,year\nÅ,n/a,2012\n-,1,2012\n", "latin1");
    const resource = table(
      ["name", "amount", "year"],
      { encoding: "iso-8859-1", path: "rows.csv.gz", format: "csv" },
      { missingValues: ["", "-"] },
    );
    const loaded = await loadPackage(pack(resource), { "rows.csv.gz": gzipSync(rows) }, true);
    assert.deepEqual(valuesOf(loaded, "name"), [""]);
    assert.deepEqual(
      loaded.reports[0]!.errors.map(({ row, column, value }) => [row, column, value]),
      [[1, "amount", "n/a"]],
    );
  });

  it("that is not in its declared encoding is refused", async () => {
    const rows = Buffer.from("name,amount,year\nÅ,1,2012\n", "latin1");
    const loading = loadPackage(pack(table(["name", "amount", "year"], { encoding: "utf-8" })), { "rows.csv": rows });
    await assert.rejects(loading, {
      name: "BadSource",
      message: /is not utf-8, the encoding that the package declares/,
    });
  });

  it("names the columns of bad cells as the file does", async () => {
    const resources = [table(["Amount", "Year"]), table(["AMOUNT", "YEAR"], { name: "more", path: "more.csv" })];
    const files = { "rows.csv": "Amount,Year\n1,2012\n", "more.csv": "AMOUNT,YEAR\nx,2012\n5\n1,2012,9\n" };
    const loaded = await loadPackage(pack(...resources), files, true);
    assert.deepEqual(
      loaded.reports[1]!.errors.map(({ row, column, message }) => `${row} ${column}: ${message}`),
      [
        '1 AMOUNT: "x" is not a number',
        "2 YEAR: The row is cut short: it has 1 of 2 cells, and this cell is empty and has no default_value; complete the row",
        "3 null: The row has 3 cells, but the header has 2; put cells that contain the delimiter in quotes, or remove the extra cells",
      ],
    );
  });

  it("names a column that is missing in a file as the package does", async () => {
    const resources = [table(["Amount", "Year"]), table(["AMOUNT", "YEAR"], { name: "more", path: "more.csv" })];
    const files = { "rows.csv": "Amount,Year\n1,2012\n", "more.csv": "Amounts,YEAR\n1,2012\n" };
    await assert.rejects(loadPackage(pack(...resources), files), {
      message: 'The header has no column "AMOUNT", which "amount" is read from; did you mean "Amounts"?',
    });
  });

  it("finds its columns in a header ignoring case", async () => {
    const files = { "rows.csv": "AMOUNT,Year\n1,2012\n" };
    assert.equal(total(await loadPackage(pack(table(["amount", "year"])), files)), "1");
    const twice = { "rows.csv": "AMOUNT,Amount,Year\n1,2,2012\n" };
    await assert.rejects(
      loadPackage(pack(table(["amount", "year"])), twice),
      /"amount" is in the header more than once/,
    );
  });

  it("leaves out resources that are not tables, and ignores their errors", () => {
    const notes = { name: "notes", path: "notes.pdf", format: "pdf" };
    const { sources, warnings } = planPackage(pack(notes, table(["amount", "year"])), BASE);
    assert.equal(sources.length, 1);
    assert.equal(warnings[0], 'resources[0]: "notes" has no field amount or value; it is left out');
  });

  it("turns column names into valid field names", () => {
    const fields = [
      "amount",
      "year",
      "AÑO",
      "2nd",
      "source",
      "__proto__",
      "a b",
      "a_b",
      "résumé.json",
      "x",
      "x_id",
      "日本",
    ];
    const { model } = planPackage(pack(table(fields)), BASE);
    assert.deepEqual(
      model.fields.map(({ name }) => name),
      [
        "amount",
        "time",
        "ano",
        "_2nd",
        "source_",
        "__proto___",
        "a_b",
        "a_b-2",
        "resume_json",
        "x",
        "x-id",
        "ri_ben",
        "row",
      ],
    );
  });

  it("is refused without amounts or without a date, with what is missing", () => {
    const errorsOf = (descriptor: unknown): readonly string[] => {
      try {
        planPackage(descriptor, BASE);
      } catch (error) {
        assert.equal((error as Error).name, "InvalidModel");
        return (error as { errors: string[] }).errors;
      }
      throw new Error("it was planned");
    };
    assert.deepEqual(errorsOf(pack(table(["amount"]))), [
      'resources[0].schema.fields: has no date or year field; add one, or give the resource a "fiscalYear"',
    ]);
    assert.match(errorsOf(pack(table(["cost", "year"]))).join(), /no table has a field "amount" or "value"/);
    assert.match(errorsOf(pack({ name: "x", path: "x.csv" })).join(), /resources\[0\]\.schema: is missing/);
    assert.match(errorsOf({ name: "x" }).join(), /resources: is missing; write a list/);
    assert.match(errorsOf({ resources: 5 }).join(), /resources: 5 is not a list/);
    for (const junk of [null, 5, "x", [], [{}]])
      assert.match(errorsOf(junk).join(), /the package is .*; write an object/);
    assert.deepEqual(errorsOf({ ...pack(table(["amount", "year"])), name: undefined }), [
      "name: is missing; write a short name of letters, digits, - and _",
    ]);
    assert.match(errorsOf(pack(table(["amount", "amount", "year"]))).join(), /"amount" appears twice/);
    assert.match(
      errorsOf(pack(table(["amount", "year"], {}, { primaryKey: "no" }))).join(),
      /"no" is not one of the fields/,
    );
    assert.match(
      errorsOf(pack({ ...table(["amount", "year"]), schema: "schema.json" })).join(),
      /"schema\.json" is not fetched/,
    );
  });

  it("is refused if one field has two formats", () => {
    const comma = { name: "amount", decimalChar: "," };
    const descriptor = pack(table(["amount", "year"]), table([comma, "year"], { name: "b" }));
    assert.throws(() => planPackage(descriptor, BASE), {
      message: /resources\[1\]\.schema\.fields\[0\]\.decimalChar: differs from resources\[0\]/,
    });
  });
});
