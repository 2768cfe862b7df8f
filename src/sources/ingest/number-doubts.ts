import { errorText } from "../../core/errors/error-text.js";
import { countText } from "../../core/errors/phrase-text.js";
import type { Model } from "../../core/model/cube.js";
import { parseDecimal } from "../../core/model/values/numbers.js";
import { isError } from "../../core/model/values/value.js";
import { type CellError, shownCell } from "./cast/cell-error.js";
import type { FormatOf } from "./tables/column-formats.js";
import { type BoundColumns, namedSources } from "./csv/columns.js";
import type { CodedRecords } from "./csv/coded-records.js";
import type { CsvRecord } from "./csv/record-parser.js";
import { COMMA_NUMBERS, POINT_NUMBERS, type SeparatorDoubt, SeparatorTally, valueIn } from "./cast/separator-tally.js";

interface Tallied {
  readonly column: string;
  /** Name of what is read from it. */
  readonly name: string;
  readonly position: number;
  readonly tally: SeparatorTally;
}

/** Warnings and errors about columns in doubt. */
export interface SaidDoubts {
  /** Warnings about commas, which are read as standing between thousands. */
  readonly warnings: readonly string[];
  /** An error for each column with points, which are seldom decimal points if three digits follow all of them. */
  readonly errors: readonly CellError[];
}

/** Finds the columns of numbers that can be read in two ways, where the model does not say which. */
export class NumberDoubts {
  readonly #columns: readonly Tallied[];
  readonly #width: number;
  /** Columns that are not settled. */
  #open: readonly Tallied[];

  constructor(model: Model, { positions, header }: BoundColumns) {
    const assumed = namedSources(model).flatMap(({ name, source: { datatype, numbers, column } }) =>
      datatype === "float" && numbers.isAssumed && column !== null ? [[positions.get(column)!, name] as const] : [],
    );
    this.#columns = [...new Map(assumed.toReversed())]
      // Cells after the file's own are written by this program.
      .filter(([position]) => position < header.length)
      .toReversed()
      .map(([position, name]) => ({ column: header[position]!, name, position, tally: new SeparatorTally() }));
    this.#open = this.#columns;
    this.#width = header.length;
  }

  /** True if a column is not settled. */
  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  /** True if a record may settle a doubt, or raise one. @param start place of the record */
  concerns(records: CodedRecords, start: number): boolean {
    return this.#open.some(({ position }) => {
      if (position >= records.codes[start]!) return false;
      const cell = records.cellAt(start, position);
      return cell.includes(".") || cell.includes(",");
    });
  }

  /** Count the numbers of a record. @param row its number @param isValid false if cells of it may not be numbers */
  take(record: CsvRecord, row: number, isValid: boolean): void {
    // In a row with a cell too many, they may be in the wrong columns.
    if (!isValid && record.length > this.#width) return;
    let isAnySettled = false;
    for (const { position, tally } of this.#open) {
      const cell = record[position] ?? "";
      if (!isValid && isError(parseDecimal(cell, POINT_NUMBERS))) continue;
      if (!tally.take(cell, row)) isAnySettled = true;
    }
    if (isAnySettled) this.#open = this.#open.filter(({ tally }) => tally.take("", row));
  }

  /**
   * Say which columns are in doubt. What a spreadsheet stores as numbers is not.
   * @param delimiter of the file
   */
  describe(delimiter: string, formatOf: FormatOf): SaidDoubts {
    const warnings: string[] = [];
    const errors: CellError[] = [];
    for (const { column, name, tally } of this.#columns) {
      const doubt = formatOf(column) === null ? tally.doubt() : null;
      if (doubt?.separator === ",") warnings.push(warningOf(column, doubt));
      else if (doubt) errors.push(errorOf(column, name, doubt, delimiter));
    }
    return { warnings, errors };
  }
}

function warningOf(column: string, doubt: SeparatorDoubt): string {
  const [example = ""] = doubt.examples;
  return errorText("commas_in_two_ways", valuesOf(column, doubt, example));
}

function errorOf(column: string, name: string, doubt: SeparatorDoubt, delimiter: string): CellError {
  const [example = ""] = doubt.examples;
  const code = delimiter === ";" ? "points_beside_semicolons" : "points_in_two_ways";
  const message = errorText(code, valuesOf(column, doubt, example));
  return { row: doubt.row, column, attribute: name, datatype: "float", value: shownCell(example), message };
}

function valuesOf(column: string, { count, examples }: SeparatorDoubt, example: string) {
  return {
    column: JSON.stringify(column),
    numbers: countText(count, "one_number", "some_numbers"),
    examples: listed(examples),
    example,
    value: valueIn(example, POINT_NUMBERS),
    fraction: valueIn(example, COMMA_NUMBERS),
  };
}

function listed(examples: readonly string[]): string {
  return examples.length > 1 ? `${examples.slice(0, -1).join(", ")} and ${examples.at(-1)}` : examples.join();
}
