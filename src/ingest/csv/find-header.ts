import { isBlank } from "./blank.js";
import type { PeekableChunks } from "../decode/peekable-chunks.js";
import { DELIMITERS } from "./dialect.js";
import type { Header } from "./header.js";
import { BrokenRecord, createRecordParser, type CsvRecord } from "./record-parser.js";

/** The first records of a file, and the one of them that names the columns. */
export interface FirstRecords {
  readonly header: Header;
  /** The first records, blank ones included. */
  readonly records: readonly CsvRecord[];
}

/** Number of records that are looked at, and bytes that are enough for them in nearly every file. */
const RECORDS = 60;
const HEAD_BYTES = 65_536;

/** Percentage of the usual number of filled cells that a header has at least. */
const NEARLY_FULL = 60;

/**
 * Find the header of a table below lines of titles: the first record with nearly as many filled cells as most have.
 * @param text UTF-8; reading consumes nothing
 * @param first the first record that is not blank, which is the header if it is as wide as the others
 */
export async function findHeader(text: PeekableChunks, first: Header): Promise<FirstRecords> {
  const head = await text.head(HEAD_BYTES);
  const readings = DELIMITERS.map((delimiter) => {
    const records = readFirst(delimiter, head);
    return { delimiter, records, width: usualWidth(records) };
  });
  const own = readings.find(({ delimiter }) => delimiter === first.dialect.delimiter)!;
  const widest = readings.reduce((best, each) => (each.width > best.width ? each : best), own);
  const chosen = widest.width >= 2 * own.width ? widest : own;
  const isFirst = chosen === own && filledIn(first.cells) * 100 >= own.width * NEARLY_FULL;
  const at = isFirst ? -1 : chosen.records.findIndex((record) => isWide(record, chosen.width));
  if (at < 0) return { header: first, records: own.records };
  const cells = chosen.records[at]!.map((cell) => cell.trim());
  const dialect = { ...first.dialect, delimiter: chosen.delimiter };
  return { header: { cells, dialect, records: at + 1 }, records: chosen.records };
}

/** Read the first records with a delimiter; those after a broken one are not read. */
export function readFirst(delimiter: string, head: Buffer): readonly CsvRecord[] {
  try {
    return createRecordParser({ delimiter }).write(head).slice(0, RECORDS);
  } catch (error) {
    if (error instanceof BrokenRecord) return [];
    throw error;
  }
}

function isWide(record: CsvRecord, width: number): boolean {
  const filled = filledIn(record);
  return filled >= 2 && filled * 100 >= width * NEARLY_FULL && record.some((cell) => !NUMBER.test(cell.trim()));
}

const NUMBER = /^$|^[-+]?[\d.,'\s]+$/;

function filledIn(record: readonly string[]): number {
  return record.reduce((count, cell) => count + (isBlank(cell) ? 0 : 1), 0);
}

/** Return the number of filled cells that most records have; of several, the largest. */
function usualWidth(records: readonly CsvRecord[]): number {
  const counts = new Map<number, number>();
  for (const record of records) {
    const filled = filledIn(record);
    if (filled > 0) counts.set(filled, (counts.get(filled) ?? 0) + 1);
  }
  const [usual] = [...counts].toSorted(([a, n], [b, m]) => m - n || b - a);
  return usual?.[0] ?? 0;
}
