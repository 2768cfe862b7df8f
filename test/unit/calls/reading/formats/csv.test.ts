import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { csvCell, csvRecord, plainNumber } from "#src/calls/reading/formats/csv.js";

describe("csvCell", () => {
  const cells: [value: string | number | null, cell: string][] = [
    ["text", "text"],
    [null, ""],
    ["", ""],
    ["=1+1", "'=1+1"],
    ["+44 20", "'+44 20"],
    ["-a", "'-a"],
    ["@x", "'@x"],
    ["\tx", "'\tx"],
    ["\rx", "'\rx"],
    ["\uff1d1+1", "'\uff1d1+1"],
    ["\uff20SUM(A1)", "'\uff20SUM(A1)"],
    ["-5", "-5"],
    ["+5.25", "+5.25"],
    ["-1e3", "-1e3"],
    ["a=b", "a=b"],
    [-5, "-5"],
    [1.5, "1.5"],
  ];
  for (const [value, cell] of cells) {
    it(`writes ${JSON.stringify(value)} as ${JSON.stringify(cell)}`, () => assert.equal(csvCell(value), cell));
  }
});

describe("csvRecord", () => {
  it("quotes separators, quotes and line breaks", () => {
    assert.equal(csvRecord(["a", "b,c", 'd"e', "f\ng", "h\ri", ""]), 'a,"b,c","d""e","f\ng","h\ri",\r\n');
  });
});

describe("plainNumber", () => {
  const numbers: [value: number, text: string][] = [
    [0, "0"],
    [-0, "0"],
    [12.5, "12.5"],
    [1e21, `1${"0".repeat(21)}`],
    [-1.25e22, `-125${"0".repeat(20)}`],
    [1e-7, "0.0000001"],
    [-2.5e-9, "-0.0000000025"],
    [5e-324, `0.${"0".repeat(323)}5`],
  ];
  for (const [value, text] of numbers) it(`writes ${value} plainly`, () => assert.equal(plainNumber(value), text));
});
