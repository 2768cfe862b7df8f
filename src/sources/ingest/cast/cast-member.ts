import type { Dimension, Model, Source } from "../../../core/model/cube.js";
import { rowModel } from "../../../core/model/row-model.js";
import { type Value, type Converted, type ValueError, isError } from "../../../core/model/values/value.js";
import { convert, requireDouble } from "../../../core/model/values/convert.js";
import { dateAttributes } from "../../../core/model/values/dates.js";
import { decimalNumber } from "../../../core/model/values/decimal.js";
import { composeText } from "../../../core/model/values/unicode-form.js";
import { isBlank } from "../csv/blank.js";
import type { ColumnPositions } from "../csv/columns.js";
import type { DateColumns } from "./date-columns.js";
import { Memo } from "./memo.js";
import type { CsvRecord } from "../csv/record-parser.js";
import type { WrittenNames } from "./written-names.js";

/** Reads the values of one dimension's attributes from a row, texts in NFC; `null` if one of its cells is bad. */
export type MemberCaster = (record: CsvRecord) => readonly Value[] | null;

/** Return the value of a cell for a source, or the error if it has none. A date is read as if it stood alone. */
export function castCell(source: Source, cell: string): Converted | ValueError {
  return isBlank(cell) ? source.empty : convert(source, cell);
}

/** Returns the value of a cell, or the error if it has none. */
export type CellCaster = (cell: string) => Converted | ValueError;

/** Plan how the cells of a source are cast: dates without a format as their whole column is read. */
export function planCell(source: Source, dates: DateColumns): CellCaster {
  const { datatype, format, column, empty } = source;
  if (datatype !== "date" || format !== null || column === null) {
    return (cell) => castCell(source, cell);
  }
  const read = dates.reader(column);
  return (cell) => (isBlank(cell) ? empty : read(cell));
}

/** Plan how the cells of an attribute are cast. */
export function planAttribute(source: Source, dates: DateColumns): CellCaster {
  const cast = planCell(source, dates);
  return source.datatype === "float" ? (cell) => requireDouble(cast(cell)) : cast;
}

/** How the members of one dimension are read from rows. */
export interface MemberPlan {
  /** Positions of the cells that decide the member; the first one is that of its identity, if that has one. */
  readonly cells: readonly number[];
  readonly cast: MemberCaster;
  /** True if a cell that is not blank is the text of the member's only value. */
  readonly isText: boolean;
}

/** Plan how the members of a model's dimensions are read. @param written gets the names that are composed */
export function planMembers(
  model: Model,
  positions: ColumnPositions,
  dates: DateColumns,
  written: WrittenNames,
): readonly MemberPlan[] {
  return rowModel(model).dimensions.map((dimension) => planMember(dimension, positions, dates, written));
}

function planMember(
  dimension: Dimension,
  positions: ColumnPositions,
  dates: DateColumns,
  written: WrittenNames,
): MemberPlan {
  const parts = dimension.attributes.map(({ source }) => source && planPart(source, positions, dates));
  const identity = parts[dimension.identity.index] ?? null;
  const cells = [...new Set([identity, ...parts].flatMap((part) => part?.position ?? []))];
  const isText = parts.length === 1 && dimension.identity.source?.datatype === "string" && cells.length === 1;
  return { cells, cast: (record) => castMember(dimension, parts, record, written), isText };
}

/**
 * Cache members by their cells, so that rows with equal cells usually get the same object.
 * @param limit maximum number of combinations of cells in the cache
 */
export function rememberMembers({ cells, cast }: MemberPlan, limit: number): MemberCaster {
  if (cells.length > 0) return remembered(cells, limit, cast);
  const member = cast([]);
  return () => member;
}

interface Part {
  /** Position of the cell in the row; `null` for a constant. */
  readonly position: number | null;
  /** Casts a cell as the member has it: texts in NFC. */
  readonly cast: CellCaster;
  /** Casts a cell as it is written. */
  readonly castWritten: CellCaster;
}

function planPart(source: Source, positions: ColumnPositions, dates: DateColumns): Part {
  const position = source.column === null ? null : positions.get(source.column)!;
  const castWritten = position === null ? () => source.fixed : planAttribute(source, dates);
  const isText = source.datatype !== "float" && source.datatype !== "date";
  // A slug is made of the composed text. A default is composed after the cast.
  const cast = isText ? (cell: string) => composeValue(castWritten(composeText(cell))) : castWritten;
  return { position, cast, castWritten };
}

function composeValue(outcome: Converted | ValueError): Converted | ValueError {
  return typeof outcome === "string" ? composeText(outcome) : outcome;
}

function castMember(
  dimension: Dimension,
  parts: readonly (Part | null)[],
  record: CsvRecord,
  written: WrittenNames,
): readonly Value[] | null {
  const values: Value[] = [];
  for (const part of parts) {
    if (part === null) continue;
    const outcome = part.cast(cellOf(part, record));
    if (isError(outcome)) return null;
    values.push(plainValue(outcome));
  }
  if (dimension.kind === "date") return dateAttributes(values[0] as string | null);
  const { index } = dimension.identity;
  const name = values[index];
  if (typeof name === "string") {
    const own = writtenName(parts[index]!, record, name);
    if (own !== name) written.note(values, own);
  }
  return values;
}

function cellOf({ position }: Part, record: CsvRecord): string {
  return position === null ? "" : (record[position] ?? "");
}

/** Return a member's name as the row has it. @param name in NFC */
function writtenName(part: Part, record: CsvRecord, name: string): string {
  const cell = cellOf(part, record);
  if (!isBlank(cell) && composeText(cell) === cell) return name;
  const outcome = part.castWritten(cell);
  return typeof outcome === "string" ? outcome : name;
}

/** Convert a decimal to a double: attributes store numbers as doubles. */
function plainValue(converted: Converted): Value {
  return typeof converted === "object" && converted !== null ? decimalNumber(converted) : converted;
}

/** Cache entry of a combination of cells that is not a valid member. */
const BAD = Symbol("bad");

function remembered(cells: readonly number[], limit: number, cast: MemberCaster): MemberCaster {
  const memo = new Memo<readonly Value[] | typeof BAD>(limit);
  // Sources are often sorted, so the previous row often has the same cells.
  let lastKey: string | null = null;
  let last: readonly Value[] | null = null;
  return (record) => {
    const key = keyOf(record, cells);
    if (key === lastKey) return last;
    let member = memo.get(key);
    if (member === undefined) {
      member = cast(record) ?? BAD;
      memo.set(key, member);
    }
    lastKey = key;
    last = member === BAD ? null : member;
    return last;
  };
}

/** Join cells into one unambiguous key: the text so far is prefixed with its length before each further cell. */
function keyOf(record: CsvRecord, cells: readonly number[]): string {
  let key = record[cells[0]!] ?? "";
  for (let at = 1; at < cells.length; at++) key = `${key.length}:${key}${record[cells[at]!] ?? ""}`;
  return key;
}
