import { isBlank } from "./blank.js";
import { DELIMITERS, type Dialect } from "./dialect.js";
import type { CsvRecord } from "./record-parser.js";
import { planSplitting } from "./split-record.js";

/** Delimiters that are tried if the usual ones do not split a text well. */
const RARE = ["^", ":", "~", " "];

/** Records by which dialects are compared. */
const RECORDS = 100;

/** How much better another delimiter must fit than the plain one. */
const CLEARLY = 1.05;

/**
 * Choose the dialect of a text: the plain one if it splits all records alike and leaves no signs of others in the cells;
 * otherwise the one with the best score, how alike the records' lengths are times how many cells are of a known form.
 * After van den Burg, Nazábal and Sutton: Wrangling messy CSV files by detecting row and type patterns, 2019.
 * @param head the first bytes of the text, as text
 * @param isAll true if that is all of it
 * @param delimiters that are tried
 * Cost: for plain texts, splitting the first 100 records once.
 */
export function detectDialect(
  head: string,
  isAll: boolean,
  plain: Dialect,
  delimiters: readonly string[] = [...DELIMITERS, ...RARE],
): Dialect {
  const own = firstRecords(head, isAll, plain);
  if (areAlike(own) && !own.some((record) => record.some(isTainted)) && !beginBlank(own)) return plain;
  const least = scoreOf(own);
  let best = { dialect: plain, score: least };
  const quotes = /(?:^|[^\p{L}\p{N}])'[^\n]*'(?![\p{L}\p{N}])/mu.test(head) ? ['"', "'"] : ['"'];
  for (const dialect of candidates(head, delimiters, quotes)) {
    const records = firstRecords(head, isAll, dialect);
    // Words of prose have blanks between them, too.
    if (dialect.delimiter === " " && !(areAlike(records) && records.some((record) => record.some(isNumeric)))) continue;
    const trims = beginBlank(records) ? { ...dialect, trimStart: true } : dialect;
    const score = scoreOf(trims === dialect ? records : firstRecords(head, isAll, trims));
    const isClear = dialect.delimiter === plain.delimiter || score > least * CLEARLY;
    if (isClear && score > best.score) best = { dialect: trims, score };
  }
  return best.dialect;
}

function candidates(head: string, delimiters: readonly string[], quotes: readonly string[]): readonly Dialect[] {
  return delimiters
    .filter((delimiter) => head.includes(delimiter))
    .flatMap((delimiter) =>
      quotes.flatMap((quote) => [
        { delimiter, quote },
        ...(head.includes(`\\${quote}`) ? [{ delimiter, quote, escape: "\\" }] : []),
      ]),
    );
}

/** Return the first records of a text, without one that does not end in it. */
export function firstRecords(head: string, isAll: boolean, dialect: Dialect, most = RECORDS): readonly CsvRecord[] {
  const split = planSplitting(dialect, true);
  const outer = planSplitting(dialect, false);
  const records: CsvRecord[] = [];
  for (let at = 0; at < head.length && records.length < most;) {
    const found = split(head, at, isAll);
    const record = found?.isWrong ? outer(head, at, isAll) : found;
    if (record === null || record === undefined) break;
    records.push(record.cells);
    at = record.end;
  }
  return records;
}

function areAlike(records: readonly CsvRecord[]): boolean {
  const filled = records.filter((record) => !record.every(isBlank));
  const [first = []] = filled;
  return first.length > 1 && filled.every(({ length }) => length === first.length);
}

/** True if the cells behind a delimiter begin with a blank. */
function beginBlank(records: readonly CsvRecord[]): boolean {
  const cells = records.flatMap((record) => record.slice(1)).filter((cell) => cell !== "");
  return cells.length > 0 && cells.filter((cell) => cell.startsWith(" ")).length * 100 >= cells.length * 95;
}

function isNumeric(cell: string): boolean {
  return /^[-+]?\d[\d.,]*$/.test(cell);
}

/** True if a cell has quotes or escapes that a dialect would take away. */
function isTainted(cell: string): boolean {
  return /^\s*["']|\\["']/.test(cell) && cell.length > 1;
}

function scoreOf(records: readonly CsvRecord[]): number {
  const lengths = new Map<number, number>();
  let [cells, known] = [0, 0];
  for (const record of records) {
    if (record.every(isBlank)) continue;
    lengths.set(record.length, (lengths.get(record.length) ?? 0) + 1);
    for (const cell of record) {
      cells++;
      if (!isTainted(cell)) known++;
    }
  }
  let pattern = 0;
  for (const [length, count] of lengths) pattern += (count * (length - 1)) / length;
  return cells === 0 ? 0 : (pattern / lengths.size) * (known / cells);
}
