import { BadSource } from "../../errors/errors.js";
import { didYouMean } from "../../model/nearest.js";
import type { UnpackBounds } from "../fetch/bounds.js";
import type { SourceFile } from "../fetch/source.js";
import { readOdsSheets, writeOdsSheet } from "./ods.js";
import { readWorkbook, writeXlsxSheet } from "./xlsx.js";
import { openZip, type Zip } from "./zip.js";

/** The tables of a spreadsheet or an archive, and the one that is read. */
export interface SheetChoice {
  readonly sheets: readonly string[];
  readonly sheet: string;
}

/** A table of an archive. */
interface ArchivedTable {
  readonly name: string;
  /** Reads it from its start as CSV, of UTF-8 unless it is a file. */
  readonly read: () => AsyncIterable<Buffer>;
}

/**
 * Read a table of a spreadsheet (XLSX, ODS) or of an archive of CSV files as CSV.
 * @param wanted name of the sheet or file; `null`: the first that has a table
 * @param onChoice called with the names before the first bytes
 * @throws BadSource if there is no such table
 */
export async function* readArchive(
  source: SourceFile,
  bounds: UnpackBounds,
  wanted: string | null,
  onChoice: (choice: SheetChoice) => void,
): AsyncGenerator<Buffer> {
  const zip = await openZip(source, bounds);
  try {
    const tables = await listTables(zip, source.name);
    const table = wanted === null ? await firstTable(tables) : tables.find(({ name }) => name === wanted);
    const names = tables.map(({ name }) => name);
    if (!table) throw new BadSource(noTable(source.name, wanted, names));
    onChoice({ sheets: names, sheet: table.name });
    yield* limitText(table.read(), source.name, bounds);
  } finally {
    zip.close();
  }
}

async function listTables(zip: Zip, source: string): Promise<readonly ArchivedTable[]> {
  if (zip.names.includes("xl/workbook.xml")) {
    const workbook = await readWorkbook(zip, source);
    return workbook.sheets.map((sheet) => ({
      name: sheet.name,
      read: () => asBytes(writeXlsxSheet(zip, workbook, sheet, source)),
    }));
  }
  if (zip.names.includes("content.xml")) {
    const sheets = await readOdsSheets(zip, source);
    return sheets.map((name) => ({ name, read: () => asBytes(writeOdsSheet(zip, name, source)) }));
  }
  const files = zip.names.filter((name) => /\.(?:csv|tsv|txt)$/i.test(name) && !/(?:^|\/)[._]/.test(name));
  return files.map((name) => ({ name, read: () => zip.read(name) }));
}

/** Find the first table with two rows of two filled cells; the first of all if none has. */
async function firstTable(tables: readonly ArchivedTable[]): Promise<ArchivedTable | undefined> {
  for (const table of tables) {
    for await (const chunk of table.read()) {
      const rows = chunk.toString("utf8").split(/\r\n?|\n/);
      if (rows.filter((row) => row.split(/[,;\t|]/).filter((cell) => cell.trim() !== "").length >= 2).length >= 2)
        return table;
      if (chunk.length > HEAD_BYTES) break;
    }
  }
  return tables[0];
}

const HEAD_BYTES = 65_536;

/** The mark of UTF-8 comes first: the encoding that a model declares is that of CSV files. */
async function* asBytes(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let held = "\ufeff";
  for await (const text of texts) {
    held += text;
    if (held.length < HEAD_BYTES) continue;
    yield Buffer.from(held);
    held = "";
  }
  yield Buffer.from(held);
}

/** Limit the text of a table: repeated cells may make it larger than the file. */
async function* limitText(
  chunks: AsyncIterable<Buffer>,
  name: string,
  { unpackedBytes }: UnpackBounds,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > unpackedBytes) {
      throw new BadSource(
        `${name} has a table of more than ${unpackedBytes.toLocaleString("en")} bytes, the maximum that is read`,
      );
    }
    yield chunk;
  }
}

function noTable(source: string, wanted: string | null, names: readonly string[]): string {
  if (wanted === null || names.length === 0) {
    return `${source} is an archive without a table; send a spreadsheet (XLSX, ODS), or an archive of CSV files`;
  }
  const listed = names.slice(0, 20).map((name) => JSON.stringify(name));
  const hint = didYouMean(wanted, names) || `; it has ${listed.join(", ")}`;
  return `${source} has no sheet ${JSON.stringify(wanted)}, which "sheet" of the model names${hint}`;
}
