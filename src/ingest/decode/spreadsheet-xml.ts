import type { SheetRows } from "./sheet-rows.js";
import { SHEET_COLUMNS, SHEET_ROWS, numberText } from "./sheet-text.js";
import { parseAll, parseXml } from "./xml-events.js";

/** A sheet of a workbook that is one XML file, as Excel 2003 writes it. */
export interface XmlSheet {
  readonly name: string;
  readonly isHidden: boolean;
}

type Attributes = Readonly<Record<string, string>>;

/** Read the list of the sheets of a workbook; hidden ones come last. */
export async function readXmlSheets(chunks: AsyncIterable<Buffer>, source: string): Promise<readonly XmlSheet[]> {
  const sheets: { name: string; isHidden: boolean }[] = [];
  let isVisible = false;
  const listener = {
    open: (name: string, attributes: Attributes): void => {
      if (name === "Worksheet") sheets.push({ name: attribute(attributes, "Name") ?? "", isHidden: false });
      isVisible = name === "Visible";
    },
    close: (): void => {
      isVisible = false;
    },
    text: (text: string): void => {
      if (isVisible && /hidden/i.test(text)) sheets.at(-1)!.isHidden = true;
    },
  };
  await parseAll(chunks, listener, source);
  return sheets.toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden));
}

/** Write a sheet as CSV. */
export async function* writeXmlSheet(
  chunks: AsyncIterable<Buffer>,
  sheet: string,
  source: string,
  out: SheetRows,
): AsyncGenerator<string> {
  let isIn = false;
  let isText = false;
  let column = 0;
  let repeats = 1;
  let cell = { type: "", text: "", isFormula: false, across: 0 };
  const endCell = (): void => {
    const { type, text, isFormula } = cell;
    if (type === "Number") out.set(column, numberText(text), true);
    else if (type === "DateTime") out.set(column, text.replace(/T00:00:00(?:\.0+)?$/, "").replace(/\.0+$/, ""), false);
    else if (type === "Boolean") out.set(column, text === "1" ? "TRUE" : "FALSE", false);
    else if (type !== "") out.set(column, text, false);
    else if (isFormula) out.addFormula(column);
    column += 1 + cell.across;
  };
  const openCell = (attributes: Attributes): void => {
    const count = (name: string): number => Number(attribute(attributes, name) ?? "0");
    column = Math.min(count("Index") > 0 ? count("Index") - 1 : column, SHEET_COLUMNS);
    cell = {
      type: "",
      text: "",
      isFormula: attribute(attributes, "Formula") !== undefined,
      across: count("MergeAcross"),
    };
    const [right, bottom] = [column + cell.across, out.rows + count("MergeDown")];
    if (right > column || bottom > out.rows) out.merge({ top: out.rows, left: column, bottom, right });
  };
  const listener = {
    open: (name: string, attributes: Attributes): void => {
      if (name === "Worksheet") isIn = attribute(attributes, "Name") === sheet;
      if (!isIn) return;
      if (name === "Row") {
        const index = Number(attribute(attributes, "Index") ?? "0");
        if (index > out.rows + 1) out.skip(index - out.rows - 1);
        // It is a row that spans as many more blank ones.
        repeats = Math.min(Number(attribute(attributes, "Span") ?? "0"), SHEET_ROWS);
        column = 0;
      } else if (name === "Cell") openCell(attributes);
      else if (name === "Data") {
        cell.type = attribute(attributes, "Type") ?? "String";
        isText = true;
      }
    },
    close: (name: string): void => {
      if (!isIn) return;
      if (name === "Worksheet") isIn = false;
      else if (name === "Data") isText = false;
      else if (name === "Cell") endCell();
      else if (name === "Row") {
        out.endRow();
        if (repeats > 0) out.skip(repeats);
      }
    },
    text: (text: string): void => {
      if (isIn && isText) cell.text += text;
    },
  };
  for await (const _ of parseXml(chunks, listener, source)) yield out.take();
}

/** Return an attribute, whatever its prefix is. */
function attribute(attributes: Attributes, name: string): string | undefined {
  return attributes[`ss:${name}`] ?? attributes[name];
}
