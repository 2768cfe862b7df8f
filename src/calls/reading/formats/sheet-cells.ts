import { decimalText } from "../../../core/model/values/decimal.js";
import type { Value } from "../../../core/model/values/value.js";
import { plainNumber } from "./csv.js";
import { escapeXml } from "./xml.js";

/** Digits that spreadsheets keep of a number. */
const MAX_DIGITS = 15;
/** Characters that a cell may have. */
export const MAX_CHARACTERS = 32_767;
/** Characters that XML cannot contain; and a carriage return, which XML would turn into a line feed. */
const UNSAFE = /(?![\t\n])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;
/** Text that spreadsheets would read as an escaped character. */
const ESCAPED = /_(?=x[0-9a-f]{4}_)/gi;

export const EMPTY_CELL = "<c/>";

/** Indexes of the formats in `styles.xml`. */
export const CELL_STYLES = {
  whole: 1,
  cents: 2,
  decimal: 3,
  heading: 4,
  percent: 5,
  cut: 6,
  headingOfFigures: 7,
  wrapped: 8,
} as const;

/** Write a text as a cell of a sheet. It is never a formula. A text that is too long is cut, in a style of its own. */
export function textCell(text: string, style = 0): string {
  if (text === "") return EMPTY_CELL;
  if (text.length > MAX_CHARACTERS) return textCell(`${text.slice(0, MAX_CHARACTERS - 2)}…`, CELL_STYLES.cut);
  const safe = text.replace(ESCAPED, "_x005F_").replace(UNSAFE, escapeUnit);
  return `<c t="inlineStr"${styled(style)}><is><t xml:space="preserve">${escapeXml(safe)}</t></is></c>`;
}

/** List the columns of cut texts in a row, from 0. @param row XML of its cells */
export function findCutCells(row: string): readonly number[] {
  if (!row.includes(CUT)) return [];
  return row.split(CELL).flatMap((cell, at) => (cell.startsWith(CUT) ? [at - 1] : []));
}

/** Begin of a cell, and what follows it in those of cut texts. Texts have no such signs: there they are escaped. */
const CELL = "<c";
const CUT = ` t="inlineStr" s="${CELL_STYLES.cut}"`;

function escapeUnit(unit: string): string {
  return `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;
}

/** Write a double as a cell. */
export function numberCell(value: number, style = 0): string {
  return `<c${styled(style)}><v>${value}</v></c>`;
}

/** Write `unscaled` / 10^`scale` as a cell: as a number, or as text if a spreadsheet would round it. */
export function decimalCell(unscaled: number | bigint, scale: number): string {
  return decimalTextCell(decimalText({ unscaled: BigInt(unscaled), scale }), decimalStyle(scale));
}

/** Write a decimal number as a cell: as a number, or as text if a spreadsheet would round it. */
export function decimalTextCell(decimal: string, style: number): string {
  return isTooLong(decimal) ? textCell(decimal) : `<c${styled(style)}><v>${decimal}</v></c>`;
}

function styled(style: number): string {
  return style === 0 ? "" : ` s="${style}"`;
}

/** True if a decimal number has more digits than spreadsheets keep. */
function isTooLong(decimal: string): boolean {
  return decimal.replace(/[-.]/g, "").replace(/^0+|0+$/g, "").length > MAX_DIGITS;
}

/** Return the format of amounts with so many decimals. */
export function decimalStyle(scale: number): number {
  if (scale === 0) return CELL_STYLES.whole;
  return scale <= 2 ? CELL_STYLES.cents : CELL_STYLES.decimal;
}

/** Write a value as a cell; several are one text, joined by pipes. */
export function valueCell(value: Value | readonly Value[]): string {
  if (typeof value === "number") return numberCell(value);
  if (value === null) return EMPTY_CELL;
  if (typeof value === "string") return textCell(value);
  return textCell(value.map((each) => (typeof each === "number" ? plainNumber(each) : (each ?? ""))).join("|"));
}
