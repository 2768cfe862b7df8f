import { lettersOf } from "../../../core/model/values/column-letters.js";
import { setImmediate } from "node:timers/promises";
import { CELL_STYLES, findCutCells, textCell } from "./sheet-cells.js";
import { SPREADSHEET, writeStyles, XML } from "./workbook-styles.js";
import { escapeXml } from "./xml.js";

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  readonly header: readonly string[];
  /** Number formats of its own cells beside `CELL_STYLES`, in the styles `ownStyle` gives. */
  readonly codes?: readonly string[];
  /** How it is laid out; default: all columns of one width, as on paper of any size. */
  readonly layout?: SheetLayout;
  /** Number of rows after the header, read when the sheet is written. */
  readonly numRows: number;
  /** Rows after the header, in pieces of whole rows: their XML. */
  readonly rows: Iterable<string> | AsyncIterable<string>;
}

/** How a sheet is laid out. */
export interface SheetLayout {
  /** Width of each column, in digits. */
  readonly widths: readonly number[];
  /** Number of columns that stay in view while others are scrolled. */
  readonly numFixed: number;
  /** True if figures are in the column: its heading stands over their last digits. */
  readonly areFigures: readonly boolean[];
  /** True if the first column is on the right. */
  readonly isFromRight: boolean;
  /** Title above it on paper; without one the sheet has it in its cells. */
  readonly title?: string;
}

/** A text that was too long for its cell. */
export interface CutText {
  readonly sheet: string;
  /** From 1, which is the header. */
  readonly row: number;
  /** Heading of its column. */
  readonly column: string;
}

/** Maximum number of rows after the header. */
export const MAX_SHEET_ROWS = 1_048_575;

/** Characters that are compressed at once. */
const PIECE = 2 ** 16;

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/**
 * Write a workbook as XLSX (ECMA-376), a piece at a time. Equal sheets give equal bytes.
 * @param describe makes the last sheet, from the texts of the first one that were cut
 */
export async function* writeWorkbook(
  data: Sheet,
  describe: (cut: readonly CutText[]) => Sheet,
): AsyncIterable<Uint8Array> {
  const { Zip, ZipDeflate } = await import("fflate");
  let written: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    written.push(bytes);
  });
  const encoder = new TextEncoder();
  for (const [path, pieces] of planFiles(data, describe)) {
    const file = new ZipDeflate(path, { level: 6 });
    // Local time, as archives have it: the same everywhere.
    file.mtime = new Date(1980, 0, 1);
    zip.add(file);
    let text = "";
    for await (const piece of pieces) {
      text += piece;
      if (text.length < PIECE) continue;
      file.push(encoder.encode(text));
      text = "";
      yield* written;
      written = [];
      await setImmediate();
    }
    file.push(encoder.encode(text), true);
  }
  zip.end();
  yield* written;
}

type Pieces = Iterable<string> | AsyncIterable<string>;

function planFiles(
  data: Sheet,
  describe: (cut: readonly CutText[]) => Sheet,
): readonly (readonly [path: string, pieces: Pieces])[] {
  const cut: CutText[] = [];
  const sheets = [data, describe(cut)];
  const numbered = sheets.map(({ name }, at) => ({ name, number: at + 1 }));
  const types = numbered.map(
    ({ number }) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
  );
  const list = numbered.map(
    ({ name, number }) => `<sheet name="${escapeXml(name)}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  const relations = numbered.map(({ number }) => relationTo(number, "worksheet", `worksheets/sheet${number}.xml`));
  const styles = relationTo(sheets.length + 1, "styles", "styles.xml");
  return [
    [
      "[Content_Types].xml",
      [
        `${XML}<Types xmlns="${PACKAGE}/content-types">`,
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
        `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>`,
        `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>`,
        `${types.join("")}</Types>`,
      ],
    ],
    ["_rels/.rels", [relationsOf([relationTo(1, "officeDocument", "xl/workbook.xml")])]],
    [
      "xl/workbook.xml",
      [`${XML}<workbook xmlns="${SPREADSHEET}" xmlns:r="${OFFICE}"><sheets>${list.join("")}</sheets></workbook>`],
    ],
    ["xl/_rels/workbook.xml.rels", [relationsOf([...relations, styles])]],
    ["xl/styles.xml", [writeStyles(data.codes ?? [])]],
    ["xl/worksheets/sheet1.xml", writeSheet(data, noteCutTexts(data, cut))],
    // Its rows are read when those of the data have been written.
    ["xl/worksheets/sheet2.xml", writeSheet(sheets[1]!)],
  ];
}

function relationTo(id: number, type: string, target: string): string {
  return `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
}

function relationsOf(relations: readonly string[]): string {
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relations.join("")}</Relationships>`;
}

async function* writeSheet(sheet: Sheet, rows: Sheet["rows"] = sheet.rows): AsyncIterable<string> {
  const { header, numRows, layout } = sheet;
  const numColumns = Math.max(1, header.length);
  const number = numberCells();
  // On paper all columns of a table that was laid out stand beside each other.
  const paper = layout ? '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' : "";
  yield `${XML}<worksheet xmlns="${SPREADSHEET}">${paper}<dimension ref="A1:${lettersOf(numColumns - 1)}${numRows + 1}"/>`;
  yield `<sheetViews><sheetView${layout?.isFromRight ? ' rightToLeft="1"' : ""} workbookViewId="0">${paneOf(layout)}</sheetView></sheetViews>`;
  yield `<cols>${columnsOf(numColumns, layout)}</cols><sheetData>`;
  const { heading, headingOfFigures } = CELL_STYLES;
  yield number(rowOf(header.map((text, at) => textCell(text, layout?.areFigures[at] ? headingOfFigures : heading))));
  for await (const piece of rows) yield number(piece);
  yield `</sheetData>${layout ? `<pageSetup orientation="landscape" fitToHeight="0"/>${titleOnPaper(layout)}` : ""}</worksheet>`;
}

/** Most characters of what stands above a sheet on paper. */
const MAX_TITLE = 200;

/** Write the title above a sheet on paper, in bold. A single & begins a code there. */
function titleOnPaper({ title, isFromRight }: SheetLayout): string {
  if (title === undefined) return "";
  const text = title.slice(0, MAX_TITLE).toWellFormed().replaceAll("&", "&&");
  // A digit after the code would be a size.
  return `<headerFooter><oddHeader>${escapeXml(`&${isFromRight ? "R" : "L"}&B ${text}`)}</oddHeader></headerFooter>`;
}

/** Keep the header in view, and the first columns of a sheet that was laid out. */
function paneOf(layout: SheetLayout | undefined): string {
  const numFixed = layout?.numFixed ?? 0;
  return numFixed === 0
    ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    : `<pane xSplit="${numFixed}" ySplit="1" topLeftCell="${lettersOf(numFixed)}2" activePane="bottomRight" state="frozen"/>`;
}

function columnsOf(numColumns: number, layout: SheetLayout | undefined): string {
  if (!layout) return `<col min="1" max="${numColumns}" width="20" customWidth="1"/>`;
  return layout.widths
    .map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join("");
}

/**
 * Return a function that gives the rows and cells of a sheet their places, piece by piece, from its first row on. The
 * standard lets them be left out, but not every reader does.
 */
function numberCells(): (piece: string) => string {
  const names: string[] = [];
  let row = 0;
  let column = 0;
  return (piece) =>
    piece.replace(BEGIN, (begin) => {
      if (begin === ROW) {
        column = 0;
        return `<row r="${++row}">`;
      }
      const name = (names[column] ??= lettersOf(column));
      column++;
      return `<c r="${name}${row}"`;
    });
}

/** Begin of a row or a cell. In texts such signs are escaped. */
const BEGIN = /<row>|<c(?=[ />])/g;

/** Pass on the rows of a sheet. @param cut receives its cut texts */
async function* noteCutTexts({ name, header, rows }: Sheet, cut: CutText[]): AsyncIterable<string> {
  let number = 1;
  for await (const piece of rows) {
    for (const row of piece.split(ROW).slice(1)) {
      number++;
      for (const column of findCutCells(row)) cut.push({ sheet: name, row: number, column: header[column] ?? "" });
    }
    yield piece;
  }
}

const ROW = "<row>";

/** Write a row. @param cells XML */
export function rowOf(cells: readonly string[]): string {
  return `${ROW}${cells.join("")}</row>`;
}
