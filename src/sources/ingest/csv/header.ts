import { errorText } from "../../../core/errors/error-text.js";
import { BadSource } from "../../../core/errors/errors.js";
import { detectDialect, firstRecords } from "./detect-dialect.js";
import { declaredDelimiter, DELIMITERS, type Dialect, isDeclaration } from "./dialect.js";
import type { HeaderRows } from "./find-header.js";
import { nameColumns } from "./name-columns.js";
import { explainOtherText } from "../decode/foreign-content.js";
import type { PeekableChunks } from "../decode/peekable-chunks.js";
import { type GivenHeader, PLAIN_LAYOUT, type SourceLayout } from "../../../core/model/layout.js";
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
  /** Row where the header was expected, if it is another. */
  readonly expected?: number;
}

/** Bytes that are enough for nearly every header; more are read if the header is longer. */
const HEAD_BYTES = 4096;

/** Bytes of the first line that may declare the delimiter. */
const DECLARATION_BYTES = 64;

const MAX_HEADER_BYTES = 2 ** 20;

/** Facts about a header that are known before it is read. */
export interface HeaderRequest {
  /** Columns that it should have. */
  readonly columns: ReadonlySet<string>;
  /** Name of the source in messages. */
  readonly name: string;
  /** Known properties of the file. */
  readonly layout?: SourceLayout | undefined;
  /** True for CSV with commas and quotes as standards have it: its dialect is not detected. */
  readonly isWritten?: boolean | undefined;
  /** Its records; `null` or absent: the first that is not blank. */
  readonly rows?: HeaderRows | null | undefined;
  /** Names of the columns, in place of those in the file; `null` or absent for none. */
  readonly names?: readonly string[] | null | undefined;
}

/** Bytes of which the dialect is detected, and of which a header on another row is looked for. */
const DIALECT_BYTES = 16_384;

/**
 * Find the header and the dialect. The delimiter with most of `columns` in the header wins, then the one with most
 * cells, unless another dialect splits the rows better. If the columns are not where they should be, but in another
 * row, that is the header.
 * @param text UTF-8; reading the header consumes nothing
 * @throws BadSource if there is no header
 */
export async function readHeader(text: PeekableChunks, request: HeaderRequest): Promise<Header> {
  const { columns, isWritten = false, rows = null, names = null } = request;
  const given = request.layout ?? (isWritten ? { ...PLAIN_LAYOUT, delimiter: "," } : PLAIN_LAYOUT);
  const declared = isWritten ? null : declaredDelimiter((await text.head(DECLARATION_BYTES)).toString());
  const layout = declared !== null && !isKnown(given) ? { ...given, delimiter: declared } : given;
  const plain = await readPlainHeader(text, columns, request.name, layout, rows?.[1] ?? null);
  if (layout.header) return plain;
  const head = (await text.head(DIALECT_BYTES)).subarray(0, DIALECT_BYTES).toString();
  const isAll = text.ended && head.length < DIALECT_BYTES;
  const isFound = plain.cells.some((cell) => columns.has(cell));
  const isCertain = isFound || declared !== null;
  const dialect = isKnown(given)
    ? plain.dialect
    : detectDialect(head, isAll, plain.dialect, isCertain ? [plain.dialect.delimiter] : undefined);
  if (names) return nameAll(firstRecords(head, isAll, dialect), names, dialect, rows);
  const isPlain = dialect === plain.dialect;
  const at = rows ?? [plain.records, plain.records];
  if (isPlain && at[0] === at[1] && [...columns].every((column) => plain.cells.includes(column))) {
    return named([plain.cells], columns, dialect, plain.records);
  }
  const records = firstRecords(head, isAll, dialect);
  if (records.length < at[1]) return named([plain.cells], columns, plain.dialect, plain.records);
  return locate(records, at, columns, dialect);
}

/** True if a layout says how the file is written. */
function isKnown({ delimiter, quote, escape, comment, trimStart }: SourceLayout): boolean {
  return delimiter !== null || quote !== null || escape !== null || comment !== null || trimStart;
}

/** Return the header at some rows or, if more of the columns are named in others, at those. */
function locate(
  records: readonly CsvRecord[],
  [from, to]: HeaderRows,
  columns: ReadonlySet<string>,
  dialect: Dialect,
): Header {
  const readAt = (start: number): Header => {
    const rows = records.slice(start - 1, start + to - from).map((row) => row.map((cell) => cell.trim()));
    return named(rows, columns, dialect, start + to - from);
  };
  const found = ({ cells }: Header): number => new Set(cells.filter((cell) => columns.has(cell))).size;
  const own = readAt(from);
  if (found(own) === columns.size) return own;
  let best = own;
  for (let start = 1; start + to - from <= Math.min(records.length, MAX_TITLES); start++) {
    const other = readAt(start);
    if (found(other) > found(best)) best = other;
  }
  return best !== own && found(best) * 10 >= columns.size * 6 ? { ...best, expected: to } : own;
}

/** Rows among which a header is looked for. */
const MAX_TITLES = 60;

function named(rows: readonly CsvRecord[], columns: ReadonlySet<string>, dialect: Dialect, records: number): Header {
  return { cells: nameColumns(rows, columns), rows, dialect, records };
}

/** Return the header of a file whose columns are given: it begins below the header, if it has one. */
function nameAll(
  records: readonly CsvRecord[],
  names: readonly string[],
  dialect: Dialect,
  rows: HeaderRows | null,
): Header {
  const first = records.findIndex(isHeader);
  const isOwn = first >= 0 && names.every((name, at) => (records[first]![at] ?? "").trim() === name);
  const width = Math.max(
    names.length,
    ...records.map((record) => record.findLastIndex((cell) => !NOTHING.test(cell)) + 1),
  );
  const rest = Array.from({ length: width - names.length }, () => "");
  return {
    cells: nameColumns([[...names, ...rest]]),
    rows: [],
    dialect,
    records: rows?.[1] ?? (isOwn ? first + 1 : 0),
  };
}

async function readPlainHeader(
  text: PeekableChunks,
  columns: ReadonlySet<string>,
  name: string,
  layout: SourceLayout,
  row: number | null,
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
    if (row !== null && ended) throw new BadSource(errorText("no_header_row", { name, row }));
    throw new BadSource(
      NOTHING.test(head.toString())
        ? errorText("file_without_header", { name })
        : errorText("header_does_not_end", { name }),
    );
  }
}

/** Read the header in a dialect; `null` if it is incomplete. */
async function readWith(dialect: Dialect, head: Buffer, ended: boolean, row: number | null): Promise<Header | null> {
  const parser = createRecordParser(dialect);
  try {
    const records = parser.write(head);
    const find = (): number =>
      records.findIndex(
        (record, at) => isHeader(record) && (row === null ? at > 0 || !isDeclaration(record) : at === row - 1),
      );
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
  const foreign = explainOtherText(head);
  if (foreign !== null) throw new BadSource(`${name} ${foreign}`);
}
