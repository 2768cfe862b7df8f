import type { EntryInput } from "../../engine/storage.js";
import { type ValueError, isError, type Value } from "../../model/values/value.js";
import type { Model, Source } from "../../model/cube.js";
import { type Decimal, multiplyDecimals, normalDecimal } from "../../model/values/decimal.js";
import type { SourceLayout } from "../../model/layout.js";
import { parseDecimal, PLAIN_NUMBERS } from "../../model/values/numbers.js";
import { isBlank } from "./blank.js";
import { castCell, planMember } from "./cast-member.js";
import { type CellError, shownCell } from "./cell-error.js";
import { type BoundColumns, type ColumnPositions, namedSources } from "../csv/columns.js";
import { planEntryId } from "./entry-id.js";
import { readPlainAmount } from "./plain-amount.js";
import type { CsvRecord } from "../csv/record-parser.js";

/** How many texts, or combinations of them, each dimension remembers: the most memory that casting takes. */
const MEMORY = 2 ** 17;

/**
 * What becomes of a row: an entry, or all errors of a bad one.
 * @param row its number, for the errors
 */
export type RowCaster = (record: CsvRecord, row: number) => EntryInput | readonly CellError[];

/**
 * Plan how a source's rows become entries.
 * @param limit how much each dimension remembers; the outcome does not depend on it
 */
export function planRow(model: Model, columns: BoundColumns, limit = MEMORY): RowCaster {
  const { positions, make } = columns;
  const width = columns.header.length;
  const memberCasters = model.dimensions.map((dimension) => planMember(dimension, positions, limit));
  const amountCasters = model.measures.map(({ source }) => planProduct(source, positions, model.layout));
  const entryId = planEntryId(model, limit);
  const findErrors = planErrors(model, columns);
  return (record, row) => {
    if (record.length > width) return [longRow(record, row, width)];
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
    return { id: entryId(members, amounts), members, amounts };
  };
}

/** Whether nothing is in a row. */
export function isBlankRow(record: CsvRecord): boolean {
  for (const cell of record) if (!isBlank(cell)) return false;
  return true;
}

/** @returns what gives an amount, multiplied where the layout says so */
function planProduct(source: Source, positions: ColumnPositions, layout: SourceLayout | null): AmountCaster {
  const cast = planAmount(source, positions);
  const text = new Map(Object.entries(layout?.factors ?? {})).get(source.column!);
  if (text === undefined) return cast;
  const factor = parseDecimal(text, PLAIN_NUMBERS) as Decimal;
  return (record) => {
    const amount = cast(record);
    return isError(amount) ? amount : normalDecimal(multiplyDecimals(amount, factor));
  };
}

type AmountCaster = (record: CsvRecord) => Decimal | ValueError;

function planAmount(source: Source, positions: ColumnPositions): AmountCaster {
  const position = positions.get(source.column!)!;
  const { decimal } = source.numbers;
  return (record) => {
    const cell = record[position] ?? "";
    return readPlainAmount(cell, decimal) ?? (castCell(source, cell) as Decimal | ValueError);
  };
}

/** Cells of a row with a surplus cannot be trusted to stand in their columns: nothing is said about them. */
function longRow(record: CsvRecord, row: number, width: number): CellError {
  const message =
    `The row has ${record.length} cells and the header ${width}; ` +
    `put a cell in quotes that has the delimiter in its text, or take away the surplus`;
  return { row, column: null, attribute: null, datatype: null, value: null, message };
}

/** @returns what finds the errors of a record, by its cells with the made ones */
function planErrors(
  model: Model,
  { positions, header }: BoundColumns,
): (record: CsvRecord, cells: CsvRecord, row: number) => readonly CellError[] {
  const sources = namedSources(model).filter(({ source }) => source.column !== null);
  return (record, cells, row) =>
    sources.flatMap(({ name, source }): readonly CellError[] => {
      const { datatype } = source;
      const position = positions.get(source.column!)!;
      const column = header[position] ?? source.column;
      const cell = cells[position] ?? "";
      const outcome = castCell(source, cell);
      if (!isError(outcome)) return [];
      const missing = position >= record.length && position < header.length;
      const message = missing ? cutShort(record, header.length, outcome) : errorSentence(cell, outcome, record);
      return [{ row, column, attribute: name, datatype, value: missing ? null : shownCell(cell), message }];
    });
}

function cutShort(record: CsvRecord, width: number, { error }: ValueError): string {
  return `The row is cut short: it has ${record.length} of ${width} cells, and this cell ${error}; complete the row`;
}

function errorSentence(cell: string, { error }: ValueError, record: CsvRecord): string {
  if (!isBlank(cell)) return `"${shownCell(cell)}" ${error}`;
  const filled = record.filter((each) => !isBlank(each)).length;
  const remedy = `fill it, or give "default_value" in the model`;
  // A line that broke off may have been padded with delimiters on its way.
  if (filled * 2 >= record.length) return `The cell ${error}; ${remedy}`;
  return `The cell ${error}, and only ${filled} of the row's ${record.length} cells hold anything: it looks cut short; ${remedy}`;
}
