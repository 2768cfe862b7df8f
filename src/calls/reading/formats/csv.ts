import type { Value } from "../../../core/model/values/value.js";

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Write a record of RFC 4180 with its line end. */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(quoteCell).join(",")}\r\n`;
}

/** Write a value as a cell that a spreadsheet does not run as a formula. A missing value is an empty cell. */
export function csvCell(value: Value): string {
  if (typeof value === "number") return plainNumber(value);
  return value === null ? "" : disarm(value);
}

/** Write a number without an exponent. */
export function plainNumber(value: number): string {
  const text = String(value);
  const at = text.indexOf("e");
  if (at < 0) return text;
  const [whole = "", fraction = ""] = text.slice(0, at).replace("-", "").split(".");
  const point = whole.length + Number(text.slice(at + 1));
  const digits = whole + fraction;
  const sign = value < 0 ? "-" : "";
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, "0")}`;
}

function disarm(text: string): string {
  return /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** Quote a cell if it contains separators, quotes or line breaks. */
export function quoteCell(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
