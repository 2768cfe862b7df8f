import { errorText } from "../../../core/errors/error-text.js";
import { readFile } from "node:fs/promises";
import { createReadStream } from "node:fs";
import { isUtf8 } from "node:buffer";
import { BadSource } from "../../../core/errors/errors.js";
import type { SourceFile } from "../fetch/source.js";
import { decodePage, readHtmlTables, writeHtmlTable } from "../decode/html-tables.js";
import { type OdsBook, readOdsBook } from "../decode/ods.js";
import type { SheetFormats } from "../decode/sheet-formats.js";
import { SheetRows } from "../decode/sheet-rows.js";
import { refuseManySheets } from "../decode/sheet-text.js";
import { readXmlBook, type XmlBook } from "../decode/spreadsheet-xml.js";
import { readWorkbook, writeXlsxSheet } from "../decode/xlsx.js";
import type { Zip } from "../decode/zip.js";

/** A sheet of a spreadsheet, a file of an archive, or a table of a web page. */
export interface SourceTable {
  readonly name: string;
  readonly isHidden: boolean;
  /** True for a file of an archive, which is CSV of any dialect and encoding; others are given as CSV of UTF-8. */
  readonly isFile: boolean;
  /** False for a file that holds no table by its name. */
  readonly isTable: boolean;
  /** Begin to read it from its start. @param formats receives what the number formats of its columns show */
  open(formats: SheetFormats): OpenTable;
}

/** A table that is being read. */
export interface OpenTable {
  readonly chunks: AsyncIterable<Buffer>;
  /** Check, once all is read, that nothing is missing. @throws BadSource */
  finish(): void;
}

/** The tables of a source. */
export interface TableList {
  readonly tables: readonly SourceTable[];
  /** Release what was read of them. */
  close(): Promise<void>;
}

/** List the tables of a ZIP file: the sheets of a spreadsheet, or the files of an archive. */
export async function listZipTables(zip: Zip, source: string): Promise<TableList> {
  if (zip.names.includes("xl/workbook.xml")) {
    const workbook = await readWorkbook(zip, source);
    return listOf(
      workbook.sheets.map((sheet) =>
        asTable(source, sheet, (out) => writeXlsxSheet(zip, workbook, sheet, source, out)),
      ),
    );
  }
  if (zip.names.includes("content.xml")) {
    return sequenceOf(await readOdsBook(zip, source), source);
  }
  const files = zip.names.filter((name) => !/(?:^|\/)[._]/.test(name));
  return listOf(
    files.map((name) => ({
      name,
      isHidden: false,
      isFile: true,
      isTable: /\.(?:csv|tsv|tab|txt)$/i.test(name) && !ABOUT.test(name),
      open: () => ({ chunks: zip.read(name), finish: () => {} }),
    })),
  );
}

function listOf(tables: readonly SourceTable[]): TableList {
  return { tables, close: async () => {} };
}

/** List sheets that stand in one document, one after the other. */
function sequenceOf({ sheets, sequence }: OdsBook | XmlBook, source: string): TableList {
  return {
    tables: sheets.map((sheet) => asTable(source, sheet, (out) => sequence.read(sheet.at, out))),
    close: () => sequence.close(),
  };
}

/** Names of texts about the other files. */
const ABOUT =
  /(?:^|\/)(?:read[ _-]?me|licen[cs]e|lizenz|licence|licenza|copying|notice|change[ _-]?log|about|lies[ _-]?mich|leeme|l[ée]ame|lisez[ _-]?moi|leggimi|leia[ _-]?me)[^/]*\.txt$/i;

/** List the sheets of a workbook that is one XML file. */
export async function listXmlTables({ path, name }: SourceFile): Promise<TableList> {
  return sequenceOf(await readXmlBook(() => createReadStream(path), name), name);
}

/** Maximum bytes of a page whose tables are read. */
const MAX_PAGE = 2 ** 26;

/** List the tables of a web page; `null` if the page is not hardly more than tables. */
export async function listPageTables({ path, name, size }: SourceFile): Promise<TableList | null> {
  if (size > MAX_PAGE) return null;
  const bytes = await readFile(path);
  const page = decodePage(bytes, isUtf8(bytes)) ?? (await decodeByLetters(bytes, name));
  const tables = readHtmlTables(page);
  if (!tables) return null;
  refuseManySheets(tables.length, name);
  return listOf(
    tables.map((table, at) =>
      asTable(name, { name: `Table ${at + 1}`, isHidden: false }, async function* (out) {
        yield* writeHtmlTable(table, out);
      }),
    ),
  );
}

async function decodeByLetters(bytes: Buffer, name: string): Promise<string> {
  const { findEncoding } = await import("../decode/letters/find-encoding.js");
  const { decodeBytes } = await import("../decode/decode.js");
  const whole = async function* (): AsyncGenerator<Buffer> {
    yield bytes;
  };
  const encoding = await findEncoding(whole(), name);
  const chunks: Buffer[] = [];
  for await (const chunk of decodeBytes(whole(), { name: encoding.name, skip: 0 })) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function asTable(
  source: string,
  { name, isHidden }: Pick<SourceTable, "name" | "isHidden">,
  write: (out: SheetRows) => AsyncIterable<string>,
): SourceTable {
  return {
    name,
    isHidden,
    isFile: false,
    isTable: true,
    open(formats) {
      const out = new SheetRows(source, name, formats);
      return { chunks: asBytes(write(out)), finish: () => out.finish() };
    },
  };
}

const CHUNK = 65_536;

/** The mark of UTF-8 comes first: the encoding that a model declares is that of CSV files. */
async function* asBytes(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let held = "\ufeff";
  for await (const text of texts) {
    held += text;
    if (held.length < CHUNK) continue;
    yield Buffer.from(held);
    held = "";
  }
  yield Buffer.from(held);
}

/** Return the error for a source without a table that is wanted. */
export function noTable(source: string, wanted: string | null, names: readonly string[], hint: string): BadSource {
  if (wanted === null || names.length === 0) {
    return new BadSource(errorText("archive_without_table", { source }));
  }
  const listed = names.slice(0, 20).map((name) => JSON.stringify(name));
  return new BadSource(
    errorText("no_such_sheet", {
      source,
      wanted: JSON.stringify(wanted),
      known: hint || `; it has ${listed.join(", ")}`,
    }),
  );
}
