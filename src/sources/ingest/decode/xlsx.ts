import { errorText } from "../../../core/errors/error-text.js";
import { BadSource } from "../../../core/errors/errors.js";
import { type DisplayFormat, PLAIN_FORMAT, readFormat, withZeros } from "./cell-format.js";
import { columnOf } from "../../../core/model/values/column-letters.js";
import { type Merge, readMergedRange } from "./merged-cells.js";
import { dateOfDay } from "./sheet-dates.js";
import type { SheetRows } from "./sheet-rows.js";
import { numberText, refuseManySheets } from "./sheet-text.js";
import { parseAll, parseXml } from "./xml-events.js";
import type { Zip } from "./zip.js";

/** A sheet of a workbook. */
export interface XlsxSheet {
  readonly name: string;
  /** Name of its file in the archive. */
  readonly file: string;
  readonly isHidden: boolean;
}

/** A workbook: its sheets, and how their cells are read. */
export interface Workbook {
  readonly sheets: readonly XlsxSheet[];
  readonly is1904: boolean;
  /** Return the texts that cells of all sheets share. @throws BadSource if they are too many */
  readonly shared: () => Promise<readonly string[]>;
  /** Return the formats of numbers, by the position of the style of a cell. */
  readonly formats: () => Promise<readonly DisplayFormat[]>;
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
  refuseManySheets(found.length, source);
  const files = new Set<string>();
  const sheets = found
    .toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden))
    .flatMap(({ name, id, isHidden }) => {
      const target = targets.get(id) ?? "";
      const file = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
      if (!zip.names.includes(file)) return [];
      if (files.has(file)) {
        throw new BadSource(errorText("sheets_share_a_file", { source }));
      }
      files.add(file);
      return [{ name, file, isHidden }];
    });
  return {
    sheets,
    is1904,
    shared: once(() => readShared(zip, source)),
    formats: once(() => readFormats(zip, source)),
  };
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => (result ??= read());
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
        if (size > MAX_SHARED) throw new BadSource(errorText("spreadsheet_too_large", { source }));
      },
    },
    source,
  );
  return texts;
}

/** Read the number formats of styles of cells, by the position of the style. */
async function readFormats(zip: Zip, source: string): Promise<readonly DisplayFormat[]> {
  const codes = new Map<number, string>();
  const known = new Map<number, DisplayFormat>();
  const formats: DisplayFormat[] = [];
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
        const format = known.get(id) ?? readFormat(id, codes.get(id));
        known.set(id, format);
        formats.push(format);
      },
      close: (name) => {
        if (name === "cellXfs") isIn = false;
      },
    },
    source,
  );
  return formats;
}

/** Read which cells are merged, which are listed after the rows, and which columns beyond ZZ have cells. */
async function readExtent(zip: Zip, file: string): Promise<{ readonly merges: readonly Merge[]; readonly far: Far }> {
  const merges: Merge[] = [];
  const far = new Set<string>();
  let held = "";
  for await (const chunk of zip.read(file)) {
    const text = held + chunk.toString("latin1");
    let end = 0;
    for (const found of text.matchAll(MERGE)) {
      const merge = merges.length < MAX_MERGES ? readMergedRange(found[1]!) : null;
      if (merge) merges.push(merge);
      end = found.index + found[0].length;
    }
    for (const [, letters] of text.matchAll(FAR)) far.add(letters!);
    held = text.slice(Math.max(end, text.length - 100));
  }
  return { merges, far: [...far].map(columnOf).toSorted((a, b) => a - b) };
}

const MERGE = /<(?:\w+:)?mergeCell\s[^<>]*?ref="([A-Z]+\d+:[A-Z]+\d+)"/g;
const FAR = /\sr="([A-Z]{3})\d/g;

/** Columns beyond ZZ that have cells, ascending. Those between them are left out, so that a row costs what it holds. */
type Far = readonly number[];
const NEAR_COLUMNS = 702;

/** Return the place of a column among those that are not left out; of one that is, that of the next. */
function placeOf(column: number, far: Far): number {
  return column < NEAR_COLUMNS ? column : NEAR_COLUMNS + far.filter((each) => each < column).length;
}

/** Maximum number of merged cells that are filled. */
const MAX_MERGES = 200_000;

/** Write a sheet as CSV. Numbers are written in their shortest form, dates and leading zeros by the format of their cells. */
export async function* writeXlsxSheet(
  zip: Zip,
  workbook: Workbook,
  { file }: XlsxSheet,
  source: string,
  out: SheetRows,
): AsyncGenerator<string> {
  const shared = await workbook.shared();
  const formats = await workbook.formats();
  const { merges, far } = await readExtent(zip, file);
  const places = new Map(far.map((column, at) => [column, NEAR_COLUMNS + at]));
  for (const merge of merges) {
    out.merge({ ...merge, left: placeOf(merge.left, far), right: placeOf(merge.right + 1, far) - 1 });
  }
  let next = 0;
  let cell = { column: 0, type: "n", format: PLAIN_FORMAT, text: "", isFormula: false };
  let isValue = false;
  let phonetic = 0;
  const endCell = (): void => {
    const { column, type, text, format, isFormula } = cell;
    next = column + 1;
    if (type === "s") out.set(column, shared[Number(text)] ?? "", false);
    else if (type === "b") out.set(column, text === "1" ? "TRUE" : text === "" ? "" : "FALSE", false);
    else if (type !== "n") out.set(column, text, false);
    else if (text === "" && isFormula) out.addFormula(column);
    else if (text !== "") {
      const date = format.isDate ? dateOfDay(text, workbook.is1904) : null;
      const digits = date === null ? format.digits : null;
      if (date !== null) out.set(column, date, false);
      else if (digits !== null) out.set(column, withZeros(numberText(text), digits), true);
      else out.set(column, numberText(text), true, format.currency);
    }
  };
  const listener = {
    open: (name: string, attributes: Readonly<Record<string, string>>): void => {
      if (name === "row") {
        const row = Number(attributes["r"] ?? out.rows + 1);
        if (row > out.rows + 1) out.skip(row - out.rows - 1);
        next = 0;
      } else if (name === "c") {
        const [letters] = /^[A-Z]+/.exec(attributes["r"] ?? "") ?? [];
        const named = letters === undefined ? next : columnOf(letters);
        const column = named < NEAR_COLUMNS ? named : (places.get(named) ?? named);
        const format = formats[Number(attributes["s"] ?? "0")] ?? PLAIN_FORMAT;
        cell = { column, type: attributes["t"] ?? "n", format, text: "", isFormula: false };
      } else if (name === "f") cell.isFormula = true;
      else if (name === "rPh") phonetic++;
      else if (name === "v" || name === "t") isValue = phonetic === 0;
    },
    close: (name: string): void => {
      if (name === "v" || name === "t") isValue = false;
      else if (name === "rPh") phonetic--;
      else if (name === "c") endCell();
      else if (name === "row") out.endRow();
    },
    text: (text: string): void => {
      if (isValue) cell.text += text;
    },
  };
  for await (const _ of parseXml(zip.read(file), listener, source)) yield out.take();
}
