import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { load, type Loaded, smallModel } from "../collect.js";
import { decimalText } from "#src/core/model/values/decimal.js";
import { analyse } from "../../analysis/table.js";

const NAMES = ["Ayre & Sons", "Bell, Book Ltd", 'Cold "Iron"', "O'Hara Taxis", "Elm; Oak", "Fen"];
const ROWS = NAMES.map((name, at) => [String(at + 1), name, `${at * 11}.25`, `2021-0${at + 1}-0${at + 2}`]);
const HEADER = ["No", "Name", "Amount", "Date"];

/** Write a table in a dialect. */
function write(rows: readonly (readonly string[])[], d = ",", q = '"', e = q, end = "\n"): string {
  const cell = (text: string): string => {
    if (![d.trim() || d, q, "\n"].some((each) => text.includes(each)) && !(d.includes(" ") && text.includes(" ")))
      return text;
    const escaped = e === q ? text : text.replaceAll(e, e + e);
    return q + escaped.replaceAll(q, e + q) + q;
  };
  return rows.map((row) => row.map(cell).join(d) + end).join("");
}

const WHOLE = write([HEADER, ...ROWS]);
const lines = WHOLE.trimEnd().split("\n");
const withLine = (at: number, change: (line: string) => string): string =>
  lines.map((line, place) => (place === at ? change(line) : line) + "\n").join("");

/** Load a text under the rules that its analysis proposes. */
async function loadProposed(text: string): Promise<Loaded> {
  const { table } = await analyse(text);
  return load(text, { model: smallModel({}, table ? { table } : {}) });
}

function rowsOf({ entries }: Loaded): readonly (readonly string[])[] {
  return entries.map(({ members, amounts }) => [
    String(members[0]![0]),
    String(members[1]![0]),
    decimalText(amounts[0]!),
    String(members[2]![0]),
  ]);
}

const EXPECTED = ROWS.map(([no, name, amount, date]) => [no, name, String(Number(amount)), date]);

const READ: Readonly<Record<string, string>> = {
  plain: WHOLE,
  "without a line end": WHOLE.trimEnd(),
  semicolons: write([HEADER, ...ROWS], ";"),
  tabs: write([HEADER, ...ROWS], "\t"),
  bars: write([HEADER, ...ROWS], "|"),
  carets: write([HEADER, ...ROWS], "^"),
  tildes: write([HEADER, ...ROWS], "~"),
  blanks: write([HEADER, ...ROWS], " "),
  "commas and blanks": write([HEADER, ...ROWS], ", "),
  apostrophes: write([HEADER, ...ROWS], ",", "'"),
  backslashes: write([HEADER, ...ROWS], ",", '"', "\\"),
  "carriage returns": write([HEADER, ...ROWS], ",", '"', '"', "\r"),
  "a title": `Payments above 500 pounds,,,\n${WHOLE}`,
  "a title with commas": `Payments, in pounds, 2021\n\n${WHOLE}`,
  "a title with as many cells": `Payments, in pounds, 2021, all\n\n${WHOLE}`,
  "a second row of headings": `,Supplier,,Gross\n${WHOLE}`,
  "delimiters at all ends but the header's": withLine(0, (line) => line).replaceAll(/(?<=\d)\n/g, ",\n"),
  ...Object.fromEntries(
    [";", ",", "|", "\t", "~"].map((d) => [
      `the line sep=${d === "\t" ? "tab" : d}`,
      `sep=${d}\n${write([HEADER, ...ROWS], d)}`,
    ]),
  ),
  "the line sep=; in quotes, with delimiters": `"sep=;";;;\r\n${write([HEADER, ...ROWS], ";")}`,
  "an empty last heading": WHOLE.replaceAll("\n", ",\n"),
};

describe("a table", () => {
  for (const [how, text] of Object.entries(READ)) {
    it(`with ${how} is read`, async () => assert.deepEqual(rowsOf(await loadProposed(text)), EXPECTED));
  }

  it("with an empty cell too many, or its header again, in any row is read", async () => {
    for (let at = 1; at <= ROWS.length; at++) {
      assert.deepEqual(rowsOf(await loadProposed(withLine(at, (line) => `${line},`))), EXPECTED);
      const again = await loadProposed(withLine(at, (line) => `${line}\n\ufeff${lines[0]}`));
      assert.deepEqual(rowsOf(again), EXPECTED);
      assert.match(again.report.warnings.join(), new RegExp(`1 row repeats the header .*line ${at + 2}: `));
    }
  });

  it("with a single quote in any text is read, with the quote as text", async () => {
    for (const at of [1, 4, 6]) {
      const read = await loadProposed(withLine(at, (line) => line.replace(/,(?=[A-Z])/, ',"')));
      const expected = EXPECTED.map((row, place) => (place === at - 1 ? row.with(1, `"${row[1]!}`) : row));
      assert.deepEqual(rowsOf(read), expected);
      assert.match(read.report.warnings.join(), new RegExp(`quote .* part of the text \\(line ${at + 1}: `));
    }
  });

  it("with a row that has another delimiter, or one too many, is refused with the line", async () => {
    for (const at of [1, 4, 6]) {
      const other = withLine(at, () => write([ROWS[at - 1]!], ";").trimEnd());
      await assert.rejects(loadProposed(other), new RegExp(`line ${at + 1}\\): The row .* is written with ";"`));
      await assert.rejects(
        loadProposed(withLine(at, (line) => line.replace(",", ",x,"))),
        new RegExp(`line ${at + 1}\\)`),
      );
    }
  });

  it("with a line that declares its delimiter is split by it, and needs no rule for its header", async () => {
    const text = "Name;Amount\nA, B, C;1,5\nD, E, F;2,5\nG, H, I;3,5\n";
    const { delimiter, table, begin } = await analyse(`sep=;\n${text}`);
    assert.deepEqual([delimiter, table, begin!.header], [";", null, ["Name", "Amount"]]);
  });

  it("with years after short words as headings has a header", async () => {
    const { headerRow, begin } = await analyse("Unit;Ist 2015;VE 2016\nA;1,5;2,5\nB;3,5;4,5\nC;5,5;6,5\n");
    assert.deepEqual([headerRow, begin!.header], [1, ["Unit", "Ist 2015", "VE 2016"]]);
  });

  it("with another table below is refused, and all its rows are named", async () => {
    const { oddRows } = await analyse(`${WHOLE}\nRegion,Staff,Cost\nNorth,1,3.5\n`);
    assert.match(oddRows!.join(), /^row 9 begins another table, with the columns Region,Staff,Cost; its 2 rows/);
    await assert.rejects(load(`${WHOLE}\nRegion,Staff\nNorth,1\nSouth,2\n`), (error: Error) => {
      assert.match(error.message, /line 9\): Another table begins here, with the columns Region,Staff/);
      assert.match(error.message, /line 11\): The row South,2 belongs to the table that begins on line 9/);
      return true;
    });
  });

  it("with another table of as many columns, under a title, or in the midst of rows is refused", async () => {
    const others = {
      "10": "\nPost,Holder,Grade,Since\nClerk,Ann,5,x\n",
      "11": "\nStaff,,,\nRegion,Cost,,\nNorth,3.5,,\n",
      "8": "Region,Staff,Cost\nNorth,12,3.50\nSouth,9,2.25\n",
    };
    for (const [line, other] of Object.entries(others)) {
      const { table, columns, oddRows } = await analyse(WHOLE + other);
      assert.match(oddRows!.join(), /begins another table/, line);
      assert.deepEqual(
        columns.map(({ type }) => type.kind),
        ["number", "text", "number", "date"],
        line,
      );
      const loaded = load(WHOLE + other, { model: smallModel({}, table ? { table } : {}) });
      await assert.rejects(loaded, new RegExp(`line ${line}\\)`), line);
    }
  });

  it("with notes of several cells below loses nothing but them", async () => {
    for (const notes of ["Note: in pounds, without tax, provisional", "Note: in pounds, net\nSource: ledger, town"]) {
      const text = `${WHOLE}\n${notes}\n`;
      const { oddRows, repairs } = await analyse(text);
      const table = repairs!.find(({ kind }) => kind === "notes")?.table ?? null;
      assert.deepEqual(oddRows, []);
      const loaded = await load(text, { model: smallModel({}, { table }) });
      assert.deepEqual(rowsOf(loaded), EXPECTED);
    }
  });

  it("without a header is refused, unless the columns are named", async () => {
    const rows = lines.slice(1).join("\n");
    await assert.rejects(
      analyse(rows),
      /has no row with the names of its columns: the first, "1", "Ayre & Sons", "0.25"/,
    );
    const table = { columns: HEADER };
    assert.equal((await analyse(rows, {}, table)).rows, ROWS.length);
    assert.deepEqual(rowsOf(await load(rows, { model: smallModel({}, { table }) })), EXPECTED);
  });

  it("has its header on another row than the model says", async () => {
    const loaded = await load(`a\nb\n\n${WHOLE}`, { model: smallModel({}, { table: { header_row: 2 } }) });
    assert.deepEqual(rowsOf(loaded), EXPECTED);
    assert.match(loaded.report.warnings.join(), /The header is in row 4, not in row 2/);
  });

  it("repeats the cell above where a rule says so", async () => {
    const text = "Name,No,Amount,Date\na,k,5.5,2021\n,l,6,2021\n,m,7,2021\nb,n,8,2021\n,o,9,2021\n,p,9,2021\n";
    const { repairs } = await analyse(text);
    const table = repairs!.find(({ kind }) => kind === "above")?.table;
    assert.deepEqual(table, { fill_down: ["Name"] });
    const names = rowsOf(await load(text, { model: smallModel({}, { table }) })).map(([, name]) => name);
    assert.deepEqual(names, ["a", "a", "a", "b", "b", "b"]);
  });
});
