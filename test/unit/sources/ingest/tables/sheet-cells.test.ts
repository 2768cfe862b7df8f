import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readFormat, withZeros } from "#src/sources/ingest/decode/cell-format.js";
import { zipFiles } from "../../../../zip-file.js";
import { readTables } from "./read-tables.js";

const FORMATS = ["General", "00000", '#,##0.00\\ "€"', "[$zł-415] #,##0.00", "000\\-000"];

/** Build a workbook of sheets of XML: rows, and what follows them. */
function workbookOf(sheets: Readonly<Record<string, string>>, hidden: readonly string[] = []): Buffer {
  const names = Object.keys(sheets);
  const list = names.map(
    (name, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"${hidden.includes(name) ? ' state="hidden"' : ""}/>`,
  );
  const targets = names.map((_, at) => `<Relationship Id="r${at}" Target="worksheets/s${at}.xml"/>`);
  const codes = FORMATS.map(
    (code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code.replaceAll('"', "&quot;")}"/>`,
  );
  const styles = FORMATS.map((_, at) => `<xf numFmtId="${200 + at}"/>`);
  return zipFiles({
    "xl/workbook.xml": `<workbook xmlns:r="urn:r"><sheets>${list.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${targets.join("")}</Relationships>`,
    "xl/styles.xml": `<styleSheet><numFmts>${codes.join("")}</numFmts><cellXfs>${styles.join("")}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      names.map((name, at) => [`xl/worksheets/s${at}.xml`, `<worksheet>${sheets[name]!}</worksheet>`]),
    ),
  });
}

/** Write rows of cells: texts, numbers, or XML. */
function rowsOf(rows: readonly (readonly (string | number)[])[], merges: readonly string[] = []): string {
  const cellOf = (cell: string | number, place: string): string => {
    if (typeof cell === "number") return `<c r="${place}"><v>${cell}</v></c>`;
    if (cell === "") return "";
    if (cell.startsWith("<")) return cell.replace("<c", `<c r="${place}"`);
    return `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`;
  };
  const written = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((cell, at) => cellOf(cell, `${String.fromCharCode(65 + at)}${row + 1}`)).join("")}</row>`,
  );
  const merged = merges.map((range) => `<mergeCell ref="${range}"/>`);
  return `<sheetData>${written.join("")}</sheetData><mergeCells>${merged.join("")}</mergeCells>`;
}

describe("merged cells", () => {
  it("count for all their rows if they are labels, and for one if they are amounts", async () => {
    const rows = [
      ["Code", "Area", "Payee", "Amount", "Budget"],
      [10, "Roads", "A", 5, 100],
      ["", "", "B", 6, ""],
      [20, "Parks", "C", 7, 200],
      ["", "", "D", 8, ""],
    ];
    const { text } = await readTables(
      workbookOf({ a: rowsOf(rows, ["A2:A3", "B2:B3", "A4:A5", "B4:B5", "E2:E3", "E4:E5"]) }),
    );
    assert.equal(
      text,
      "Code,Area,Payee,Amount,Budget\n10,Roads,A,5,100\n10,Roads,B,6\n20,Parks,C,7,200\n20,Parks,D,8\n",
    );
  });

  it("that are headings stand before those below them that repeat, and give their names to columns without one", async () => {
    const rows = [
      ["Budgets of the town", "", "", "", "", ""],
      ["Area", 2021, "", 2022, "", "Note"],
      ["", "Plan", "Actual", "Plan", "Actual", ""],
      ["Roads", 1, 2, 3, 4, "x"],
    ];
    const { text } = await readTables(workbookOf({ a: rowsOf(rows, ["A1:F1", "A2:A3", "B2:C2", "D2:E2"]) }));
    assert.equal(
      text,
      "Budgets of the town\nArea,2021,,2022,,Note\nArea,2021 Plan,2021 Actual,2022 Plan,2022 Actual,Note\nRoads,1,2,3,4,x\n",
    );
  });

  it("of titles and notes stay as they are", async () => {
    const rows = [
      ["Title", "", ""],
      ["A", "B", "C"],
      ["x", 1, 2],
      ["Source: the town", "", ""],
      ["", "", ""],
    ];
    const { text } = await readTables(workbookOf({ a: rowsOf(rows, ["A1:C1", "A4:C5"]) }));
    assert.equal(text, "Title\nA,B,C\nx,1,2\nSource: the town\n");
  });
});

describe("number formats", () => {
  it("keep the zeros and signs of codes, and show currencies", async () => {
    const row = [
      '<c s="1"><v>42</v></c>',
      '<c s="4"><v>1234</v></c>',
      '<c s="2"><v>1.5</v></c>',
      '<c s="3"><v>2</v></c>',
      7,
    ];
    const rows = [["Code", "Part", "Euro", "Zloty", "Plain"], row, row];
    const { text, held } = await readTables(workbookOf({ a: rowsOf(rows) }));
    assert.equal(text, "Code,Part,Euro,Zloty,Plain\n00042,001-234,1.5,2,7\n00042,001-234,1.5,2,7\n");
    assert.deepEqual(
      [0, 2, 3, 4, 5].map((column) => held!.formats.of(column)),
      [
        { numbers: 2, currencies: [] },
        { numbers: 2, currencies: ["€"] },
        { numbers: 2, currencies: ["zł"] },
        { numbers: 2, currencies: [] },
        null,
      ],
    );
  });

  it("of every usual form are read", () => {
    const currencies = [
      "[$€-2] #,##0",
      "[$EUR] 0.00",
      "$#,##0.00",
      '"R$"\\ #,##0.00',
      '_-* #,##0.00\\ "Kč"_-',
      "#,##0.00",
    ];
    assert.deepEqual(
      currencies.map((code) => readFormat(200, code).currency),
      ["€", "EUR", "$", "R$", "Kč", null],
    );
    assert.deepEqual(
      ["0", "0.00", "#,##0", "0000", "00\\-00", "[$-407]000", "General"].map((code) => readFormat(200, code).digits),
      [null, null, null, "0000", "00-00", "000", null],
    );
    assert.deepEqual(
      ["7", "12345", "1.5", "-3"].map((number) => withZeros(number, "0000")),
      ["0007", "12345", "1.5", "-3"],
    );
  });
});

describe("a formula", () => {
  const rows = [
    ["Name", "Amount"],
    ["A", "<c><f>1+1</f></c>"],
    ["B", "<c><f>B2*2</f><v></v></c>"],
    ["C", 1],
  ];

  it("without a stored result is refused by its cell", async () => {
    const content = workbookOf({ "2024": rowsOf(rows) });
    await assert.rejects(readTables(content), {
      name: "BadSource",
      message:
        /sheet "2024" of "file" has 2 formulas whose results are not stored: B2, B3; open it in a spreadsheet program/,
    });
  });

  it("with a result, and one on a sheet that is not read, are no fault", async () => {
    const good = [
      ["Name", "Amount"],
      ["A", "<c><f>1+1</f><v>2</v></c>"],
      ["B", '<c t="str"><f>""</f><v></v></c>'],
    ];
    const { text } = await readTables(workbookOf({ good: rowsOf(good), bad: rowsOf(rows) }));
    assert.equal(text, "Name,Amount\nA,2\nB\n");
  });
});

describe("hidden sheets", () => {
  it("are read only if no other has a table, and named", async () => {
    const rows = rowsOf([
      ["A", "B"],
      ["x", 1],
    ]);
    const { text, fates } = await readTables(
      workbookOf(
        {
          old: rowsOf([
            ["C", "D"],
            ["y", 2],
          ]),
          new: rows,
        },
        ["old"],
      ),
    );
    assert.equal(text, "A,B\nx,1\n");
    assert.deepEqual(fates, { new: "read", old: "hidden" });
  });
});
