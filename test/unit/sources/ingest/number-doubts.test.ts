import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { smallModel } from "./collect.js";
import { saidAbout, saidOf } from "./said-of.js";

describe("a column of numbers that can be read in two ways", () => {
  it("is refused if it has points, with both values and what to write, and warned of if it has commas", async () => {
    assert.deepEqual(await saidOf(["7", "1.234", "2.500", "1.234", "-3.000"]), [
      'Row 2, column "Amount" (amount): ' +
        'The column "Amount" has 4 numbers that can be read in two ways, such as 1.234, 2.500 and -3.000: ' +
        "1.234 is 1.234 with a decimal point, and 1234 with points between thousands. " +
        'Write "decimal": "." in the model for the first, "decimal": ",", "thousands": "." for the second',
    ]);
    assert.deepEqual(await saidOf(["12,345", "7"]), [
      'The column "Amount" has 1 number that can be read in two ways, such as 12,345: 12,345 was read ' +
        "as 12345, with commas between thousands; with a decimal comma it is 12.345. " +
        'If that is meant, write "decimal": ",", "thousands": "." in the model, otherwise "decimal": "."',
    ]);
  });

  it("is more suspect in a file with semicolons", async () => {
    const [warning] = await saidOf(["1.234", "2.500"], { delimiter: ";" });
    assert.match(
      warning!,
      /and 1234 with points between thousands \(files with semicolons usually have decimal commas\)\. /,
    );
  });

  it("is settled by a number that has one reading", async () => {
    for (const cell of ["12.50", "1,234.56", "1,234,567", "0.500", "1234.567", "1 234.567", ".5", "1.2345"]) {
      assert.deepEqual(await saidOf(["1.234", cell, "2.500"]), [], cell);
      assert.deepEqual(await saidOf(["1,234", cell]), [], cell);
    }
  });

  it("is not settled by whole numbers, and not by what is not a number", async () => {
    assert.equal((await saidOf(["€ 1.234", "(2.500)", "1000000", "x12.50"])).length, 1);
  });

  it("is named beside the errors of other columns", async () => {
    const text = "No;Name;Amount;Date\n1;x;1.234;soon\n2;x;2.500;2024\n";
    assert.match(
      (await saidAbout(text)).join(),
      /^Row 1, column "Amount" \(amount\): The column "Amount" has 2 numbers/,
    );
  });

  it("is not named where the model states how numbers are written", async () => {
    const stated = { type: "measure", column: "Amount", datatype: "float" };
    for (const model of [
      smallModel({}, { decimal: "." }),
      smallModel({}, { thousands: "," }),
      smallModel({ amount: { ...stated, decimal: "." } }),
      smallModel({ amount: { ...stated, decimal: ",", thousands: "." } }),
    ]) {
      assert.deepEqual(await saidOf(["1.234"], { model }), []);
    }
  });

  it("is not looked for in rows that are too short to have it", async () => {
    const fee = { type: "measure", column: "Fee", datatype: "float", default_value: "0" };
    const model = smallModel({ fee });
    const rows = ["1,x,5,2024,1.234", "2,x,5,2024", "1.25,x,5,2024,2.500", "4,1.25,5,2024"];
    const said = await saidAbout(`No,Name,Amount,Date,Fee\n${rows.join("\n")}\n`, model);
    assert.match(said.join(), /^Row 1, column "Fee" \(fee\): The column "Fee" has 2 numbers/);
  });

  it("may be an attribute", async () => {
    const model = smallModel({ area: { type: "attribute", column: "Area", datatype: "float" } });
    const said = await saidAbout("No;Name;Amount;Date;Area\n1;x;1.50;2024;1.234\n2;x;1;2024;1.234\n", model);
    assert.match(said.join(), /^Row 1, column "Area" \(area\): The column "Area" has 2 numbers/);
    const both = smallModel({ other: { type: "measure", column: "Amount", datatype: "float" } });
    assert.equal((await saidOf(["1.234"], { model: both })).length, 1);
  });
});
