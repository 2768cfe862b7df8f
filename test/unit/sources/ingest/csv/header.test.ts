import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { BadSource } from "#src/core/errors/errors.js";
import { load, smallModel, summary } from "../collect.js";

const ROW = "1,a,2,2012\n";

describe("the header", () => {
  it("is trimmed, and may have columns in any order, unused ones and unnamed ones", async () => {
    const { entries } = await load("Date , Other,,\tAmount,Name,, No \n2012,x,y,2,a,z,1\n");
    assert.deepEqual(entries.map(summary), ["1 a 2012-01-01 2"]);
  });

  it("may follow blank lines, which do not count as rows", async () => {
    const { entries, report } = await load(`\n , ,\nNo,Name,Amount,Date\n${ROW}`);
    assert.deepEqual(entries.map(summary), ["1 a 2012-01-01 2"]);
    assert.equal(report.rowsRead, 1);
    assert.equal(report.rowsBlank, 0);
  });

  it("may have line breaks and delimiters in quotes", async () => {
    const model = smallModel({ name: { type: "attribute", column: "Name;\nof, payee" } });
    const { entries, report } = await load(`No;"Name;\nof, payee";Amount;Date\n1;a;2;2012\n`, { model });
    assert.deepEqual(entries.map(summary), ["1 a 2012-01-01 2"]);
    assert.equal(report.delimiter, ";");
  });

  it("is read completely if it is longer than the first chunk", async () => {
    const others = Array.from({ length: 9_000 }, (_, at) => `"other column\n${at}"`).join(",");
    const { entries } = await load(`${others},No,Name,Amount,Date\n${",".repeat(9_000)}${ROW}`);
    assert.deepEqual(entries.map(summary), ["1 a 2012-01-01 2"]);
  });

  it("decides the delimiter by the model's columns, not by the number of cells", async () => {
    const { report } = await load("No;Name;Amount;Date;a,b,c,d,e,f,g,h\n1;a;2;2012;x\n");
    assert.equal(report.delimiter, ";");
  });

  it("without rows is a valid source", async () => {
    for (const text of ["No,Name,Amount,Date", "No,Name,Amount,Date\r\n"]) {
      const { entries, report } = await load(text);
      assert.equal(entries.length, 0);
      assert.equal(report.rowsRead, 0);
    }
  });

  it("must have every column: all missing ones are named, with similar names", async () => {
    await assert.rejects(load(`No,name,Betrag,Date\n${ROW}`), (error) => {
      assert.ok(error instanceof BadSource);
      assert.deepEqual(error.errors, [
        'The header has no column "Name", which "name" is read from; did you mean "name"?',
        'The header has no column "Amount", which "amount" is read from; the header has "No", "name", "Betrag", "Date"',
      ]);
      return true;
    });
  });

  it("names the delimiters, and the remedy, if none of them splits it", async () => {
    await assert.rejects(load("No§Name§Amount§Date\n1§a§2§2012\n"), (error) => {
      assert.ok(error instanceof BadSource);
      assert.deepEqual(error.errors, [
        'The header is a single cell, "No§Name§Amount§Date": cells must be separated by comma, semicolon, tab or "|". ' +
          'The file seems to have "§". Save the file with one of these, or load it with a data package whose dialect names ' +
          "another delimiter",
      ]);
      return true;
    });
    await assert.rejects(load("Other\n1\n"), (error) => {
      assert.ok(error instanceof BadSource);
      return error.errors.every((each) => !each.includes("single cell"));
    });
  });

  it("must not repeat a column that the model reads", async () => {
    await assert.rejects(load("No,Name,Amount,Date,Amount,Other,Other\n1,a,2,2012,3,,\n"), {
      name: "BadSource",
      message:
        'The column "Amount" is in the header more than once; write "Amount 1" for the first, "Amount 2" for the second',
    });
  });

  it("must exist", async () => {
    for (const text of ["", "\n\n", "\ufeff", " , \n"]) {
      await assert.rejects(load(text), { name: "BadSource", message: /is empty; its first line must be a header$/ });
    }
  });

  it("must not be endless", async () => {
    await assert.rejects(load(`No,Name,"Amount,Date\n${ROW}`), {
      name: "BadSource",
      message: /header .* does not end/,
    });
    const endless = `No,Name,"Amount,Date\n${ROW.repeat(300_000)}`;
    await assert.rejects(load(endless), { name: "BadSource", message: /header .* does not end/ });
  });

  it("must not be a web page", async () => {
    for (const text of ["<!DOCTYPE html>\n<p>Sign in</p>", "\n<html lang='en'><body>"]) {
      await assert.rejects(load(text), { name: "BadSource", message: /is a web page, not CSV/ });
    }
  });
});
