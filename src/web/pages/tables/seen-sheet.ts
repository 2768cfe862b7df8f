import { decimalNumber, decimalText } from "../../../core/model/values/decimal.js";
import {
  CELL_STYLES,
  decimalTextCell,
  EMPTY_CELL,
  numberCell,
  textCell,
} from "../../../calls/reading/formats/sheet-cells.js";
import { rowOf, type Sheet } from "../../../calls/reading/formats/workbook.js";
import { ownStyle } from "../../../calls/reading/formats/workbook-styles.js";
import type { PageLocale } from "../parts/page-locale.js";
import type { SeenCell, SeenNumber, SeenTable } from "./seen-table.js";

/** Write a table of a page as a sheet. @param title above it on paper */
export function sheetOfTable(
  { words, direction }: PageLocale,
  { header, lines, hasTotal }: SeenTable,
  title: string,
): Sheet {
  const codes = [...new Set(lines.flat().flatMap((cell) => (isNumber(cell) ? [cell.code] : [])))];
  const write = (cell: SeenCell, isTotal: boolean): string => {
    if (cell === null) return EMPTY_CELL;
    if (isNumber(cell)) return writeNumber(cell, ownStyle(codes.indexOf(cell.code), isTotal));
    return textCell(writeName(cell, direction), isTotal ? CELL_STYLES.heading : 0);
  };
  const areFigures = header.map((_, at) => lines.some((line) => isNumber(line[at] ?? null)));
  return {
    name: words.workbook.table,
    header: header.map((text) => writeName(text, direction)),
    codes,
    layout: {
      widths: header.map((text, at) => widthOf([text, ...lines.map((line) => line[at] ?? null)])),
      numFixed: Math.max(0, areFigures.indexOf(true)),
      areFigures,
      isFromRight: direction === "rtl",
      title: writeName(title, direction),
    },
    numRows: lines.length,
    rows: lines.map((line, at) => rowOf(line.map((cell) => write(cell, hasTotal && at === lines.length - 1)))),
  };
}

/** Write a text in a cell: in one from right to left names need no isolation, which some spreadsheets draw in disorder. */
function writeName(text: string, direction: PageLocale["direction"]): string {
  return direction === "ltr" ? text : text.replaceAll(/[\u200e\u2066-\u2069]/g, "");
}

function isNumber(cell: SeenCell): cell is SeenNumber {
  return typeof cell === "object" && cell !== null;
}

/** Least and largest width of a column. */
const [MIN_WIDTH, MAX_WIDTH] = [10, 60];

/** Return the width that a column needs, in digits. @param cells its heading, then its cells */
function widthOf(cells: readonly SeenCell[]): number {
  const widths = cells.map((cell) => (cell === null ? 0 : isNumber(cell) ? widthOfNumber(cell) : widthOfText(cell)));
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, ...widths) + 2);
}

/** Characters that are as wide as two digits: Chinese, Japanese and Korean ones, and wide signs. */
const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uff60]/gu;
/** Characters that have no width. */
const WITHOUT_WIDTH = /[\p{Cf}\p{Mn}]/gu;

function widthOfText(text: string): number {
  return text.replace(WITHOUT_WIDTH, "").length + (text.match(WIDE)?.length ?? 0);
}

/** Estimate the characters that a spreadsheet shows of a number: of its format all that is not a digit of the whole part. */
function widthOfNumber({ number, exponent, code }: SeenNumber): number {
  const value = typeof number === "number" ? number : decimalNumber({ ...number, scale: number.scale + exponent });
  const whole = Math.trunc(Math.abs(code.includes("%") ? value * 100 : value)).toFixed(0).length;
  const around = code.split(";")[0]!.replace(/[#0,]*,[#0]*0|["\\]/, "").length;
  return whole + Math.floor((whole - 1) / 3) + around + (value < 0 ? 1 : 0);
}

/** Write a number in its unit, with all its digits. */
function writeNumber({ number, exponent, isRounded }: SeenNumber, style: number): string {
  if (typeof number === "number") return numberCell(number, style);
  const shown = { ...number, scale: number.scale + exponent };
  return isRounded ? numberCell(decimalNumber(shown), style) : decimalTextCell(decimalText(shown), style);
}

/** Write facts as a sheet of two columns. The first one heads them. */
export function sheetOfFacts(
  { words, direction }: PageLocale,
  [first = ["", ""], ...facts]: readonly (readonly [name: string, text: string])[],
): Sheet {
  const names = [first, ...facts].map(([name]) => name);
  return {
    name: words.workbook.about,
    header: first.map((text) => writeName(text, direction)),
    layout: {
      widths: [widthOf(names), WIDTH_OF_FACTS],
      numFixed: 0,
      areFigures: [],
      isFromRight: direction === "rtl",
    },
    numRows: facts.length,
    rows: facts.map(([name, text]) =>
      rowOf([textCell(name, CELL_STYLES.heading), textCell(writeName(text, direction), CELL_STYLES.wrapped)]),
    ),
  };
}

/** Width of the column of facts, which wrap in it. */
const WIDTH_OF_FACTS = 100;
