import type { RequestedSheets } from "../../../core/model/table-rules.js";
import { didYouMean } from "../../../core/model/nearest.js";
import { noTable, type SourceTable } from "./source-tables.js";
import { BadSource } from "../../../core/errors/errors.js";
import { isBlank } from "../csv/blank.js";
import type { Dialect } from "../csv/dialect.js";
import { readBegin } from "../csv/read-begin.js";
import { decodeBytes } from "../decode/decode.js";
import { detectEncoding } from "../decode/encoding.js";
import { PeekableChunks } from "../decode/peekable-chunks.js";
import { SheetFormats } from "../decode/sheet-formats.js";

/** The header of a table. */
interface Peeked {
  readonly cells: readonly string[];
  readonly dialect: Dialect;
  /** Number of records up to and including the header. */
  readonly records: number;
  /** The first rows below it, each as one text, without blank ones. */
  readonly rows: readonly string[];
}

const HEAD_BYTES = 65_536;

/**
 * Fate of a sheet or a file of an archive: read, or not, as it is hidden, has no table, is not a CSV file, has the
 * same columns as the one that is read, or others, or repeats rows of another.
 */
export type Fate = "read" | "hidden" | "no table" | "no CSV" | "same columns" | "other columns" | "same rows";

/** A sheet of a spreadsheet or a file of an archive, and what became of it. */
export interface TableFate {
  readonly name: string;
  readonly fate: Fate;
}

/** The tables of a spreadsheet or an archive, and those that are read. */
export interface SheetChoice {
  readonly sheets: readonly string[];
  /** The one that is read, or the first of several. */
  readonly sheet: string;
  readonly fates: readonly TableFate[];
}

/** A table that is read, with its header if it is one of several. */
export interface SelectedTable {
  readonly table: SourceTable;
  readonly header: Peeked | null;
}

/** Maximum number of tables whose columns are compared. */
const MAX_PEEKED = 200;

/**
 * Choose the tables to read: those that are wanted, otherwise the first that has a table.
 * @throws BadSource if there is none
 */
export async function chooseTables(
  tables: readonly SourceTable[],
  { sheet, sheets }: RequestedSheets,
  source: string,
): Promise<{ readonly chosen: readonly SelectedTable[]; readonly choice: SheetChoice }> {
  const names = tables.filter(({ isTable }) => isTable).map(({ name }) => name);
  const find = (wanted: string): SourceTable => {
    const found = tables.find(({ name }) => name === wanted);
    if (!found) throw noTable(source, wanted, names, didYouMean(wanted, names));
    return found;
  };
  const wanted = sheets ? [...sheets.names.keys()].map(find) : sheet === null ? null : [find(sheet)];
  const headers = new Map<SourceTable, Peeked | null>();
  for (const table of tables.slice(0, MAX_PEEKED)) headers.set(table, await peekTable(table));
  const [first = tables.find(({ isTable }) => isTable)] = wanted ?? tables.filter((table) => headers.get(table));
  if (!first) throw noTable(source, null, names, "");
  const read = wanted ?? [first];
  const header = headers.get(first) ?? null;
  const seen = new Set(header?.rows);
  const fates = tables.map((table): TableFate => {
    const own = headers.get(table) ?? null;
    if (read.includes(table)) return { name: table.name, fate: "read" };
    const fate = fateOf(table, own?.cells ?? null, header?.cells ?? null);
    if (fate !== "same columns") return { name: table.name, fate };
    const repeats = repeatsRows(own!.rows, seen);
    for (const row of own!.rows) seen.add(row);
    return { name: table.name, fate: repeats ? "same rows" : fate };
  });
  return {
    chosen: read.map((table) => ({ table, header: headers.get(table) ?? null })),
    choice: { sheets: names, sheet: first.name, fates },
  };
}

function fateOf(table: SourceTable, own: readonly string[] | null, header: readonly string[] | null): Fate {
  if (!table.isTable) return /\.(?:csv|tsv|tab|txt)$/i.test(table.name) ? "no table" : "no CSV";
  if (own === null) return "no table";
  if (table.isHidden) return "hidden";
  return isSameHeader(own, header) ? "same columns" : "other columns";
}

/** Rows that a table has at least for it to be told that it repeats others. */
const FEW_ROWS = 3;

/** True if at least half of the rows of a table are in another one, amounts included: added up, they would count twice. */
function repeatsRows(rows: readonly string[], seen: ReadonlySet<string>): boolean {
  return rows.length >= FEW_ROWS && rows.filter((row) => seen.has(row)).length * 2 >= rows.length;
}

/** True if two tables have the same columns, in the same order. */
export function isSameHeader(one: readonly string[], other: readonly string[] | null): boolean {
  return one.length === other?.length && one.every((cell, at) => cell === other[at]);
}

/** Find the header of a table by its first rows; `null` if it has no two rows of two filled cells. */
async function peekTable(table: SourceTable): Promise<Peeked | null> {
  if (!table.isTable) return null;
  const bytes = new PeekableChunks(table.open(new SheetFormats()).chunks);
  const head = await bytes.head(HEAD_BYTES);
  const detected = detectEncoding(head, null);
  // Other encodings keep ASCII, which suffices to find the header.
  const name = detected.name === "utf-8" && table.isFile && !isText(head) ? "latin1" : detected.name;
  const decoded = decodeBytes(once(head), { name, skip: detected.skip });
  try {
    const text = new PeekableChunks(ended(decoded));
    const { header, records } = await readBegin(text, table.name, null, !table.isFile);
    const widths = records.map((record) => record.filter((cell) => !isBlank(cell)).length);
    const wide = widths.filter((width) => width >= 2).length;
    // Prose has commas in some lines, and not equally many.
    const alike = records.filter(({ length }) => length === header.cells.length).length;
    const isProse = /\.txt$/i.test(table.name) && alike * 2 < widths.filter((width) => width > 0).length;
    const rows = records.slice(header.records).filter((record) => !record.every(isBlank));
    return wide >= 2 && !isProse ? { ...header, rows: rows.map((row) => JSON.stringify(row)) } : null;
  } catch (error) {
    if (error instanceof BadSource) return null;
    throw error;
  } finally {
    await bytes.close();
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** Add blank lines: the parser looks a few bytes ahead before it ends a record. */
async function* ended(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks;
  yield Buffer.from("\n".repeat(8));
}

/** True if bytes are UTF-8, but for a character that is cut at their end. */
function isText(head: Buffer): boolean {
  return !new TextDecoder("utf-8").decode(head.subarray(0, Math.max(0, head.length - 3))).includes("\ufffd");
}
