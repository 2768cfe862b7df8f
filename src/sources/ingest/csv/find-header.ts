import { isBlank } from "./blank.js";
import type { CsvRecord } from "./record-parser.js";

/** Rows of the header of a table: numbers of its first and last record; 1 is the first of the file. */
export type HeaderRows = readonly [from: number, to: number];

/** Percentage of the usual number of filled cells that a header has at least. */
const NEARLY_FULL = 60;
/** Rows of a header at most. */
const MAX_ROWS = 3;

/**
 * Find the header of a table: the fullest of the records of texts above the first row of values, with others that
 * complete it.
 * @param records the first ones of a file
 * @returns `null` if there is none: the first row of values has nothing above it
 */
export function findHeaderRows(records: readonly CsvRecord[]): HeaderRows | null {
  const width = usualWidth(records);
  const first = records.findIndex((record) => filledIn(record) > 0);
  const columns = valueColumns(records, width);
  const isWide = (record: CsvRecord): boolean => filledIn(record) * 100 >= width * NEARLY_FULL;
  const body = records.findIndex((record) => isWide(record) && looksLikeRow(record, columns));
  if (body < 0) {
    const wide = records.findIndex(
      (record) => isWide(record) && (width < 2 || filledIn(record) >= 2) && !areNumbers(record),
    );
    return wide < 0 ? [first + 1, first + 1] : [wide + 1, wide + 1];
  }
  const above = records
    .slice(0, body)
    .map((record, at) => ({
      at,
      record,
      filled: filledIn(record),
      distinct: new Set(record.filter((c) => !isBlank(c))).size,
    }))
    .filter(({ record, filled }) => isWide(record) && filled >= Math.min(2, width) && !looksLikeRow(record, columns));
  if (above.length === 0) return null;
  const most = Math.max(...above.map(({ filled }) => filled));
  const fullest = above.filter(({ filled }) => filled === most);
  const distinct = Math.max(...fullest.map((each) => each.distinct));
  const best = fullest.filter((each) => each.distinct === distinct);
  const below = best.findLast(({ at }) => at > 0 && filledIn(records[at - 1]!) === 0);
  return completeHeader(records, (below ?? best[0]!).at, body, columns);
}

/** Add to the row of a header those above and below that tell its columns apart, or name further ones. */
function completeHeader(
  records: readonly CsvRecord[],
  at: number,
  body: number,
  columns: readonly ValueColumn[],
): HeaderRows {
  let [from, to] = [at, at];
  const isPart = (row: CsvRecord | undefined): row is CsvRecord =>
    row !== undefined &&
    filledIn(row) >= 2 &&
    !looksLikeRow(row, columns) &&
    !areNumbers(row.filter((c) => !YEAR.test(c.trim())));
  while (
    to + 1 < body &&
    to - from + 1 < MAX_ROWS &&
    isPart(records[to + 1]) &&
    completes(records[to]!, records[to + 1]!)
  )
    to++;
  while (from > 0 && to - from + 1 < MAX_ROWS && isPart(records[from - 1]) && groups(records[from - 1]!, records[to]!))
    from--;
  return [from + 1, to + 1];
}

/** True if a row below names columns for which the header has no name, or that have the same one. */
function completes(header: CsvRecord, row: CsvRecord): boolean {
  const filled = row.flatMap((cell, at) => (isBlank(cell) ? [] : [at]));
  return filled.every((at) => isBlank(header[at] ?? "") || isBlank(header[at + 1] ?? "") || isRepeated(header, at));
}

/** True if a row above tells columns with the same name apart, names one without, or groups columns by years. */
function groups(row: CsvRecord, header: CsvRecord): boolean {
  const filled = row.flatMap((cell, at) => (isBlank(cell) ? [] : [at]));
  const isNamed = (at: number): boolean => !isBlank(header[at] ?? "");
  if (filled.some((at) => !isNamed(at)) || header.some((_, at) => isRepeated(header, at))) return true;
  const hasGap = filled.some((at, place) => place > 0 && at > filled[place - 1]! + 1);
  return hasGap && filled.some((at) => /(?<!\d)(19|20)\d\d(?!\d)/.test(row[at]!));
}

function isRepeated(header: CsvRecord, at: number): boolean {
  const cell = (header[at] ?? "").trim();
  return cell !== "" && header.some((each, other) => other !== at && each.trim() === cell);
}

interface ValueColumn {
  readonly at: number;
  /** True if most of its cells are years. */
  readonly areYears: boolean;
}

/** Find the columns of which most cells are numbers or dates. The first wide row may be the header, so it does not count. */
function valueColumns(records: readonly CsvRecord[], width: number): readonly ValueColumn[] {
  const usual = records.filter((record) => filledIn(record) * 100 >= width * NEARLY_FULL);
  const rows = usual.length > 1 ? usual.slice(1) : usual;
  const columns = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: columns }, (_, at) =>
    rows.map((row) => (row[at] ?? "").trim()).filter((c) => c !== ""),
  ).flatMap((cells, at) => {
    const values = cells.filter(isValue).length;
    if (values === 0 || values * 100 < cells.length * 60) return [];
    return [{ at, areYears: cells.length > 1 && cells.filter((cell) => YEAR.test(cell)).length * 2 > cells.length }];
  });
}

/** True if more of a record's cells in columns of values are values than are texts. A year may be a heading. */
function looksLikeRow(record: CsvRecord, columns: readonly ValueColumn[]): boolean {
  let difference = 0;
  for (const { at, areYears } of columns) {
    const cell = (record[at] ?? "").trim();
    if (cell !== "") difference += isValue(cell) && (areYears || !YEAR.test(cell)) ? 1 : -1;
  }
  return difference > 0;
}

/** A year, or a fiscal one, also after a short word: "Ist 2015". */
const YEAR = /^(?:\p{L}{1,3}\.?\s?)?(?:19|20)\d\d(?:\s?[-/–]\s?(?:\d\d)?\d\d)?$/u;

/** True for a number, with a currency or not, or a date: digits to which no letter is joined. */
function isValue(cell: string): boolean {
  return /^(?:\p{L}{1,3}\.?\s|R\$)?[^\p{L}]*\d(?:T\d|[^\p{L}])*(?:Z|\s\p{L}{1,4}\.?|[CD]R)?$/u.test(cell);
}

function areNumbers(record: CsvRecord): boolean {
  return record.every((cell) => /^$|^[-+]?[\d.,'\s]+$/.test(cell.trim()));
}

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
