import { errorText } from "../../../core/errors/error-text.js";
import { phraseText } from "../../../core/errors/phrase-text.js";
import { BadSource } from "../../../core/errors/errors.js";
import { lettersOf } from "../../../core/model/values/column-letters.js";
import { type Merge, MergedCells, type SheetCell } from "./merged-cells.js";
import type { SheetFormats } from "./sheet-formats.js";
import { SHEET_COLUMNS, SheetText } from "./sheet-text.js";

/** Number of cells that a message names. */
const SHOWN = 3;

/** Maximum number of cells that a sheet may spread to beside those that it holds, and for each of them. */
const MAX_SPREAD = 2 ** 24;
const SPREAD_OF_CELL = 50;

/** Repeated rows that merged cells are filled in one by one. */
const FILLED_SINGLY = 1000;

/** Writes the rows of a sheet as CSV, cell by cell, and takes down what the text does not show. */
export class SheetRows {
  readonly #source: string;
  readonly #sheet: string;
  readonly #formats: SheetFormats;
  readonly #out = new SheetText();
  readonly #merged = new MergedCells();
  readonly #formulas: string[] = [];
  #numFormulas = 0;
  #cells: (SheetCell | undefined)[] = [];
  /** Number of cells of the row that were set. */
  #held = 0;
  /** Number of cells of all rows that were set. */
  #total = 0;
  #spread = 0;

  /** @param source and sheet are their names in messages */
  constructor(source: string, sheet: string, formats: SheetFormats) {
    this.#source = source;
    this.#sheet = sheet;
    this.#formats = formats;
  }

  /** Number of rows so far. */
  get rows(): number {
    return this.#out.rows;
  }

  /** Add blank rows. */
  skip(count: number): void {
    this.#out.skip(count);
  }

  /** Add merged cells, at the latest before the end of their first row. */
  merge(merge: Merge): void {
    this.#merged.add(merge);
  }

  /** Set a cell of the row; beyond the edge of sheets it is lost. @param currency of its number format */
  set(column: number, text: string, isNumber: boolean, currency: string | null = null): void {
    if (column >= SHEET_COLUMNS) return;
    this.#held++;
    this.#total++;
    this.#cells[column] = { text, isNumber };
    if (isNumber && text !== "") this.#formats.take(column, currency);
  }

  /** Take down a cell of the row that is a formula without its result. */
  addFormula(column: number): void {
    this.#numFormulas++;
    if (this.#formulas.length < SHOWN) this.#formulas.push(`${lettersOf(column)}${this.rows + 1}`);
  }

  /** End the row, which is repeated as often. */
  endRow(times = 1): void {
    const isFilledSingly = this.#merged.isOpen && times <= FILLED_SINGLY;
    for (let left = isFilledSingly ? times : 1; left > 0; left--) {
      this.spread(this.#cells.length - this.#held);
      const cells = [...this.#cells];
      this.spread(this.#merged.fill(this.rows, cells));
      this.#out.row(
        cells.map((cell) => cell?.text),
        isFilledSingly ? 1 : times,
      );
    }
    this.#cells = [];
    this.#held = 0;
  }

  /** Count cells that are written or looked at though the file does not hold them. @throws BadSource for too many */
  spread(count: number): void {
    this.#spread += count;
    if (this.#spread > MAX_SPREAD + SPREAD_OF_CELL * this.#total) {
      throw new BadSource(
        errorText("sheet_too_sparse", {
          heading: JSON.stringify(this.#sheet),
          name: this.#source,
          place: `${lettersOf(Math.max(0, this.#cells.length - 1))}${this.rows + 1}`,
        }),
      );
    }
  }

  /** Return the text of the rows since the last call. */
  take(): string {
    return this.#out.take();
  }

  /** Check that nothing of the sheet is missing. @throws BadSource for formulas without results */
  finish(): void {
    const count = this.#numFormulas;
    if (count === 0) return;
    const cells =
      count === 1
        ? phraseText("formula_without_result")
        : phraseText("formulas_without_result", { count: count.toLocaleString("en") });
    const more =
      count > this.#formulas.length ? ` and ${(count - this.#formulas.length).toLocaleString("en")} others` : "";
    throw new BadSource(
      errorText("formulas_without_results", {
        detail: JSON.stringify(this.#sheet),
        detail_b: this.#source,
        cells,
        known: this.#formulas.join(", "),
        remedy: more,
      }),
    );
  }
}
