import { columnOf } from "../../../core/model/values/column-letters.js";
import { SHEET_COLUMNS, SHEET_ROWS } from "./sheet-text.js";

/** A cell of a sheet. */
export interface SheetCell {
  readonly text: string;
  /** True for a number, false for a text or a date. */
  readonly isNumber: boolean;
}

/** Cells that a sheet shows as one, with the content of the first; rows and columns begin with 0. */
export interface Merge {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/**
 * Fills merged cells, so that their content counts for all their rows: texts, dates, and numbers that are codes, as
 * they have their text beside them. An amount is written once. A heading over several columns is put before the headings
 * below it that repeat.
 */
export class MergedCells {
  readonly #starts = new Map<number, Merge[]>();
  #open: { readonly merge: Merge; readonly cell: SheetCell }[] = [];
  #hasBody = false;
  /** The headings of the row above, those of merged cells in each of their columns; `null` if none is merged. */
  #above: { readonly row: number; readonly cells: readonly (Heading | undefined)[] } | null = null;

  add({ top, left, ...rest }: Merge): void {
    const merge = {
      top,
      left,
      bottom: Math.min(rest.bottom, SHEET_ROWS),
      right: Math.min(rest.right, SHEET_COLUMNS - 1),
    };
    if (left >= SHEET_COLUMNS) return;
    const there = this.#starts.get(merge.top);
    if (there) there.push(merge);
    else this.#starts.set(merge.top, [merge]);
  }

  /** True if cells of earlier rows may go on. */
  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  /** Fill the cells of a row. @returns the number of cells that were looked at for it */
  fill(row: number, cells: (SheetCell | undefined)[]): number {
    const looked = this.#open.length;
    this.#fill(row, cells);
    return looked + (this.#above?.row === row ? this.#above.cells.length : 0);
  }

  #fill(row: number, cells: (SheetCell | undefined)[]): void {
    const filled = cells.filter((cell) => cell !== undefined && cell.text !== "") as SheetCell[];
    const starts = this.#starts.get(row) ?? [];
    this.#open = this.#open.filter(({ merge }) => merge.bottom >= row);
    if (filled.length > 0) {
      for (const { merge, cell } of this.#open) if ((cells[merge.left]?.text ?? "") === "") cells[merge.left] = cell;
    }
    this.#hasBody ||= filled.some(({ text, isNumber }) => isNumber && !YEAR.test(text));
    // A cell that stands alone is a title or a note.
    if (filled.length < 2) return;
    const textual = lastTexts(starts, cells);
    for (const merge of starts) {
      const cell = cells[merge.left];
      if (!cell || cell.text === "") continue;
      if (merge.bottom > row && (!cell.isNumber || (textual.get(merge.bottom) ?? -1) > merge.left)) {
        this.#open.push({ merge, cell });
      }
    }
    if (!this.#hasBody) this.#takeHeadings(row, starts, cells);
  }

  /** Complete a row of headings by those above it, and keep it for the row below if it has merged ones. */
  #takeHeadings(row: number, starts: readonly Merge[], cells: (SheetCell | undefined)[]): void {
    const above = this.#above?.row === row - 1 ? this.#above.cells : null;
    const counts = new Map<string, number>();
    for (const cell of cells) if (cell) counts.set(cell.text, (counts.get(cell.text) ?? 0) + 1);
    above?.forEach((upper, at) => {
      const own = cells[at]?.text ?? "";
      if (!upper || upper.text === own) return;
      if (own === "") cells[at] = { text: upper.text, isNumber: false };
      else if (upper.isWide && counts.get(own)! > 1) cells[at] = { text: `${upper.text} ${own}`, isNumber: false };
    });
    const wide = starts.filter(({ left, right }) => right > left);
    if (wide.length === 0) {
      this.#above = null;
      return;
    }
    const headings: (Heading | undefined)[] = cells.map((cell) => cell && { text: cell.text, isWide: false });
    for (const { left, right } of wide) {
      const text = cells[left]?.text ?? "";
      if (text !== "") for (let at = left; at <= right; at++) headings[at] = { text, isWide: true };
    }
    this.#above = { row, cells: headings };
  }
}

interface Heading {
  readonly text: string;
  /** True if it is over several columns. */
  readonly isWide: boolean;
}

const YEAR = /^(?:19|20)\d\d$/;

/**
 * Return the last column of a text that is merged, by the last row of it: a number before it that is merged over the same
 * rows is a code.
 */
function lastTexts(starts: readonly Merge[], cells: readonly (SheetCell | undefined)[]): ReadonlyMap<number, number> {
  const last = new Map<number, number>();
  for (const { left, bottom } of starts) {
    if (cells[left]?.isNumber === false) last.set(bottom, Math.max(left, last.get(bottom) ?? -1));
  }
  return last;
}

/** Read a range such as `A1:B2`; `null` if it is none. */
export function readMergedRange(range: string): Merge | null {
  const [, left, top, right, bottom] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(range) ?? [];
  if (bottom === undefined) return null;
  return { top: Number(top) - 1, left: columnOf(left!), bottom: Number(bottom) - 1, right: columnOf(right!) };
}
