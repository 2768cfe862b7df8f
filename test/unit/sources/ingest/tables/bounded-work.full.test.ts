import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { columnOf } from "#src/core/model/values/column-letters.js";
import { type SheetCell, odsOf, xlsxOf } from "../../../../spreadsheets.js";
import { zipFiles } from "../../../../zip-file.js";
import { readTables } from "./read-tables.js";

/** Build a workbook of one sheet of XML. */
function workbookOf(sheet: string, styles = "", sheets = [["a", "worksheets/a.xml"]]): Buffer {
  const list = sheets.map(([name], at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"/>`);
  const targets = sheets.map(([, file], at) => `<Relationship Id="r${at}" Target="${file}"/>`);
  return zipFiles({
    "xl/workbook.xml": `<workbook xmlns:r="urn:r"><sheets>${list.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${targets.join("")}</Relationships>`,
    "xl/styles.xml": `<styleSheet>${styles}</styleSheet>`,
    "xl/worksheets/a.xml": `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  });
}

function textCell(place: string, text: string): string {
  return `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
}

function rowsOf(count: number, cellsOf: (row: number) => string): string {
  return Array.from({ length: count }, (_, at) => `<row r="${at + 1}">${cellsOf(at + 1)}</row>`).join("");
}

/** Build an OpenDocument spreadsheet of the XML of sheets. */
function documentOf(tables: string): Buffer {
  const content = `<office:document-content xmlns:office="urn:o" xmlns:table="urn:t" xmlns:text="urn:x">${tables}</office:document-content>`;
  return zipFiles({ "content.xml": content });
}

describe("sheets cost what they hold", () => {
  it("with cells far apart: what is not there is left out", async () => {
    const cells = (row: number): string =>
      row === 1
        ? textCell("A1", "To") + textCell("AC1", "Near") + textCell("XFD1", "Amount")
        : textCell(`A${row}`, "x") + `<c r="ABC${row}"><v>7</v></c><c r="XFD${row}"><v>5</v></c>`;
    const { text } = await readTables(workbookOf(rowsOf(300, cells)));
    const lines = text.split("\n").map((line) => line.split(","));
    assert.equal(lines[0]![0], "To");
    assert.equal(lines[0]![columnOf("AC")], "Near");
    assert.deepEqual([lines[0]!.length, lines[0]!.at(-1), lines[1]!.length], [704, "Amount", 704]);
    assert.deepEqual(lines[299]!.slice(-2), ["7", "5"]);
  });

  it("with long runs of blanks", async () => {
    const blanks = " ".repeat(400_000);
    const { text } = await readTables(
      workbookOf(
        rowsOf(3, (row) => textCell(`A${row}`, `a${blanks}b`) + textCell(`B${row}`, `c${blanks}\n${blanks}d\n \ne`)),
      ),
    );
    assert.equal(text.split("\n")[1], `a${blanks}b,c d e`);
  });

  it("with long and many formats", async () => {
    const codes = ["[$".repeat(50_000), '"'.repeat(50_001), "[".repeat(50_000), "0000"];
    const formats = codes.map(
      (code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code.replaceAll('"', "&quot;")}"/>`,
    );
    const styles = Array.from({ length: 4000 }, (_, at) => `<xf numFmtId="${200 + (at % 4)}"/>`);
    const { text } = await readTables(
      workbookOf(
        rowsOf(2, (row) => `<c r="A${row}" s="0"><v>7</v></c><c r="B${row}" s="3"><v>7</v></c>`),
        `<numFmts>${formats.join("")}</numFmts><cellXfs>${styles.join("")}</cellXfs>`,
      ),
    );
    assert.equal(text, "7,0007\n7,0007\n");
  });

  it("with sheets of one document, which are read in one pass", async () => {
    const rows = Array.from({ length: 400 }, (_, at): SheetCell[] => [
      `Payee ${at}`,
      { number: String(at) },
      "x".repeat(300),
    ]);
    const names = Array.from({ length: 60 }, (_, at) => `S${at}`);
    const book = odsOf(Object.fromEntries(names.map((name) => [name, [["To", "Amount", "Text"], ...rows]])));
    const sheets = { heading: "Sheet", names: new Map(names.map((name) => [name, name])) };
    const { text } = await readTables(book, { sheet: null, sheets });
    assert.equal(text.split("\n").filter((line) => line !== "").length, 1 + 60 * 400);
  });
});

describe("spreadsheets are refused that cost more than they hold", () => {
  const cases: readonly (readonly [what: string, book: () => Buffer, said: RegExp])[] = [
    [
      "elements in one another",
      () => workbookOf("<a>".repeat(5000) + "</a>".repeat(5000)),
      /nests its elements deeper than any spreadsheet does/,
    ],
    [
      "merged cells beside few cells",
      () => {
        const row = (at: number): string => textCell(`A${at}`, "x") + textCell(`B${at}`, "y") + (at === 1 ? "" : "");
        const merges = Array.from({ length: 12_000 }, () => '<mergeCell ref="A1:XFD1048576"/>').join("");
        return workbookOf(`${rowsOf(4000, row)}<mergeCells>${merges}</mergeCells>`);
      },
      /has cells far apart, merged or repeated far beyond its data/,
    ],
    [
      "more sheets than are read",
      () =>
        workbookOf(
          "",
          "",
          Array.from({ length: 1001 }, (_, at) => [`s${at}`, "worksheets/a.xml"]),
        ),
      /has 1,001 sheets, more than the 1,000 that are read/,
    ],
    [
      "sheets that are one file",
      () =>
        workbookOf("", "", [
          ["a", "worksheets/a.xml"],
          ["b", "worksheets/a.xml"],
        ]),
      /two of its sheets are one file/,
    ],
    [
      "many sheets of a document",
      () => documentOf('<table:table table:name="a"/>'.repeat(1001)),
      /has 1,001 sheets, more than the 1,000 that are read/,
    ],
    [
      "files that share bytes",
      () =>
        overlapping(
          xlsxOf({
            a: [
              ["To", "Amount"],
              ["x", { number: "1" }],
            ],
          }),
        ),
      /overlaps another file/,
    ],
  ];
  for (const [what, book, said] of cases) {
    it(`with ${what}`, () => assert.rejects(readTables(book()), said));
  }

  it("but not for counts that make no sense", async () => {
    const cell = (text: string): string =>
      `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
    const rows = `<table:table-row table:number-rows-repeated="-3">${cell("To")}${cell("Amount")}</table:table-row>
      <table:table-row table:number-rows-repeated="x">${cell('a<text:s text:c="-1"/>b')}${cell('<text:s text:c="1e99"/>5')}</table:table-row>`;
    const { text } = await readTables(documentOf(`<table:table table:name="a">${rows}</table:table>`));
    assert.match(text, /^To,Amount\na b, {100}5\n$/);
  });
});

/** Let the last file of an archive begin where the one before it does. */
function overlapping(archive: Buffer): Buffer {
  const bytes = Buffer.from(archive);
  const begins: number[] = [];
  for (let at = bytes.indexOf("504b0102", 0, "hex"); at >= 0; at = bytes.indexOf("504b0102", at + 1, "hex"))
    begins.push(at);
  const [before, last] = begins.slice(-2);
  bytes.writeUInt32LE(bytes.readUInt32LE(before! + 42), last! + 42);
  return bytes;
}
