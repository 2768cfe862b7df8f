import type { Model } from "../../core/model/cube.js";
import { parseDecimal } from "../../core/model/values/numbers.js";
import { isError } from "../../core/model/values/value.js";
import type { FormatOf } from "./tables/column-formats.js";
import { type BoundColumns, namedSources } from "./csv/columns.js";
import type { CodedRecords } from "./csv/coded-records.js";
import type { CsvRecord } from "./csv/record-parser.js";
import { describeCount } from "./report.js";
import { COMMA_NUMBERS, POINT_NUMBERS, type SeparatorDoubt, SeparatorTally, valueIn } from "./cast/separator-tally.js";

interface Tallied {
  readonly column: string;
  readonly position: number;
  readonly tally: SeparatorTally;
}

/** Finds the columns of numbers that can be read in two ways, where the model does not say which. */
export class NumberDoubts {
  readonly #columns: readonly Tallied[];
  readonly #width: number;
  /** Columns that are not settled. */
  #open: readonly Tallied[];

  constructor(model: Model, { positions, header }: BoundColumns) {
    const assumed = namedSources(model).flatMap(({ source: { datatype, numbers, column } }) =>
      datatype === "float" && numbers.isAssumed && column !== null ? [positions.get(column)!] : [],
    );
    this.#columns = [...new Set(assumed)]
      // Cells after the file's own are written by this program.
      .filter((position) => position < header.length)
      .map((position) => ({ column: header[position]!, position, tally: new SeparatorTally() }));
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

  /** Count the numbers of a record. @param isValid false if cells of it may not be numbers */
  take(record: CsvRecord, isValid: boolean): void {
    // In a row with a cell too many, they may be in the wrong columns.
    if (!isValid && record.length > this.#width) return;
    let isAnySettled = false;
    for (const { position, tally } of this.#open) {
      const cell = record[position] ?? "";
      if (!isValid && isError(parseDecimal(cell, POINT_NUMBERS))) continue;
      if (!tally.take(cell)) isAnySettled = true;
    }
    if (isAnySettled) this.#open = this.#open.filter(({ tally }) => tally.take(""));
  }

  /**
   * Write a warning about each column that is in doubt. What a spreadsheet stores as numbers is not.
   * @param delimiter of the file
   */
  describe(delimiter: string, formatOf: FormatOf): readonly string[] {
    return this.#columns.flatMap(({ column, tally }) => {
      const doubt = formatOf(column) === null ? tally.doubt() : null;
      return doubt === null ? [] : [warningOf(column, doubt, delimiter)];
    });
  }
}

function warningOf(column: string, { separator, count, examples }: SeparatorDoubt, delimiter: string): string {
  const [example = ""] = examples;
  const [read, meant] =
    separator === "."
      ? ["a decimal point", "points between thousands"]
      : ["commas between thousands", "a decimal comma"];
  const hint = delimiter === ";" ? " (files with semicolons usually have decimal commas)" : "";
  return (
    `The column ${JSON.stringify(column)} has ${describeCount(count, "number", "numbers")} that can be read in two ways, ` +
    `such as ${listed(examples)}: ${example} was read as ${valueIn(example, POINT_NUMBERS)}, with ${read}; ` +
    `with ${meant} it is ${valueIn(example, COMMA_NUMBERS)}${hint}. ` +
    `If that is meant, write "decimal": ",", "thousands": "." in the model, otherwise "decimal": "."`
  );
}

function listed(examples: readonly string[]): string {
  return examples.length > 1 ? `${examples.slice(0, -1).join(", ")} and ${examples.at(-1)}` : examples.join();
}
