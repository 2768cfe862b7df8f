import { BadSource } from "../../../core/errors/errors.js";
import { isBlank } from "../csv/blank.js";
import type { Dialect } from "../csv/dialect.js";
import { readBegin } from "../csv/read-begin.js";
import { decodeBytes } from "../decode/decode.js";
import { detectEncoding } from "../decode/encoding.js";
import { PeekableChunks } from "../decode/peekable-chunks.js";
import { SheetFormats } from "../decode/sheet-formats.js";
import type { SourceTable } from "./source-tables.js";

/** The header of a table. */
export interface Peeked {
  readonly cells: readonly string[];
  readonly dialect: Dialect;
  /** Number of records up to and including the header. */
  readonly records: number;
  /** The first rows below it, each as one text, without blank ones. */
  readonly rows: readonly string[];
}

const HEAD_BYTES = 65_536;

/** Find the header of a table by its first rows; `null` if it has no two rows of two filled cells. */
export async function peekTable(table: SourceTable): Promise<Peeked | null> {
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
