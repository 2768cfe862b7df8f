import { errorText } from "../../../core/errors/error-text.js";
import type { SourceRow } from "../../../core/engine/source-row.js";
import { type ValueError, isError, type Value } from "../../../core/model/values/value.js";
import type { Model, Source } from "../../../core/model/cube.js";
import { type Decimal, multiplyDecimals, normalDecimal } from "../../../core/model/values/decimal.js";
import { parseDecimal, PLAIN_NUMBERS } from "../../../core/model/values/numbers.js";
import { isBlank } from "../csv/blank.js";
import { castCell, planCell, planMembers, planAttribute, rememberMembers } from "./cast-member.js";
import { type CellError, rowError, shownCell } from "./cell-error.js";
import { type BoundColumns, type ColumnPositions, namedSources } from "../csv/columns.js";
import { DateColumns, isColumnError } from "./date-columns.js";
import { readPlainAmount } from "./plain-amount.js";
import type { CsvRecord } from "../csv/record-parser.js";
import { turnedFrom } from "../csv/tidy.js";
import { WrittenNames } from "./written-names.js";

/** Maximum number of texts, or combinations of them, that each dimension caches; bounds the memory of casting. */
const MEMORY = 2 ** 17;

/**
 * Turns a row into its values or, if it is bad, into all of its errors.
 * @param row number of the row, for the errors
 */
export type RowCaster = (record: CsvRecord, row: number) => SourceRow | readonly CellError[];

/**
 * Plan how a source's rows become entries.
 * @param limit maximum number of texts that each dimension caches; does not change the result
 * @param dates the readers of dates; casting a row throws what they throw
 * @param written gets the names of members that are composed
 */
export function planRow(
  model: Model,
  columns: BoundColumns,
  limit = MEMORY,
  dates = new DateColumns(null),
  written = new WrittenNames(),
): RowCaster {
  const { positions, make } = columns;
  const width = columns.header.length;
  const memberCasters = planMembers(model, positions, dates, written).map((plan) => rememberMembers(plan, limit));
  const amountCasters = model.measures.map(({ source }) => planAmount(source, positions, model));
  const findErrors = planErrors(model, columns, dates);
  return (record, row) => {
    if (record.length > width) return [longRow(record.length, row, width, columns.tidy?.width ?? width)];
    const cells = make === null ? record : make(record, row);
    const members: (readonly Value[])[] = [];
    for (const cast of memberCasters) {
      const member = cast(cells);
      if (member === null) return findErrors(record, cells, row);
      members.push(member);
    }
    const amounts: Decimal[] = [];
    for (const cast of amountCasters) {
      const amount = cast(cells);
      if (isError(amount)) return findErrors(record, cells, row);
      amounts.push(amount);
    }
    return { row, members, amounts };
  };
}

/** True if every cell of a row is blank. */
export function isBlankRow(record: CsvRecord): boolean {
  for (const cell of record) if (!isBlank(cell)) return false;
  return true;
}

export type AmountCaster = (record: CsvRecord) => Decimal | ValueError;

/** Plan how rows get an amount, multiplied by the factor of its column. */
export function planAmount(source: Source, positions: ColumnPositions, model: Model): AmountCaster {
  const cast = planCellAmount(source, positions);
  const factor = factorOf(source, model);
  if (factor === null) return cast;
  return (record) => {
    const amount = cast(record);
    return isError(amount) ? amount : normalDecimal(multiplyDecimals(amount, factor));
  };
}

/** Return the factor that the layout or the table gives for the column of a source; `null` if neither does. */
export function factorOf({ column }: Source, { layout, table }: Model): Decimal | null {
  const text = new Map(Object.entries(layout?.factors ?? {})).get(column!);
  return text === undefined ? (table?.scale.get(column!) ?? null) : (parseDecimal(text, PLAIN_NUMBERS) as Decimal);
}

function planCellAmount(source: Source, positions: ColumnPositions): AmountCaster {
  const position = positions.get(source.column!)!;
  const { decimal } = source.numbers;
  return (record) => {
    const cell = record[position] ?? "";
    return readPlainAmount(cell, decimal) ?? (castCell(source, cell) as Decimal | ValueError);
  };
}

/** In a row with extra cells, cells may be in the wrong columns, so their own errors are not reported. */
function longRow(length: number, row: number, width: number, fileWidth: number): CellError {
  const count = length - width + fileWidth;
  return rowError(row, errorText("row_with_more_cells", { count, length: fileWidth }));
}

/**
 * Plan how the errors of a record are found; `cells` are the record's with the derived ones appended. The error of a
 * whole column is found in the first of its cells alone.
 */
function planErrors(
  model: Model,
  { positions, header, tidy }: BoundColumns,
  dates: DateColumns,
): (record: CsvRecord, cells: CsvRecord, row: number) => readonly CellError[] {
  const amounts = new Set(model.measures.map(({ source }) => source));
  const sources = namedSources(model).flatMap(({ name, source }) =>
    source.column === null
      ? []
      : [{ name, source, cast: (amounts.has(source) ? planCell : planAttribute)(source, dates) }],
  );
  const reported = new Set<string>();
  return (record, cells, row) =>
    sources.flatMap(({ name, source, cast }): readonly CellError[] => {
      const { datatype } = source;
      const position = positions.get(source.column!)!;
      const column = (tidy && turnedFrom(tidy, cells, position)) ?? header[position] ?? source.column;
      const cell = cells[position] ?? "";
      const outcome = cast(cell);
      if (!isError(outcome)) return [];
      if (isColumnError(outcome)) {
        if (reported.has(name)) return [];
        reported.add(name);
        const message = errorText("column_wrong", { column: JSON.stringify(column), reason: outcome.error });
        return [{ row, column, attribute: name, datatype, value: shownCell(cell), message }];
      }
      const missing = position >= record.length && position < header.length;
      const message = missing ? cutShort(record, header.length, outcome) : errorSentence(cell, outcome, record);
      return [{ row, column, attribute: name, datatype, value: missing ? null : shownCell(cell), message }];
    });
}

function cutShort(record: CsvRecord, width: number, { error }: ValueError): string {
  return errorText("row_cut_short", { count: record.length, length: width, reason: error });
}

function errorSentence(cell: string, { error }: ValueError, record: CsvRecord): string {
  if (!isBlank(cell)) return `"${shownCell(cell)}" ${error}`;
  const filled = record.filter((each) => !isBlank(each)).length;
  // A program on the way may have padded a truncated line with delimiters.
  if (filled * 2 >= record.length) {
    const isUnknown = error === errorText("empty_without_default");
    return isUnknown ? errorText("cell_empty") : `The cell ${error}; fill it, or give "default_value" in the model`;
  }
  return (
    `The cell ${error}, and only ${filled} of the row's ${record.length} cells ${filled === 1 ? "is" : "are"} filled: ` +
    `if the row is a total or a note, leave it out ("leave_out" in "table" of the model's dataset); if it was cut short, complete it`
  );
}
