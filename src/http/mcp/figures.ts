import { writeQuotient } from "./read-exactly.js";
import { isRecord } from "./json-rpc.js";

/** A cell or summary of an aggregate. */
export type FigureRow = Readonly<Record<string, unknown>>;

/** Keys of a summary that are no figures. */
const COUNTED = new Set(["num_entries", "num_drilldowns", "currency", "page", "pages", "pagesize"]);

/** Return the keys of a summary's figures. */
export function figureKeys(summary: FigureRow): readonly string[] {
  return Object.keys(summary).filter((key) => !COUNTED.has(key));
}

/** Write the quotients among the figures of a row as decimals. @param keys keys of the summary's figures */
export function withDecimals(row: FigureRow, keys: readonly string[]): FigureRow {
  const isFigure = (key: string): boolean => /[./]/.test(key) || keys.includes(key);
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      typeof value === "string" && isFigure(key) ? writeQuotient(value) : value,
    ]),
  );
}

/** Write the figures of a summary in one line, with their currencies. */
export function writeSummaryLine(summary: FigureRow): string {
  const currencies = isRecord(summary["currency"]) ? summary["currency"] : {};
  const figures = figureKeys(summary).map((key) => {
    const currency = currencies[key];
    return `${key} ${writeValue(summary[key])}${typeof currency === "string" ? ` ${currency}` : ""}`;
  });
  return [...figures, `${String(summary["num_entries"])} entries`].join(", ");
}

/** Write cells as a table: a line of keys, and a line for each cell. */
export function writeTable(cells: readonly FigureRow[]): readonly string[] {
  const keys = [...new Set(cells.flatMap((cell) => Object.keys(cell)))];
  const lines = cells.map((cell) => keys.map((key) => (key in cell ? writeValue(cell[key]) : "")));
  return [keys, ...lines].map((values) => values.join(" | "));
}

/** Write a value for readers: a member as its label and, in brackets, its name. */
export function writeValue(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (Array.isArray(value)) return value.map(writeValue).join(", ");
  if (!isRecord(value)) return String(value).replaceAll(/\s+/g, " ");
  const { name, label } = value;
  if (label === undefined) return writeValue(name ?? Object.values(value));
  return name === undefined || name === label ? writeValue(label) : `${writeValue(label)} (${writeValue(name)})`;
}
