import { withZeros } from "./cell-format.js";
import type { SheetRows } from "./sheet-rows.js";
import { SHEET_COLUMNS, SHEET_ROWS, numberText } from "./sheet-text.js";
import { parseAll, parseXml } from "./xml-events.js";
import type { Zip } from "./zip.js";

const CONTENT = "content.xml";

/** A sheet of an OpenDocument spreadsheet. */
export interface OdsSheet {
  readonly name: string;
  readonly isHidden: boolean;
}

/** The sheets of an OpenDocument spreadsheet, and the number formats of its cells. */
export interface OdsBook {
  readonly sheets: readonly OdsSheet[];
  /** Zeros that numbers of a style begin with, by the name of the style of cells. */
  readonly digits: ReadonlyMap<string, string>;
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
    if (name === "number") zeros.set(style, Math.min(Number(attributes["number:min-integer-digits"] ?? "1"), 50));
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
  return {
    sheets: sheets
      .map(({ name, style: own }) => ({ name, isHidden: hidden.has(own) }))
      .toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden)),
    digits: new Map(digits),
  };
}

/** Cells of a row that are empty and repeated to the edge of the sheet are not written. */
interface OdsRow {
  /** Number of cells so far. */
  cells: number;
  isFilled: boolean;
  repeats: number;
}

/** Write a sheet as CSV. Numbers are written in their shortest form, dates as ISO 8601. */
export async function* writeOdsSheet(
  zip: Zip,
  { digits }: OdsBook,
  sheet: string,
  source: string,
  out: SheetRows,
): AsyncGenerator<string> {
  let isIn = false;
  let row: OdsRow = { cells: 0, isFilled: false, repeats: 1 };
  let columnStyles: string[] = [];
  let cell: { readonly attributes: Readonly<Record<string, string>>; text: string } | null = null;
  let paragraphs = 0;
  let isText = false;
  let notes = 0;
  const endCell = (): void => {
    if (!cell) return;
    const { attributes, text } = cell;
    const count = Math.min(Number(attributes["table:number-columns-repeated"] ?? "1"), SHEET_COLUMNS);
    const at = row.cells;
    row.cells += count;
    const { value, isNumber, currency } = valueOf(attributes, text);
    const zeros = digits.get(attributes["table:style-name"] ?? columnStyles[at] ?? "");
    if (value !== "") {
      row.isFilled = true;
      const shown = isNumber && zeros !== undefined && currency === null ? withZeros(value, zeros) : value;
      for (let each = at; each < Math.min(at + count, SHEET_COLUMNS); each++) out.set(each, shown, isNumber, currency);
      const right = at + Number(attributes["table:number-columns-spanned"] ?? "1") - 1;
      const bottom = out.rows + Number(attributes["table:number-rows-spanned"] ?? "1") - 1;
      if (right > at || bottom > out.rows) out.merge({ top: out.rows, left: at, bottom, right });
    } else if ("table:formula" in attributes && !("office:value-type" in attributes)) out.addFormula(at);
    cell = null;
  };
  const endRow = (): void => {
    if (row.isFilled) out.endRow(row.repeats);
    else out.skip(row.repeats);
  };
  const listener = {
    open: (name: string, attributes: Readonly<Record<string, string>>): void => {
      if (name === "table") isIn = attributes["table:name"] === sheet;
      if (!isIn) return;
      if (name === "table") columnStyles = [];
      if (name === "table-column") {
        const count = Math.min(Number(attributes["table:number-columns-repeated"] ?? "1"), SHEET_COLUMNS);
        for (let at = 0; at < count; at++) columnStyles.push(attributes["table:default-cell-style-name"] ?? "");
      }
      if (name === "table-row") {
        const repeats = Math.min(Number(attributes["table:number-rows-repeated"] ?? "1"), SHEET_ROWS);
        row = { cells: 0, isFilled: false, repeats };
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
