import { errorText } from "../../../core/errors/error-text.js";
import { BadSource } from "../../../core/errors/errors.js";
import { addedColumns, type TableRules, turnedRows } from "../../../core/model/table-rules.js";
import { didYouMean } from "../../../core/model/nearest.js";
import { isBlank } from "./blank.js";
import { type Cleaning, planCleaning, type ValueColumns, withCurrencies } from "./clean-cells.js";
import { type LeavesOut, planCodedLeavingOut } from "./coded-leave-out.js";
import { planLeavingOut } from "./leave-out.js";
import type { CsvRecord } from "./record-parser.js";

/** A plan how the records of a file become the rows that a model reads. */
export interface Tidy extends Cleaning {
  /** Names of the columns of the rows. */
  readonly cells: readonly string[];
  /** Names of the columns of the file. */
  readonly header: readonly string[];
  /** Their number. */
  readonly width: number;
  /** The columns that became rows; `null` if none did. */
  readonly pivoted: Pivoted | null;
  /** Position of the added column of currencies, and of the amounts that they are of; `null` if there is none. */
  readonly currency: { readonly at: number; readonly from: number } | null;
  /** Return the position of the rule that leaves a record out; -1 if it stays. */
  readonly ruleFor: (record: CsvRecord) => number;
  /** Tells of a coded record that is not blank if a rule leaves it out; `null` if none ever does. */
  readonly leavesOut: LeavesOut | null;
  /** Return a record with its blank cells that mean the one above filled; called once for each record that stays, in order. */
  readonly fill: (record: CsvRecord) => CsvRecord;
  /** Return the rows of a record. */
  readonly rowsOf: (record: CsvRecord) => readonly CsvRecord[];
}

/** Positions of the added columns, and where the cells are from. */
export interface Pivoted {
  /** Position of the first column with texts, and their number. */
  readonly headings: number;
  readonly numHeadings: number;
  /** Position of the first column with cells, behind them, and their number. */
  readonly cells: number;
  readonly numCells: number;
  /** Positions in the file of the cells before the added ones. */
  readonly kept: readonly number[];
  /** The rows that a record becomes. */
  readonly rows: readonly TurnedRow[];
}

/** One of the rows that a record becomes: its texts, and for each added cell its position in the file, -1 if it has none. */
export interface TurnedRow {
  readonly texts: readonly string[];
  readonly from: readonly number[];
}

/**
 * Plan how the records of a file become rows.
 * @param header of the file
 * @throws BadSource with every column that the rules name and the header lacks
 */
export function planTidy(rules: TableRules, header: readonly string[], values: ValueColumns): Tidy {
  checkColumns(rules, header);
  checkScale(rules, header);
  const fill = planFilling(rules.fillDown, header);
  const ruleFor = planLeavingOut(rules.leaveOut, header, rules.empty, values.fits);
  const leavesOut = rules.leaveOut.some((rule) => !("sums" in rule))
    ? planCodedLeavingOut(rules.leaveOut, header, values.fits)
    : null;
  const { unpivot } = rules;
  if (unpivot === null) {
    const { cells, currency, ...cleaning } = planCells(rules, header, values);
    const rowsOf = (record: CsvRecord): readonly CsvRecord[] => [
      record.length <= header.length && record.every(isBlank) ? record : cleaning.clean(record),
    ];
    return {
      ...cleaning,
      cells,
      header,
      width: header.length,
      pivoted: null,
      currency,
      ruleFor,
      leavesOut,
      fill,
      rowsOf,
    };
  }
  const kept = header.flatMap((name, at) => (unpivot.columns.has(name) ? [] : [at]));
  const rows = turnedRows(unpivot).map(({ texts, columns }): TurnedRow => {
    return { texts, from: columns.map((name) => (name === null ? -1 : header.indexOf(name))) };
  });
  const turnedCells = [...kept.map((at) => header[at]!), ...addedColumns(unpivot)];
  const { cells, currency, ...cleaning } = planCells(rules, turnedCells, values);
  const rowsOf = (record: CsvRecord): readonly CsvRecord[] => {
    if (record.length <= header.length && record.every(isBlank)) return [record];
    const own = kept.map((at) => record[at] ?? "");
    const excess = record.slice(header.length);
    return rows.map(({ texts, from }) =>
      cleaning.clean([...own, ...texts, ...from.map((at) => record[at] ?? ""), ...excess]),
    );
  };
  const [numHeadings, numCells] = [unpivot.headings.length, unpivot.cells.length];
  const headings = kept.length;
  const pivoted = { headings, numHeadings, cells: headings + numHeadings, numCells, kept, rows };
  return { ...cleaning, cells, header, width: header.length, pivoted, currency, ruleFor, leavesOut, fill, rowsOf };
}

/** Return the positions in the file of the cells that a row has at a position, one for each of the rows that columns became. */
export function positionsInFile({ pivoted }: Pick<Tidy, "pivoted">, position: number): readonly number[] {
  if (pivoted === null) return [position];
  const { cells, kept, rows } = pivoted;
  if (position >= cells) return rows.flatMap(({ from }) => from[position - cells] ?? []).filter((at) => at >= 0);
  return kept[position] === undefined ? [] : [kept[position]];
}

/** Return the column of the file from which a cell of a turned row is; `null` for a cell of the file, or one that is in none. */
export function turnedFrom({ pivoted, header }: Tidy, cells: CsvRecord, position: number): string | null {
  if (!pivoted || position < pivoted.cells || position >= pivoted.cells + pivoted.numCells) return null;
  const row = pivoted.rows.find(({ texts }) => texts.every((text, at) => text === cells[pivoted.headings + at]));
  return header[row?.from[position - pivoted.cells] ?? -1] ?? null;
}

/** True if rules change rows or leave some out by what is in them. */
export function changesRows(rules: TableRules): boolean {
  const { unpivot, leaveOut, fillDown, empty, units, serialDates, currency } = rules;
  const isPlain = unpivot === null && currency === null && leaveOut.every((rule) => "sums" in rule);
  return !isPlain || fillDown.length > 0 || empty.length > 0 || units.length > 0 || serialDates;
}

/**
 * Plan the cells of rows, with the column of currencies last, if there is one.
 * @throws BadSource if the rule for it names no column, or one that is there
 */
function planCells(
  rules: TableRules,
  names: readonly string[],
  values: ValueColumns,
): Cleaning & Pick<Tidy, "cells" | "currency"> {
  const cleaning = planCleaning(rules, names, values);
  if (rules.currency === null) return { ...cleaning, cells: names, currency: null };
  const { from, to } = rules.currency;
  const [at, amounts] = [names.length, names.indexOf(from)];
  if (amounts < 0) {
    throw new BadSource(errorText("no_column_of_currencies", { from, remedy: didYouMean(from, names) }));
  }
  if (names.includes(to)) {
    throw new BadSource(errorText("currency_column_taken", { to }));
  }
  return { ...withCurrencies(cleaning, amounts, at), cells: [...names, to], currency: { at, from: amounts } };
}

/** Return the columns of the file that the rules name. */
export function columnsOfRules({ unpivot, leaveOut, fillDown }: TableRules): readonly string[] {
  return [
    ...fillDown,
    ...(unpivot?.columns.keys() ?? []),
    ...leaveOut.flatMap((rule) => ("column" in rule ? [rule.column] : [])),
  ];
}

/** Plan how blank cells of columns get the text of the last row above that has one. It depends on the rows before. */
function planFilling(columns: readonly string[], header: readonly string[]): (record: CsvRecord) => CsvRecord {
  const places = columns.map((column) => header.indexOf(column));
  if (places.length === 0) return (record) => record;
  const last = new Map<number, string>();
  return (record) => {
    if (record.every(isBlank)) return record;
    const cells = [...record];
    let isNew = false;
    for (const at of places) {
      const cell = cells[at] ?? "";
      // A new group ends those within it.
      if (!isBlank(cell)) isNew = true;
      if (!isBlank(cell)) last.set(at, cell);
      else if (isNew) last.delete(at);
      else if (at < header.length) {
        while (cells.length <= at) cells.push("");
        cells[at] = last.get(at) ?? "";
      }
    }
    return cells;
  };
}

/** A factor for a column that is not there would leave amounts too small without a word. */
function checkScale({ scale, unpivot }: TableRules, header: readonly string[]): void {
  const kept = header.filter((name) => !unpivot?.columns.has(name));
  const columns = unpivot ? [...kept, ...addedColumns(unpivot)] : kept;
  const errors = [...scale.keys()]
    .filter((column) => !columns.includes(column))
    .map(
      (column) =>
        `The table has no column "${column}", which dataset.table.scale of the model names${didYouMean(column, columns)}`,
    );
  if (errors.length > 0) throw new BadSource(errors);
}

function checkColumns(rules: TableRules, header: readonly string[]): void {
  const { unpivot } = rules;
  const missing = columnsOfRules(rules).filter((column) => !header.includes(column));
  const errors = missing.map((column) =>
    errorText("header_without_table_column", { column, remedy: didYouMean(column, header) }),
  );
  for (const name of unpivot?.columns.keys() ?? []) {
    if (header.indexOf(name) === header.lastIndexOf(name)) continue;
    errors.push(errorText("header_column_repeated", { column: name }));
  }
  for (const name of unpivot ? addedColumns(unpivot) : []) {
    if (header.includes(name) && !unpivot!.columns.has(name)) {
      errors.push(errorText("heading_column_taken", { name }));
    }
  }
  if (errors.length > 0) throw new BadSource([...new Set(errors)]);
}
