import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CellError } from "#src/sources/ingest/cast/cell-error.js";
import { LoadFailed } from "#src/sources/ingest/report.js";
import { validateSource } from "#src/sources/ingest/load.js";
import { load, smallModel, summary, withFile } from "../collect.js";

const HEADER = "No,Name,Amount,Date\n";

async function errorsOf(rows: string, mapping: Record<string, unknown> = {}): Promise<readonly CellError[]> {
  const { report } = await load(HEADER + rows, { model: smallModel(mapping), skipInvalid: true });
  return report.errors;
}

describe("an error record", () => {
  it("reports an invalid number", async () => {
    assert.deepEqual(await errorsOf("1,a,12.3.4,2012\n"), [
      {
        row: 1,
        line: 2,
        column: "Amount",
        attribute: "amount",
        datatype: "float",
        value: "12.3.4",
        message:
          '"12.3.4" is not a number here: the decimal sign "." may appear only once; ' +
          'if "." is the thousands separator, give the model "decimal": "," and "thousands": "."',
      },
    ]);
  });

  it("reports an invalid date under the name of the dimension", async () => {
    const [error] = await errorsOf("1,a,1,2012-14\n");
    assert.deepEqual(
      [error!.column, error!.attribute, error!.datatype, error!.value],
      ["Date", "time", "date", "2012-14"],
    );
    assert.match(error!.message, /^"2012-14" is not a date/);
  });

  it("reports an empty cell without a default, with the remedy", async () => {
    assert.deepEqual(await errorsOf("1,a, ,2012\n"), [
      {
        row: 1,
        line: 2,
        column: "Amount",
        attribute: "amount",
        datatype: "float",
        value: " ",
        message: 'The cell is empty and has no default_value; fill it, or give "default_value" in the model',
      },
    ]);
  });

  it("names an attribute of a compound dimension by both names", async () => {
    const to = {
      type: "compound",
      attributes: { name: { column: "Name", datatype: "id" }, label: { column: "Name" } },
    };
    const [error, ...more] = await errorsOf("1,,1,2012\n", { name: to });
    assert.deepEqual([error!.attribute, error!.datatype, more], ["name.name", "id", []]);
  });

  it("reports a row that is cut short", async () => {
    assert.deepEqual(await errorsOf("0,z,1,2012\n1,a"), [
      {
        row: 2,
        line: 3,
        column: "Amount",
        attribute: "amount",
        datatype: "float",
        value: null,
        message:
          "The row is cut short: it has 2 of 4 cells, and this cell is empty and has no default_value; complete the row",
      },
      {
        row: 2,
        line: 3,
        column: "Date",
        attribute: "time",
        datatype: "date",
        value: null,
        message:
          "The row is cut short: it has 2 of 4 cells, and this cell is empty and has no default_value; complete the row",
      },
    ]);
  });

  it("says of a row that is mostly empty that it may be a total or a note", async () => {
    const [error] = await errorsOf("0,z,1,2012\n5,,,\n");
    assert.match(
      error!.message,
      /only 1 of the row's 4 cells is filled: if the row is a total or a note, leave it out/,
    );
    assert.doesNotMatch(error!.message, /default_value" in the model/);
  });

  it("reports a row with too many cells, but not the cells themselves", async () => {
    const [error, ...more] = await errorsOf("1,a,b,x,2012\n");
    assert.deepEqual(more, []);
    const { message, ...rest } = error!;
    assert.deepEqual(rest, { row: 1, line: 2, column: null, attribute: null, datatype: null, value: null });
    assert.match(message, /^The row has 5 cells, but the header has 4; put cells that contain the delimiter in quotes/);
  });

  it("is reported for every bad cell of a row, in the order of the mapping", async () => {
    const errors = await errorsOf(",a,x,y\n");
    assert.deepEqual(
      errors.map(({ attribute }) => attribute),
      ["number", "amount", "time"],
    );
  });

  it("shortens a long cell", async () => {
    const [error] = await errorsOf(`1,a,${"9x".repeat(5_000)},2012\n`);
    assert.equal(error!.value!.length, 201);
    assert.ok(error!.message.length < 400);
  });
});

describe("short rows", () => {
  it("are padded with empty cells where a default exists", async () => {
    const { entries } = await load("No,Amount,Date,Name\n1,2,2012\n");
    assert.deepEqual(entries.map(summary), ["1  2012-01-01 2"]);
  });
});

describe("a load with bad rows", () => {
  const rows = Array.from({ length: 3_000 }, (_, at) => `${at},a,${at % 2 === 0 ? at : "x"},2012\n`).join("");

  it("fails as a whole, with the first 1,000 errors and the total count", async () => {
    await assert.rejects(load(HEADER + rows), (error) => {
      assert.ok(error instanceof LoadFailed);
      assert.equal(error.report.numErrors, 1_500);
      assert.equal(error.report.rowsRejected, 1_500);
      assert.equal(error.report.rowsRead, 3_000);
      assert.equal(error.report.errors.length, 1_000);
      assert.equal(error.errors.length, 1_002);
      assert.equal(error.errors[0], "1,500 of 3,000 rows cannot be loaded, with 1,500 errors; nothing was loaded");
      assert.equal(error.errors[1], 'Row 2 (line 3), column "Amount" (amount): "x" is not a number');
      assert.equal(error.errors.at(-1), "500 more errors are not listed");
      return true;
    });
  });

  it("loads the good rows if bad ones are skipped", async () => {
    const { entries, report } = await load(HEADER + rows, { skipInvalid: true });
    assert.equal(entries.length, 1_500);
    assert.equal(report.entriesCreated, 1_500);
    assert.equal(report.numErrors, 1_500);
    assert.equal(report.errors.length, 1_000);
  });

  it("reports them in validation without failing", async () => {
    const report = await withFile(HEADER + rows, (path) =>
      validateSource({ model: smallModel(), source: { kind: "file", path }, download: { directory: "." } }),
    );
    assert.equal(report.numErrors, 1_500);
    assert.equal(report.entriesCreated, 0);
  });

  it("reports every error in validation once and in order, in any encoding", async () => {
    const told: number[] = [];
    // The last row says that the file is not UTF-8, after all errors have been found.
    const bytes = Buffer.from(`${HEADER}${rows}5000,é,1,2012\n`, "latin1");
    const report = await withFile(bytes, (path) =>
      validateSource(
        { model: smallModel(), source: { kind: "file", path }, download: { directory: "." } },
        ({ row }) => void told.push(row),
      ),
    );
    assert.deepEqual([report.encoding, report.numErrors, report.errors.length], ["windows-1252", 1_500, 1_000]);
    assert.deepEqual(
      told,
      Array.from({ length: 1_500 }, (_, at) => 2 * at + 2),
    );
  });
});

describe("rows with the same id", () => {
  it("are counted, and the last one wins", async () => {
    const { entries, report } = await load(`${HEADER}1,a,1,2012\n2,b,2,2012\n1,c,3,2012\n`);
    assert.deepEqual(entries.map(summary), ["1 c 2012-01-01 3", "2 b 2012-01-01 2"]);
    assert.deepEqual([report.rowsRead, report.entriesCreated, report.rowsRepeated], [3, 2, 1]);
  });
});
