import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, it } from "node:test";
import { readSourceBytes } from "#src/sources/ingest/tables/bytes.js";
import { dateOfDay, showsDate } from "#src/sources/ingest/decode/sheet-dates.js";
import { numberText } from "#src/sources/ingest/decode/sheet-text.js";
import { sourceBounds } from "#src/sources/ingest/fetch/bounds.js";
import { openSource } from "#src/sources/ingest/fetch/open.js";
import { decimalText } from "#src/core/model/values/decimal.js";
import { odsOf, type SheetCell, type Sheets, xlsxOf } from "../../../../spreadsheets.js";
import { zipFiles } from "../../../../zip-file.js";
import { gather, load, smallModel, withDirectory } from "../collect.js";

const number = (text: string): SheetCell => ({ number: text });

const SHEETS: Sheets = {
  "Read me": [["About this file"], ["It has payments."]],
  Payments: [
    ["Payments of the town"],
    [],
    ["No", "Name", "Amount", "Date"],
    ["1", 'Roads; "north", & more', number("1234.5599999999999"), { day: 45_296 }],
    ["2", "Parks", number("1E-2"), { day: 61 }],
    [],
    ["3", "Line\nbreak", number("-3"), { day: 45_297 }],
    ["4", "Empty", null, { day: 45_298 }],
  ],
};

const EXPECTED = [
  "Payments of the town",
  "",
  "No,Name,Amount,Date",
  '1,"Roads; ""north"", & more",1234.56,2024-01-05',
  "2,Parks,0.01,1900-03-01",
  "",
  "3,Line break,-3,2024-01-06",
  "4,Empty,,2024-01-07",
  "",
].join("\n");

/** Read a file as text, and the sheets that it has. */
async function read(content: Buffer, sheet: string | null = null, unpackedBytes = 1e9): Promise<[string, unknown]> {
  return withDirectory(async (directory) => {
    const file = path.join(directory, "file");
    await writeFile(file, content);
    const source = await openSource({ kind: "file", path: file, name: "file" }, { directory });
    const reading = readSourceBytes(source, { ...sourceBounds({}), unpackedBytes }, { sheet, sheets: null });
    const chunks = await gather(reading.chunks);
    return [
      Buffer.concat(chunks)
        .toString("utf8")
        .replace(/^\ufeff/, ""),
      reading.sheets() && Object.fromEntries(reading.sheets()!.fates.map(({ name, fate }) => [name, fate])),
    ];
  });
}

describe("a spreadsheet", () => {
  for (const [form, content] of [
    ["XLSX", xlsxOf(SHEETS)],
    ["ODS", odsOf(SHEETS)],
  ] as const) {
    it(`of ${form} is read as CSV, a line for each row, from the first sheet with a table`, async () => {
      const [text, sheets] = await read(content);
      assert.equal(text, EXPECTED);
      assert.deepEqual(sheets, { "Read me": "no table", Payments: "read" });
    });

    it(`of ${form} gives the sheet that is named, and says which it has instead of another`, async () => {
      const [text] = await read(content, "Read me");
      assert.equal(text, "About this file\nIt has payments.\n");
      await assert.rejects(read(content, "Payment"), /no sheet "Payment".*did you mean "Payments"\?/);
    });

    it(`of ${form} loads like CSV, with the row of the sheet in errors`, async () => {
      const model = smallModel({}, { table: { header_row: 3 } });
      const { entries, report } = await load(content, { model, skipInvalid: true });
      assert.deepEqual(
        entries.map(({ amounts }) => decimalText(amounts[0]!)),
        ["1234.56", "0.01", "-3"],
      );
      assert.deepEqual(
        report.errors.map(({ line, row, column }) => [line, row, column]),
        [[8, 5, "Amount"]],
      );
    });
  }

  it("that is damaged, has no table or unpacks to too much is refused", async () => {
    const content = xlsxOf(SHEETS);
    await assert.rejects(read(content.subarray(0, content.length - 30)), /damaged archive or spreadsheet/);
    await assert.rejects(read(zipFiles({ "readme.md": "x" })), /an archive without a table/);
    const broken = zipFiles({ "content.xml": "<office:document-content><table:table" });
    await assert.rejects(read(broken), /damaged spreadsheet/);
    const bomb = zipFiles({ "big.csv": "a,b\n".repeat(10_000) });
    await assert.rejects(read(bomb, null, 1000), /unpacks to more than 1,000 bytes/);
    const many = `<table:table-row table:number-rows-repeated="1048576"><table:table-cell office:value-type="string" table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>`;
    const repeated = zipFiles({ "content.xml": `<d><table:table table:name="a">${many}</table:table></d>` });
    await assert.rejects(read(repeated), /repeats its rows more often than any table does/);
  });
});

describe("an archive", () => {
  it("of CSV files gives the first with a table, or the one that is named", async () => {
    const content = zipFiles({ "readme.txt": "hello\n", "data/a.csv": "x;y\n1;2\n", "b.csv": "p,q\n3,4\n" });
    assert.deepEqual(await read(content), [
      "x;y\n1;2\n",
      { "readme.txt": "no table", "data/a.csv": "read", "b.csv": "other columns" },
    ]);
    assert.equal((await read(content, "b.csv"))[0], "p,q\n3,4\n");
  });
});

describe("numbers and dates of spreadsheets", () => {
  it("are written in their shortest form, without an exponent", () => {
    const texts = ["0.1", "1234.5599999999999", "1e21", "1.5E-7", "-2.5e-10", "100", "123456789012345680000", "x", ""];
    assert.deepEqual(texts.map(numberText), [
      "0.1",
      "1234.56",
      "1000000000000000000000",
      "0.00000015",
      "-0.00000000025",
      "100",
      "123456789012345680000",
      "x",
      "",
    ]);
  });

  it("are dates by their format", () => {
    const dates: readonly [number, string | undefined][] = [
      [14, undefined],
      [22, undefined],
      [164, "dd/mm/yyyy"],
      [165, "[$-407]d. mmmm yyyy;@"],
      [166, "mmm"],
    ];
    for (const [id, code] of dates) assert.ok(showsDate(id, code), `${id} ${code}`);
    const others: readonly [number, string | undefined][] = [
      [0, undefined],
      [4, undefined],
      [45, undefined],
      [164, '#,##0.00 "days"'],
      [165, "h:mm"],
      [166, "[Red]0.00"],
      [167, "General"],
    ];
    for (const [id, code] of others) assert.ok(!showsDate(id, code), `${id} ${code}`);
  });

  it("count days from 1900, with the leap day that there was not, or from 1904", () => {
    assert.deepEqual(
      ["1", "59", "61", "45296", "45296.5", "-1", "x"].map((day) => dateOfDay(day, false)),
      ["1900-01-01", "1900-02-28", "1900-03-01", "2024-01-05", "2024-01-05T12:00:00", null, null],
    );
    assert.equal(dateOfDay("0", true), "1904-01-01");
    assert.equal(dateOfDay("43834", true), "2024-01-05");
  });
});
