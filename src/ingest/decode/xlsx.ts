import { BadSource } from "../../errors/errors.js";
import { SHEET_COLUMNS, numberText, SheetText } from "./sheet-text.js";
import { dateOfDay, showsDate } from "./sheet-dates.js";
import { parseAll, parseXml } from "./xml-events.js";
import type { Zip } from "./zip.js";

/** A sheet of a workbook. */
export interface XlsxSheet {
  readonly name: string;
  /** Name of its file in the archive. */
  readonly file: string;
}

/** A workbook: its sheets, and how their cells are read. */
export interface Workbook {
  readonly sheets: readonly XlsxSheet[];
  readonly is1904: boolean;
}

/** Read the list of the sheets of a workbook; hidden ones come last. */
export async function readWorkbook(zip: Zip, source: string): Promise<Workbook> {
  const targets = new Map<string, string>();
  const found: { name: string; id: string; isHidden: boolean }[] = [];
  let is1904 = false;
  await parseAll(
    zip.read("xl/_rels/workbook.xml.rels"),
    { ...IGNORED, open: (name, { Id = "", Target = "" }) => name === "Relationship" && targets.set(Id, Target) },
    source,
  );
  await parseAll(
    zip.read("xl/workbook.xml"),
    {
      ...IGNORED,
      open: (name, attributes) => {
        if (name === "workbookPr") is1904 = /^(?:1|true)$/.test(attributes["date1904"] ?? "");
        if (name !== "sheet") return;
        const id = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1] ?? "";
        found.push({ name: attributes["name"] ?? "", id, isHidden: /hidden/i.test(attributes["state"] ?? "") });
      },
    },
    source,
  );
  const sheets = found
    .toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden))
    .flatMap(({ name, id }) => {
      const target = targets.get(id) ?? "";
      const file = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
      return zip.names.includes(file) ? [{ name, file }] : [];
    });
  return { sheets, is1904 };
}

const IGNORED = { open: () => {}, close: () => {}, text: () => {} };

/** Maximum number of characters of all shared texts. */
const MAX_SHARED = 2 ** 28;

/** Read the texts that the cells of all sheets share. @throws BadSource if they are too many */
async function readShared(zip: Zip, source: string): Promise<readonly string[]> {
  const texts: string[] = [];
  let text: string | null = null;
  let isText = false;
  let phonetic = 0;
  let size = 0;
  await parseAll(
    zip.read("xl/sharedStrings.xml"),
    {
      open: (name) => {
        if (name === "si") text = "";
        else if (name === "rPh") phonetic++;
        else if (name === "t") isText = phonetic === 0;
      },
      close: (name) => {
        if (name === "si") {
          texts.push(text ?? "");
          text = null;
        } else if (name === "rPh") phonetic--;
        else if (name === "t") isText = false;
      },
      text: (part) => {
        if (!isText || text === null) return;
        text += part;
        size += part.length;
        if (size > MAX_SHARED) throw new BadSource(`${source} has more text than fits into memory; save it as CSV`);
      },
    },
    source,
  );
  return texts;
}

/** Read which styles of cells show dates, by the position of the style. */
async function readDateStyles(zip: Zip, source: string): Promise<readonly boolean[]> {
  const codes = new Map<number, string>();
  const styles: boolean[] = [];
  let isIn = false;
  await parseAll(
    zip.read("xl/styles.xml"),
    {
      ...IGNORED,
      open: (name, attributes) => {
        if (name === "numFmt") codes.set(Number(attributes["numFmtId"]), attributes["formatCode"] ?? "");
        if (name === "cellXfs") isIn = true;
        if (name !== "xf" || !isIn) return;
        const id = Number(attributes["numFmtId"] ?? "0");
        styles.push(showsDate(id, codes.get(id)));
      },
      close: (name) => {
        if (name === "cellXfs") isIn = false;
      },
    },
    source,
  );
  return styles;
}

/** Write a sheet as CSV. Numbers are written in their shortest form, dates by the format of their cells. */
export async function* writeXlsxSheet(
  zip: Zip,
  { is1904 }: Workbook,
  { file }: XlsxSheet,
  source: string,
): AsyncGenerator<string> {
  const shared = await readShared(zip, source);
  const areDates = await readDateStyles(zip, source);
  const out = new SheetText();
  let cells: (string | undefined)[] = [];
  let cell = { column: 0, type: "n", isDate: false, text: "" };
  let isValue = false;
  let phonetic = 0;
  const valueOf = (): string => {
    const { type, text, isDate } = cell;
    if (type === "s") return shared[Number(text)] ?? "";
    if (type === "b") return text === "1" ? "TRUE" : text === "" ? "" : "FALSE";
    if (type !== "n") return text;
    return (isDate ? dateOfDay(text, is1904) : null) ?? numberText(text);
  };
  const listener = {
    open: (name: string, attributes: Readonly<Record<string, string>>): void => {
      if (name === "row") {
        const row = Number(attributes["r"] ?? out.rows + 1);
        if (row > out.rows + 1) out.skip(row - out.rows - 1);
        cells = [];
      } else if (name === "c") {
        const column = columnOf(attributes["r"]) ?? cells.length;
        const isDate = areDates[Number(attributes["s"] ?? "0")] ?? false;
        cell = { column, type: attributes["t"] ?? "n", isDate, text: "" };
      } else if (name === "rPh") phonetic++;
      else if (name === "v" || name === "t") isValue = phonetic === 0;
    },
    close: (name: string): void => {
      if (name === "v" || name === "t") isValue = false;
      else if (name === "rPh") phonetic--;
      else if (name === "c" && cell.column < SHEET_COLUMNS) cells[cell.column] = valueOf();
      else if (name === "row") out.row(cells);
    },
    text: (text: string): void => {
      if (isValue) cell.text += text;
    },
  };
  for await (const _ of parseXml(zip.read(file), listener, source)) yield out.take();
}

/** Return the position of a cell by its reference, such as 27 for `AB7`; `null` without one. */
function columnOf(reference: string | undefined): number | null {
  const [letters] = /^[A-Z]+/.exec(reference ?? "") ?? [];
  if (letters === undefined) return null;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
