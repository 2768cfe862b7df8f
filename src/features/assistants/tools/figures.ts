import { writeQuotient } from "./read-exactly.js";
import { isRecord } from "./json-rpc.js";

/** A cell or summary of an aggregate. */
export type CellJson = Readonly<Record<string, unknown>>;

/** Maximum number of cells of an answer: assistants read no more. */
export const MAX_ANSWERED_CELLS = 200;

/** Keys of a summary that are no figures. */
const COUNTED = new Set(["num_entries", "num_drilldowns", "currency", "page", "pages", "pagesize"]);

/** Return the keys of a summary's figures. */
export function figureKeys(summary: CellJson): readonly string[] {
  return Object.keys(summary).filter((key) => !COUNTED.has(key));
}

/** Write the quotients among the figures of a row as decimals. @param keys keys of the summary's figures */
export function withDecimals(row: CellJson, keys: readonly string[]): CellJson {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      typeof value === "string" && isFigure(key, keys) ? writeQuotient(value) : value,
    ]),
  );
}

/** True for the key of a figure: no dimension's name has a dot or a slash. */
function isFigure(key: string, keys: readonly string[]): boolean {
  return /[./]/.test(key) || keys.includes(key);
}

/** Write the figures of a summary in one line, with their currencies. */
export function writeSummaryLine(summary: CellJson): string {
  const currencies = isRecord(summary["currency"]) ? summary["currency"] : {};
  const figures = figureKeys(summary).map((key) => {
    const currency = currencies[key];
    return `${key} ${writeValue(summary[key])}${typeof currency === "string" ? ` ${currency}` : ""}`;
  });
  return [...figures, `${String(summary["num_entries"])} entries`].join(", ");
}

/**
 * Write cells as a table: a line of keys, and a line for each cell. Dimensions come first.
 * @param figures keys of the summary's figures
 */
export function writeCellTable(cells: readonly CellJson[], figures: readonly string[]): readonly string[] {
  const keys = [...new Set(cells.flatMap((cell) => Object.keys(cell)))];
  const ordered = keys.toSorted((a, b) => placeOf(a, figures) - placeOf(b, figures));
  const lines = cells.map((cell) => ordered.map((key) => (key in cell ? writeValue(cell[key]) : "")));
  return [ordered, ...lines].map((values) => values.join(" | "));
}

/** Return the place of a column among the others: dimensions, figures, numbers of entries, then remarks. */
function placeOf(key: string, figures: readonly string[]): number {
  if (key.startsWith("@")) return 3;
  if (key.startsWith("num_entries")) return 2;
  return isFigure(key, figures) ? 1 : 0;
}

/** Write a value for readers: a member as its label and, in brackets, its name. */
export function writeValue(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (Array.isArray(value)) return value.map(writeValue).join(", ");
  if (!isRecord(value)) return String(value);
  const { name, label } = value;
  if (label === undefined) return writeValue(name ?? Object.values(value));
  return name === undefined || name === label ? writeValue(label) : `${writeValue(label)} (${writeValue(name)})`;
}
