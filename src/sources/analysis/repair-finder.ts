import { phraseText } from "../../core/errors/phrase-text.js";
import { isBlank } from "../ingest/csv/blank.js";
import type { CsvRecord } from "../ingest/csv/record-parser.js";
import { countFilled, isRowOfWords } from "../ingest/odd-rows.js";
import { scaleInHeading } from "./heading-scale.js";
import { RawColumn, isNumber } from "./raw-column.js";
import type { Definition } from "./column-uses.js";
import { pivotedColumns, type Repair } from "./repair.js";
import { GroupFinder } from "./repair-above.js";
import { BesideFinder } from "./repair-besides.js";
import { repairCells, repairDates, repairImpossible } from "./repair-cells.js";
import { numbersColumns, repairNumbering } from "./repair-numbering.js";
import { repairScale } from "./repair-scale.js";
import { repairUnits } from "./repair-units.js";
import { proposeDate } from "./propose-model.js";
import { repairYears } from "./repair-years.js";
import { shorten } from "./shorten.js";

/** A row that may be no entry, and the position of the cell that shows it. */
interface OddRow {
  readonly row: number;
  readonly column: number;
  readonly record: CsvRecord;
}

const SHOWN = 3;

/** Maximum number of columns and of odd rows that are looked at. */
const MAX_COLUMNS = 500;
const MAX_ROWS = 2000;
/** Columns from which a row with two filled cells may be a note. */
const WIDE = 6;

/** Finds the repairs that the records of a file call for, whatever the rules of its table are. */
export class RepairFinder {
  readonly #header: readonly string[];
  readonly #firstRow: number;
  readonly #titles: readonly string[];
  readonly #rules: Definition | null;
  readonly #columns: readonly RawColumn[];
  readonly #notes: OddRow[] = [];
  /** Rows with two filled cells of a wide table. */
  readonly #pairs: OddRow[] = [];
  /** Rows of words below the last blank row, as long as nothing else follows. */
  #below: OddRow[] = [];
  #isBelowBlank = false;
  #numbering: { readonly record: CsvRecord; readonly row: number } | null = null;
  readonly #groups: GroupFinder;
  readonly #besides = new BesideFinder();
  #lastRow = 0;
  #row = 0;

  /**
   * @param headerRow row of the file that is the header
   * @param titles cells above it
   * @param rules of the table, as in a model; `null` for none
   */
  constructor(header: readonly string[], headerRow: number, titles: readonly string[], rules: Definition | null) {
    this.#titles = titles;
    this.#rules = rules;
    this.#header = header.slice(0, MAX_COLUMNS);
    this.#firstRow = headerRow;
    this.#columns = this.#header.map(() => new RawColumn());
    this.#groups = new GroupFinder(this.#header.length);
  }

  /** @param record `null` for one that is not of the table */
  take(record: CsvRecord | null): void {
    const row = this.#firstRow + ++this.#row;
    if (record === null) return;
    if (this.#lastRow === 0 && numbersColumns(record, this.#header.length)) {
      this.#numbering = { record, row };
      return;
    }
    let filled = 0;
    let column = -1;
    for (let at = record.length - 1; at >= 0; at--) {
      if (isBlank(record[at]!)) continue;
      filled++;
      column = at;
    }
    if (filled === 0) {
      this.#isBelowBlank = true;
      return;
    }
    if (filled === 1 && this.#header.length >= 3 && isText(record[column]!)) {
      if (this.#notes.length < MAX_ROWS) this.#notes.push({ row, column, record });
      return;
    }
    if (filled === 2 && this.#header.length >= WIDE) {
      if (this.#pairs.length < MAX_ROWS) this.#pairs.push({ row, column, record });
      return;
    }
    if (this.#isBelowBlank && this.#below.length < MAX_ROWS && isRowOfWords(record)) {
      this.#below.push({ row, column, record });
      return;
    }
    this.#takeBelow();
    this.#takeRow(record, row);
  }

  /** Take the rows of words below a blank row as others. */
  #takeBelow(): void {
    for (const { record, row } of this.#below) this.#takeRow(record, row);
    this.#below = [];
    this.#isBelowBlank = false;
  }

  #takeRow(record: CsvRecord, row: number): void {
    this.#lastRow = row;
    this.#groups.take(record, row);
    this.#besides.take(record, row);
    for (let at = 0; at < this.#columns.length; at++) this.#columns[at]!.take(record[at] ?? "", row);
  }

  /** Return the texts of rows that are no entries. @param areBelow true if the rows of words below the table are notes */
  #textsOfNotes(areBelow: boolean): readonly string[] {
    return [...this.#notes, ...(areBelow ? this.#below : [])].flatMap(({ record }) =>
      record.filter((cell) => !isBlank(cell)),
    );
  }

  /** @param year that the name of the file or of its sheet gives; empty for none */
  finish(year = ""): readonly Repair[] {
    const [header, columns] = [this.#header, this.#columns];
    const below = this.#below;
    const areNotes = below.length > 0 && below.every(({ record }) => isNote(record, columns));
    if (!areNotes) this.#takeBelow();
    const years = repairYears(header, columns, year || proposeDate(this.#titles.join(" ")));
    const turned = new Set(years.flatMap(({ table }) => [...pivotedColumns(table).keys()]));
    return [
      ...years,
      ...repairNotes(this.#notes, this.#pairs, columns, this.#lastRow),
      ...(areNotes ? [repairBelow(below, header)] : []),
      ...repairNumbering(this.#numbering, header, columns),
      ...this.#besides.repair(header),
      ...this.#groups.repair(header, columns),
      ...repairUnits(header, columns, this.#rules),
      ...repairScale(header, columns, [...this.#titles, ...this.#textsOfNotes(areNotes)], this.#rules),
      ...repairCells(header, columns, turned),
      ...repairDates(header, columns),
      ...repairImpossible(header, columns),
    ];
  }
}

/** True for a cell of words, or of a unit such as `£000`. */
function isText(cell: string): boolean {
  return /\p{L}/u.test(cell) || scaleInHeading(cell) !== null;
}

/** True if a row of words may be a note, split at its commas: it is short, and has words in a column of numbers. */
function isNote(record: CsvRecord, columns: readonly RawColumn[]): boolean {
  return countFilled(record) < columns.length && record.some((cell, at) => columns[at]?.isNumbers && !isBlank(cell));
}

/** Leave out notes below the table that have several cells, by the first of them. */
function repairBelow(rows: readonly OddRow[], header: readonly string[]): Repair {
  const values = new Map<string, string[]>();
  for (const { column, record } of rows) {
    const name = header[column]!;
    values.set(name, [...(values.get(name) ?? []), record[column]!.trim()]);
  }
  const count = rows.length;
  const one = count === 1;
  return {
    kind: "notes",
    label: one ? phraseText("leave_out_row_below") : phraseText("leave_out_rows_below", { count }),
    reason: one ? phraseText("row_below_blank") : phraseText("rows_below_blank", { count }),
    examples: rows
      .slice(0, SHOWN)
      .map(({ row, column, record }) =>
        phraseText("line_left_out", { line: row, text: shorten(record[column]!.trim()) }),
      ),
    table: { leave_out: [...values].map(([column, each]) => ({ column, values: each })) },
    certainty: "likely",
  };
}

/**
 * Leave out rows with a single cell of text, such as notes below the table, and rows with two if none of them has an amount.
 * @param pairs rows with two filled cells of a wide table
 * @param lastRow the last row of the table that is none of these
 */
function repairNotes(
  single: readonly OddRow[],
  pairs: readonly OddRow[],
  columns: readonly RawColumn[],
  lastRow: number,
): readonly Repair[] {
  const hasAmount = ({ record }: OddRow): boolean =>
    record.some((cell, at) => columns[at]?.isNumbers && columns[at].hasFractions && isNumber(cell.trim()));
  const areNotes = pairs.length > 0 && !pairs.some(hasAmount);
  const rows = areNotes ? [...single, ...pairs].toSorted((a, b) => a.row - b.row) : single;
  if (rows.length === 0) return [];
  const count = rows.length;
  const one = count === 1;
  return [
    {
      kind: "notes",
      label: areNotes
        ? one
          ? phraseText("leave_out_row_of_two")
          : phraseText("leave_out_rows_of_two", { count })
        : one
          ? phraseText("leave_out_row_of_one")
          : phraseText("leave_out_rows_of_one", { count }),
      reason: areNotes
        ? one
          ? phraseText("row_of_two")
          : phraseText("rows_of_two", { count })
        : one
          ? phraseText("row_of_one")
          : phraseText("rows_of_one", { count }),
      examples: rows
        .slice(0, SHOWN)
        .map(({ row, column, record }) =>
          phraseText("line_left_out", { line: row, text: shorten(record[column]!.trim()) }),
        ),
      table: { leave_out: [{ filled: areNotes ? 2 : 1 }] },
      certainty: !areNotes ? "sure" : pairs.every(({ row }) => row > lastRow) ? "likely" : "doubtful",
    },
  ];
}
