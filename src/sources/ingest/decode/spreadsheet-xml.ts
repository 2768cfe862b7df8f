import type { SheetRows } from "./sheet-rows.js";
import { type ParseSheets, type SheetCursor, SheetSequence } from "./sheet-sequence.js";
import { numberText, readCount, refuseManySheets, SHEET_COLUMNS, SHEET_ROWS } from "./sheet-text.js";
import { parseAll, parseXml, type XmlListener } from "./xml-events.js";

/** A sheet of a workbook that is one XML file, as Excel 2003 writes it. */
export interface XmlSheet {
  readonly name: string;
  /** Its position in the document. */
  readonly at: number;
  readonly isHidden: boolean;
}

type Attributes = Readonly<Record<string, string>>;

/** The sheets of a workbook. */
export interface XmlBook {
  readonly sheets: readonly XmlSheet[];
  /** Writes them as CSV. */
  readonly sequence: SheetSequence;
}

/** Read the list of the sheets of a workbook; hidden ones come last. @param open begins to read its file */
export async function readXmlBook(open: () => AsyncIterable<Buffer>, source: string): Promise<XmlBook> {
  const sheets: { name: string; at: number; isHidden: boolean }[] = [];
  let isVisible = false;
  const listener = {
    open: (name: string, attributes: Attributes): void => {
      if (name === "Worksheet") {
        sheets.push({ name: attribute(attributes, "Name") ?? "", at: sheets.length, isHidden: false });
      }
      isVisible = name === "Visible";
    },
    close: (): void => {
      isVisible = false;
    },
    text: (text: string): void => {
      const last = sheets.at(-1);
      if (isVisible && last && /hidden/i.test(text)) last.isHidden = true;
    },
  };
  await parseAll(open(), listener, source);
  refuseManySheets(sheets.length, source);
  const parse: ParseSheets = (cursor, begin) => parseXml(open(), listenToSheets(cursor, begin), source, SHEET_BEGINS);
  return {
    sheets: sheets.toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden)),
    sequence: new SheetSequence(parse),
  };
}

const SHEET_BEGINS = /(?=<(?:ss:)?Worksheet[ >])/;

function listenToSheets(cursor: SheetCursor, begin: (at: number) => void): XmlListener {
  let sheets = 0;
  let isText = false;
  let column = 0;
  let repeats = 1;
  let cell = { type: "", text: "", isFormula: false, across: 0 };
  const endCell = (out: SheetRows): void => {
    const { type, text, isFormula } = cell;
    if (type === "Number") out.set(column, numberText(text), true);
    else if (type === "DateTime") out.set(column, text.replace(/T00:00:00(?:\.0+)?$/, "").replace(/\.0+$/, ""), false);
    else if (type === "Boolean") out.set(column, text === "1" ? "TRUE" : "FALSE", false);
    else if (type !== "") out.set(column, text, false);
    else if (isFormula) out.addFormula(column);
    column += 1 + cell.across;
  };
  const openCell = (attributes: Attributes, out: SheetRows): void => {
    const count = (name: string, most = SHEET_COLUMNS): number => readCount(attribute(attributes, name), most, 0);
    column = Math.min(count("Index") > 0 ? count("Index") - 1 : column, SHEET_COLUMNS);
    cell = {
      type: "",
      text: "",
      isFormula: attribute(attributes, "Formula") !== undefined,
      across: count("MergeAcross"),
    };
    const [right, bottom] = [column + cell.across, out.rows + count("MergeDown", SHEET_ROWS)];
    if (right > column || bottom > out.rows) out.merge({ top: out.rows, left: column, bottom, right });
  };
  return {
    open: (name: string, attributes: Attributes): void => {
      if (name === "Worksheet") {
        begin(sheets++);
        isText = false;
      }
      const { out } = cursor;
      if (!out) return;
      if (name === "Row") {
        const index = readCount(attribute(attributes, "Index"), SHEET_ROWS, 0);
        if (index > out.rows + 1) out.skip(index - out.rows - 1);
        // It is a row that spans as many more blank ones.
        repeats = readCount(attribute(attributes, "Span"), SHEET_ROWS, 0);
        column = 0;
      } else if (name === "Cell") openCell(attributes, out);
      else if (name === "Data") {
        cell.type = attribute(attributes, "Type") ?? "String";
        isText = true;
      }
    },
    close: (name: string): void => {
      const { out } = cursor;
      if (!out) return;
      if (name === "Worksheet") cursor.out = null;
      else if (name === "Data") isText = false;
      else if (name === "Cell") endCell(out);
      else if (name === "Row") {
        out.endRow();
        if (repeats > 0) out.skip(repeats);
      }
    },
    text: (text: string): void => {
      if (cursor.out && isText) cell.text += text;
    },
  };
}

/** Return an attribute, whatever its prefix is. */
function attribute(attributes: Attributes, name: string): string | undefined {
  return attributes[`ss:${name}`] ?? attributes[name];
}
