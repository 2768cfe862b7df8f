import type { TableRules } from "../../../core/model/table-rules.js";
import { readSerial } from "../../../core/model/values/date-readings.js";
import { codeOfCurrency, currencyInCell } from "../../../core/model/parse/currencies.js";
import type { CsvRecord } from "./record-parser.js";

/** Columns of a model whose cells are not texts. */
export interface ValueColumns {
  readonly numbers: ReadonlySet<string>;
  readonly dates: ReadonlySet<string>;
  /** Tells whether a cell that is not blank is of its column; absent where no model says so. */
  readonly fits?: (column: string, cell: string) => boolean;
}

/** A plan how cells are cleaned. */
export interface Cleaning {
  /** Positions of the cells. */
  readonly cleaned: ReadonlySet<number>;
  /** Return a record with clean cells. */
  readonly clean: (record: CsvRecord) => CsvRecord;
}

/** Plan how the cells of numbers and dates are cleaned: units removed, texts for an empty cell emptied, days dated. */
export function planCleaning(
  { empty, units, serialDates }: TableRules,
  names: readonly string[],
  { numbers, dates }: ValueColumns,
): Cleaning {
  if (empty.length === 0 && units.length === 0 && !serialDates) {
    return { cleaned: new Set(), clean: (record) => record };
  }
  const blank = new Set(empty);
  const unit = planUnits(units);
  const cleaners = names.flatMap((name, at) => {
    if (!numbers.has(name) && !dates.has(name)) return [];
    const convert = numbers.has(name) ? unit : serialDates ? dateOf : (cell: string): string => cell;
    return [{ at, clean: (cell: string): string => (blank.has(cell.trim()) ? "" : convert(cell)) }];
  });
  return {
    cleaned: new Set(cleaners.map(({ at }) => at)),
    clean: (record) => {
      const cells = [...record];
      for (const { at, clean } of cleaners) if (at < cells.length) cells[at] = clean(cells[at]!);
      return cells;
    },
  };
}

/** Add to a cleaning that the currencies of a column of amounts become the cells of the last column. */
export function withCurrencies(cleaning: Cleaning, amounts: number, width: number): Cleaning {
  return {
    cleaned: new Set([...cleaning.cleaned, width]),
    clean: (record) => {
      const name = currencyInCell(record[amounts] ?? "");
      const cells = [...cleaning.clean(record)];
      while (cells.length < width) cells.push("");
      // Cells beyond the header stay beyond it.
      cells.splice(width, 0, name === null ? "" : (codeOfCurrency(name) ?? name));
      return cells;
    },
  };
}

/** Plan how a unit before or after a number is removed. */
export function planUnits(units: readonly string[]): (cell: string) => string {
  if (units.length === 0) return (cell) => cell;
  const either = units.map((unit) => unit.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const pattern = new RegExp(`^\\s*(?:${either})\\s*(?=[-+(\\d.,])|(?<=[\\d.,)])\\s*-?\\s*(?:${either})\\s*$`, "iu");
  return (cell) => cell.replace(pattern, (found) => (found.includes("-") ? "-" : ""));
}

function dateOf(cell: string): string {
  return readSerial(cell.trim()) ?? cell;
}
