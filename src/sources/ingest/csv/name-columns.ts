import { isBlank } from "./blank.js";
import type { CsvRecord } from "./record-parser.js";

/**
 * Name the columns of a header, each differently: a heading is its texts from the upper row down, a column without one is
 * named by its letter, and equal headings get numbers, "Revenue 1" and "Revenue 2".
 * @param rows of the header
 * @param known names that a model has: a heading that is one of them as it stands in the file keeps its line breaks
 */
export function nameColumns(rows: readonly CsvRecord[], known: ReadonlySet<string> = new Set()): readonly string[] {
  const headings = joinRows(rows).map((heading) => {
    const trimmed = heading.trim();
    return known.has(trimmed) ? trimmed : trimmed.replace(/\s+/gu, " ");
  });
  const count = new Map<string, number>();
  for (const each of headings) count.set(each, (count.get(each) ?? 0) + 1);
  const taken = new Set(headings);
  const free = (write: (number: number) => string, from: number): string => {
    let number = from;
    while (taken.has(write(number))) number++;
    const name = write(number);
    taken.add(name);
    return name;
  };
  return headings.map((heading, at) => {
    if (heading === "") return free((n) => `Column ${letterOf(at)}${n === 1 ? "" : ` ${n}`}`, 1);
    return count.get(heading) === 1 ? heading : free((n) => `${heading} ${n}`, 1);
  });
}

/**
 * Return the lowest text of each column, joined to those above where several columns have the same one, or where that above
 * is a year. The texts of upper rows hold for the columns to the right that have none.
 */
function joinRows(rows: readonly CsvRecord[]): readonly string[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, at) => rows.map((row) => (row[at] ?? "").trim()));
  const own = columns.map((texts) => texts.findLast((text) => text !== "") ?? "");
  const filled = rows.map((row, level) => (level === rows.length - 1 ? row : fillForward(row, own)));
  return own.map((lowest, at) => {
    const texts = filled.map((row) => (row[at] ?? "").trim()).filter((text) => text !== "");
    const isJoined =
      own.indexOf(lowest) !== own.lastIndexOf(lowest) || texts.slice(0, -1).some((text) => YEAR.test(text));
    return isJoined ? texts.filter((text, level) => text !== texts[level - 1]).join(" ") : lowest;
  });
}

const YEAR = /(?<!\d)(19|20)\d\d(?!\d)/;

/** Repeat the cells of an upper row over the blank ones to their right that have a heading below. */
function fillForward(row: CsvRecord, lowest: CsvRecord): CsvRecord {
  let last = "";
  return Array.from({ length: Math.max(row.length, lowest.length) }, (_, at) => {
    const cell = row[at] ?? "";
    if (!isBlank(cell)) return (last = cell);
    if (isBlank(lowest[at] ?? "")) last = "";
    return last;
  });
}

/** Return the letter of a column, as spreadsheets name it. */
export function letterOf(at: number): string {
  const [rest, digit] = [Math.floor(at / 26), at % 26];
  return (rest === 0 ? "" : letterOf(rest - 1)) + String.fromCharCode(65 + digit);
}
