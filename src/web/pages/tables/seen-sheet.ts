import { decimalNumber, decimalText } from "../../../core/model/values/decimal.js";
import {
  CELL_STYLES,
  decimalTextCell,
  EMPTY_CELL,
  numberCell,
  textCell,
} from "../../../calls/reading/formats/sheet-cells.js";
import { OWN_STYLES, rowOf, type Sheet } from "../../../calls/reading/formats/workbook.js";
import { turnIsolated } from "../parts/isolate.js";
import type { PageLocale } from "../parts/page-locale.js";
import type { SeenCell, SeenNumber, SeenTable } from "./seen-table.js";

/** Write a table of a page as a sheet. */
export function sheetOfTable({ words, direction }: PageLocale, { header, lines }: SeenTable): Sheet {
  const codes = [...new Set(lines.flat().flatMap((cell) => (isNumber(cell) ? [cell.code] : [])))];
  const styles = new Map(codes.map((code, at) => [code, OWN_STYLES + at]));
  const write = (cell: SeenCell): string => {
    if (cell === null) return EMPTY_CELL;
    return isNumber(cell) ? writeNumber(cell, styles.get(cell.code)!) : textCell(turnIsolated(cell, direction));
  };
  return {
    name: words.workbook.table,
    header,
    codes,
    numRows: lines.length,
    rows: lines.map((line) => rowOf(line.map(write))),
  };
}

function isNumber(cell: SeenCell): cell is SeenNumber {
  return typeof cell === "object" && cell !== null;
}

/** Write a number in its unit, with all its digits. */
function writeNumber({ number, exponent, isRounded }: SeenNumber, style: number): string {
  if (typeof number === "number") return numberCell(number, style);
  const shown = { ...number, scale: number.scale + exponent };
  return isRounded ? numberCell(decimalNumber(shown), style) : decimalTextCell(decimalText(shown), style);
}

/** Write facts as a sheet of two columns. @param title of the second one */
export function sheetOfFacts(
  { words }: PageLocale,
  title: string,
  facts: readonly (readonly [name: string, text: string])[],
): Sheet {
  return {
    name: words.workbook.about,
    header: ["", title],
    numRows: facts.length,
    rows: facts.map(([name, text]) => rowOf([textCell(name, CELL_STYLES.heading), textCell(text)])),
  };
}
