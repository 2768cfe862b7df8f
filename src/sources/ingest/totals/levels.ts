import type { Levels } from "./totals-above.js";
import type { SearchedRow } from "./total-row.js";

/** Maximum number of columns whose codes are tried as levels. */
const MAX_COLUMNS = 10;

/** List the ways in which the rows of a table may be levels: by codes, by indented labels, and by the cells that are filled. */
export function listLevels(numTexts: number): readonly Levels[] {
  const columns = Array.from({ length: Math.min(numTexts, MAX_COLUMNS) }, (_, at) => at);
  return [
    ...columns.flatMap((at): readonly Levels[] => {
      const isBelow = (row: SearchedRow, above: SearchedRow): boolean => isCodeBelow(row.texts[at]!, above.texts[at]!);
      const isIndented = (row: SearchedRow, above: SearchedRow): boolean =>
        row.texts[at] !== "" && row.indents[at]! > above.indents[at]!;
      return [
        { isBelow, isReversed: false },
        { isBelow, isReversed: true },
        { isBelow: isIndented, isReversed: false },
      ];
    }),
    { isBelow: (row, above) => firstFilled(row) > firstFilled(above), isReversed: false },
    { isBelow: isMoreDetailed, isReversed: false },
    { isBelow: hasMoreCells, isReversed: false },
    { isBelow: hasMoreCells, isReversed: true },
    { isBelow: (row, above) => above.isFirst === true && row.isFirst !== true, isReversed: false },
  ];
}

/** True if a code begins with another: with whole parts of it if parts are separated. */
export function isCodeBelow(code: string, above: string): boolean {
  if (above === "" || code.length <= above.length || !code.startsWith(above) || !/^[\p{L}\p{N}]/u.test(above)) {
    return false;
  }
  if (/\s/.test(above.trim()) || !/\d/.test(above)) return false;
  const isWhole = /[^\p{L}\p{N}]$/u.test(above) || /^[^\p{L}\p{N}]/u.test(code.slice(above.length));
  return isWhole || /^[\p{L}]*\d+$/u.test(code);
}

function firstFilled({ texts }: SearchedRow): number {
  const first = texts.findIndex((text) => text !== "");
  return first < 0 ? texts.length : first;
}

/** True if a row has the cells of another and further ones behind them. */
function isMoreDetailed({ texts }: SearchedRow, { texts: above }: SearchedRow): boolean {
  const last = above.findLastIndex((text) => text !== "");
  if (last < 0 || texts.findLastIndex((text) => text !== "") <= last) return false;
  return above.every((text, at) => text === "" || text === texts[at] || texts[at] === "");
}

/** True if a row has all cells of another, and further ones where that is blank. */
function hasMoreCells({ texts }: SearchedRow, { texts: above }: SearchedRow): boolean {
  return (
    above.some((text) => text !== "") &&
    above.every((text, at) => text === "" || text === texts[at]) &&
    texts.some((text, at) => text !== "" && above[at] === "")
  );
}
