import { withZeros } from "./cell-format.js";
import type { SheetRows } from "./sheet-rows.js";
import { type ParseSheets, type SheetCursor, SheetSequence } from "./sheet-sequence.js";
import { numberText, readCount, refuseManySheets, SHEET_COLUMNS, SHEET_ROWS } from "./sheet-text.js";
import { parseAll, parseXml, type XmlListener } from "./xml-events.js";
import type { Zip } from "./zip.js";

const CONTENT = "content.xml";

/** A sheet of an OpenDocument spreadsheet. */
export interface OdsSheet {
  readonly name: string;
  /** Its position in the document. */
  readonly at: number;
  readonly isHidden: boolean;
}

/** The sheets of an OpenDocument spreadsheet. */
export interface OdsBook {
  readonly sheets: readonly OdsSheet[];
  /** Writes them as CSV: numbers in their shortest form, dates as ISO 8601. */
  readonly sequence: SheetSequence;
}

/** Read the list of the sheets of an OpenDocument spreadsheet; hidden ones come last. */
export async function readOdsBook(zip: Zip, source: string): Promise<OdsBook> {
  const sheets: { name: string; style: string }[] = [];
  const hidden = new Set<string>();
  const zeros = new Map<string, number>();
  const styles = new Map<string, string>();
  let style = "";
  const open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === "style" || name === "number-style") style = attributes["style:name"] ?? "";
    if (name === "style") styles.set(style, attributes["style:data-style-name"] ?? "");
    if (name === "table-properties" && attributes["table:display"] === "false") hidden.add(style);
    if (
      name === "number" &&
      attributes["number:decimal-places"] !== undefined &&
      !/^0?$/.test(attributes["number:decimal-places"])
    )
      return;
    if (name === "number") zeros.set(style, readCount(attributes["number:min-integer-digits"], 50));
    if (name === "table") {
      sheets.push({ name: attributes["table:name"] ?? "", style: attributes["table:style-name"] ?? "" });
    }
  };
  const listener = { open, close: () => {}, text: () => {} };
  for (const file of ["styles.xml", CONTENT])
    if (zip.names.includes(file)) await parseAll(zip.read(file), listener, source);
  const digits = [...styles].flatMap(([name, format]) => {
    const count = zeros.get(format) ?? 1;
    return count > 1 ? [[name, "0".repeat(count)] as const] : [];
  });
  refuseManySheets(sheets.length, source);
  return {
    sheets: sheets
      .map(({ name, style: own }, at) => ({ name, at, isHidden: hidden.has(own) }))
      .toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden)),
    sequence: new SheetSequence(planParse(zip, new Map(digits), source)),
  };
}

/** Cells of a row that are empty and repeated to the edge of the sheet are not written. */
interface OdsRow {
  /** Number of cells so far. */
  cells: number;
  isFilled: boolean;
  repeats: number;
}

/** @param digits zeros that numbers of a style begin with, by the name of the style of cells */
function planParse(zip: Zip, digits: ReadonlyMap<string, string>, source: string): ParseSheets {
  return (cursor, begin) => parseXml(zip.read(CONTENT), listenToSheets(cursor, begin, digits), source, SHEET_BEGINS);
}

const SHEET_BEGINS = /(?=<table:table )/;

function listenToSheets(
  cursor: SheetCursor,
  begin: (at: number) => void,
  digits: ReadonlyMap<string, string>,
): XmlListener {
  let sheets = 0;
  let row: OdsRow = { cells: 0, isFilled: false, repeats: 1 };
  let columnStyles: string[] = [];
  let cell: OdsCell | null = null;
  let paragraphs = 0;
  let isText = false;
  let notes = 0;
  const endCell = (out: SheetRows): void => {
    if (!cell) return;
    const { attributes } = cell;
    const at = row.cells;
    row.cells += readCount(attributes["table:number-columns-repeated"], SHEET_COLUMNS);
    const zeros = digits.get(attributes["table:style-name"] ?? columnStyles[at] ?? "");
    if (writeCell(out, cell, at, row.cells - at, zeros)) row.isFilled = true;
    cell = null;
  };
  const endRow = (out: SheetRows): void => {
    if (row.isFilled) out.endRow(row.repeats);
    else out.skip(row.repeats);
  };
  return {
    open: (name: string, attributes: Readonly<Record<string, string>>): void => {
      if (name === "table") {
        begin(sheets++);
        columnStyles = [];
        cell = null;
        [isText, notes] = [false, 0];
      }
      if (!cursor.out) return;
      if (name === "table-column") {
        const left = SHEET_COLUMNS - columnStyles.length;
        const count = readCount(attributes["table:number-columns-repeated"], left);
        for (let at = 0; at < count; at++) columnStyles.push(attributes["table:default-cell-style-name"] ?? "");
      }
      if (name === "table-row") {
        const repeats = readCount(attributes["table:number-rows-repeated"], SHEET_ROWS);
        row = { cells: 0, isFilled: false, repeats };
      } else if (name === "table-cell" || name === "covered-table-cell") {
        cell = { attributes, text: "" };
        paragraphs = 0;
      } else if (name === "annotation") notes++;
      else if (cell && notes === 0) {
        if (name === "p") {
          isText = true;
          if (paragraphs++ > 0) cell.text += " ";
        } else if (name === "s") cell.text += " ".repeat(readCount(attributes["text:c"], 100));
        else if (name === "tab" || name === "line-break") cell.text += " ";
      }
    },
    close: (name: string): void => {
      const { out } = cursor;
      if (!out) return;
      if (name === "table") cursor.out = null;
      else if (name === "annotation") notes--;
      else if (name === "p" && notes === 0) isText = false;
      else if (name === "table-cell" || name === "covered-table-cell") endCell(out);
      else if (name === "table-row") endRow(out);
    },
    text: (text: string): void => {
      if (cell && isText && notes === 0) cell.text += text;
    },
  };
}

interface OdsCell {
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/**
 * Write a cell and its repetitions.
 * @param zeros that a number begins with
 * @returns true if it is not empty
 */
function writeCell(
  out: SheetRows,
  { attributes, text }: OdsCell,
  at: number,
  count: number,
  zeros: string | undefined,
): boolean {
  const { value, isNumber, currency } = valueOf(attributes, text);
  if (value === "") {
    if ("table:formula" in attributes && !("office:value-type" in attributes)) out.addFormula(at);
    return false;
  }
  const shown = isNumber && zeros !== undefined && currency === null ? withZeros(value, zeros) : value;
  out.spread(count - 1);
  for (let each = at; each < Math.min(at + count, SHEET_COLUMNS); each++) out.set(each, shown, isNumber, currency);
  const right = at + readCount(attributes["table:number-columns-spanned"], SHEET_COLUMNS) - 1;
  const bottom = out.rows + readCount(attributes["table:number-rows-spanned"], SHEET_ROWS) - 1;
  if (right > at || bottom > out.rows) out.merge({ top: out.rows, left: at, bottom, right });
  return true;
}

interface OdsValue {
  readonly value: string;
  readonly isNumber: boolean;
  readonly currency: string | null;
}

function valueOf(attributes: Readonly<Record<string, string>>, text: string): OdsValue {
  const textual = (value: string): OdsValue => ({ value, isNumber: false, currency: null });
  switch (attributes["office:value-type"]) {
    case "float":
    case "currency":
    case "percentage": {
      const value = numberText(attributes["office:value"] ?? text);
      return { value, isNumber: true, currency: attributes["office:currency"] ?? null };
    }
    case "date":
      return textual((attributes["office:date-value"] ?? text).replace(/T00:00:00$/, ""));
    case "boolean":
      return textual(attributes["office:boolean-value"] === "true" ? "TRUE" : "FALSE");
    default:
      return textual(text);
  }
}
