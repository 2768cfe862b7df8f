import { BadSource } from "../../errors/errors.js";
import { DELIMITERS, type Dialect } from "./dialect.js";
import { describeOtherText } from "../decode/foreign-content.js";
import type { PeekableChunks } from "../decode/peekable-chunks.js";
import { type GivenHeader, PLAIN_LAYOUT, type SourceLayout } from "../../model/layout.js";
import { BrokenRecord, createRecordParser, type CsvRecord } from "./record-parser.js";

/** The first record of a source that is not blank, and the dialect it was read in. */
export interface Header {
  /** Names of the columns. */
  readonly cells: readonly string[];
  /** Its rows as they stand in the file, trimmed; absent if they are the names, empty if there are none. */
  readonly rows?: readonly CsvRecord[];
  readonly dialect: Dialect;
  /** Number of records up to and including the header; 0 if the file has none. */
  readonly records: number;
}

/** Bytes that are enough for nearly every header; more are read if the header is longer. */
const HEAD_BYTES = 4096;

const MAX_HEADER_BYTES = 2 ** 20;

/**
 * Find the header and the delimiter. The delimiter with most of `columns` in the header wins, then the one with most
 * cells.
 * @param text UTF-8; reading the header consumes nothing
 * @param name of the source in messages
 * @param layout the known properties of the file
 * @param row the record that is the header; `null`: the first that is not blank
 * @throws BadSource if there is no header
 */
export async function readHeader(
  text: PeekableChunks,
  columns: ReadonlySet<string>,
  name: string,
  layout: SourceLayout = PLAIN_LAYOUT,
  row: number | null = null,
): Promise<Header> {
  const dialects = layout.delimiter === null ? DELIMITERS : [layout.delimiter];
  for (let bytes = HEAD_BYTES; ; bytes *= 4) {
    const held = await text.head(bytes);
    const head = held.subarray(0, bytes);
    const isAll = head.length === held.length;
    const ended = isAll && text.ended;
    refuseForeign(head, name);
    const readings = await Promise.all(
      dialects.map((delimiter) => readWith({ ...layout, delimiter }, head, ended, row)),
    );
    const header = bestOf(readings, columns);
    if (header && layout.header) return withNames(header, layout.header);
    if (header?.cells.some((cell) => columns.has(cell))) return header;
    if (isAll) text.throwFailure();
    const all = ended || bytes >= MAX_HEADER_BYTES || !readings.includes(null);
    if (!all) continue;
    // Under a wrong delimiter the header is one cell, in which an open quote is just a character.
    if (header && (header.cells.length > 1 || !readings.includes(null))) return header;
    if (row !== null && ended)
      throw new BadSource(`${name} has no row ${row} with the names of columns, which "header_row" of the model names`);
    throw new BadSource(
      NOTHING.test(head.toString())
        ? `${name} is empty; its first line must be a header`
        : `The header of ${name} does not end; check the quotes in its first line`,
    );
  }
}

/** Read the header in a dialect; `null` if it is incomplete. */
async function readWith(dialect: Dialect, head: Buffer, ended: boolean, row: number | null): Promise<Header | null> {
  const parser = createRecordParser(dialect);
  try {
    const records = parser.write(head);
    const find = (): number => records.findIndex((record, at) => isHeader(record) && (row === null || at === row - 1));
    if (ended && find() < 0) records.push(...parser.end());
    const at = find();
    if (at < 0) return null;
    return { cells: records[at]!.map((cell) => cell.trim()), dialect, records: at + 1 };
  } catch (error) {
    if (error instanceof BrokenRecord) return null;
    throw error;
  }
}

/** Apply given column names to a file whose first record is not, or may not be, a header. */
function withNames(first: Header, { names, optional }: GivenHeader): Header {
  const isHeader = optional && names.every((name, at) => first.cells[at] === name);
  return isHeader ? first : { ...first, cells: names, records: 0 };
}

/** A blank text. Delimiters count as blank, whichever one is tried. */
const NOTHING = /^[\s,;|]*$/;

function isHeader(record: CsvRecord): boolean {
  return record.some((cell) => !NOTHING.test(cell));
}

function bestOf(readings: readonly (Header | null)[], columns: ReadonlySet<string>): Header | undefined {
  const found = ({ cells }: Header) => new Set(cells.filter((cell) => columns.has(cell))).size;
  const complete = readings.filter((reading) => reading !== null);
  return complete.toSorted((a, b) => found(b) - found(a) || b.cells.length - a.cells.length)[0];
}

function refuseForeign(head: Buffer, name: string): void {
  const foreign = describeOtherText(head);
  if (foreign !== null) throw new BadSource(`${name} ${foreign}`);
}
