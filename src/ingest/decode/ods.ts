import { SHEET_COLUMNS, SHEET_ROWS, numberText, SheetText } from "./sheet-text.js";
import { parseAll, parseXml } from "./xml-events.js";
import type { Zip } from "./zip.js";

const CONTENT = "content.xml";

/** Read the names of the sheets of an OpenDocument spreadsheet. */
export async function readOdsSheets(zip: Zip, source: string): Promise<readonly string[]> {
  const names: string[] = [];
  const open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === "table") names.push(attributes["table:name"] ?? "");
  };
  await parseAll(zip.read(CONTENT), { open, close: () => {}, text: () => {} }, source);
  return names;
}

/** Cells of a row that are empty and repeated to the edge of the sheet are not written. */
interface OdsRow {
  cells: string[];
  /** Empty cells after the last filled one. */
  empty: number;
  repeats: number;
}

/** Write a sheet as CSV. Numbers are written in their shortest form, dates as ISO 8601. */
export async function* writeOdsSheet(zip: Zip, sheet: string, source: string): AsyncGenerator<string> {
  const out = new SheetText();
  let isIn = false;
  let row: OdsRow = { cells: [], empty: 0, repeats: 1 };
  let cell: { readonly attributes: Readonly<Record<string, string>>; text: string } | null = null;
  let paragraphs = 0;
  let isText = false;
  let notes = 0;
  const endCell = (): void => {
    if (!cell) return;
    const value = valueOf(cell.attributes, cell.text);
    const count = Math.min(Number(cell.attributes["table:number-columns-repeated"] ?? "1"), SHEET_COLUMNS);
    if (value === "") row.empty += count;
    else {
      for (; row.empty > 0 && row.cells.length < SHEET_COLUMNS; row.empty--) row.cells.push("");
      for (let at = 0; at < count && row.cells.length < SHEET_COLUMNS; at++) row.cells.push(value);
    }
    cell = null;
  };
  const endRow = (): void => {
    if (row.cells.length === 0) out.skip(row.repeats);
    else out.row(row.cells, row.repeats);
  };
  const listener = {
    open: (name: string, attributes: Readonly<Record<string, string>>): void => {
      if (name === "table") isIn = attributes["table:name"] === sheet;
      if (!isIn) return;
      if (name === "table-row") {
        const repeats = Math.min(Number(attributes["table:number-rows-repeated"] ?? "1"), SHEET_ROWS);
        row = { cells: [], empty: 0, repeats };
      } else if (name === "table-cell" || name === "covered-table-cell") {
        cell = { attributes, text: "" };
        paragraphs = 0;
      } else if (name === "annotation") notes++;
      else if (cell && notes === 0) {
        if (name === "p") {
          isText = true;
          if (paragraphs++ > 0) cell.text += " ";
        } else if (name === "s") cell.text += " ".repeat(Math.min(Number(attributes["text:c"] ?? "1"), 100));
        else if (name === "tab" || name === "line-break") cell.text += " ";
      }
    },
    close: (name: string): void => {
      if (!isIn) return;
      if (name === "table") isIn = false;
      else if (name === "annotation") notes--;
      else if (name === "p" && notes === 0) isText = false;
      else if (name === "table-cell" || name === "covered-table-cell") endCell();
      else if (name === "table-row") endRow();
    },
    text: (text: string): void => {
      if (cell && isText && notes === 0) cell.text += text;
    },
  };
  for await (const _ of parseXml(zip.read(CONTENT), listener, source)) yield out.take();
}

function valueOf(attributes: Readonly<Record<string, string>>, text: string): string {
  switch (attributes["office:value-type"]) {
    case "float":
    case "currency":
    case "percentage":
      return numberText(attributes["office:value"] ?? text);
    case "date":
      return (attributes["office:date-value"] ?? text).replace(/T00:00:00$/, "");
    case "boolean":
      return attributes["office:boolean-value"] === "true" ? "TRUE" : "FALSE";
    default:
      return text;
  }
}
