import { phraseText } from "../../../core/errors/phrase-text.js";
import { errorText } from "../../../core/errors/error-text.js";
import { BadSource } from "../../../core/errors/errors.js";
import type { Model, Source } from "../../../core/model/cube.js";
import { didYouMean } from "../../../core/model/nearest.js";
import { FILE_DATE } from "../../../core/model/generated-columns.js";
import { DATE_READINGS, readInWays } from "../../../core/model/values/date-readings.js";
import { parseIsoDate } from "../../../core/model/values/dates.js";
import { strptime } from "../../../core/model/values/strptime.js";
import { composeText } from "../../../core/model/values/unicode-form.js";
import type { Header } from "./header.js";
import type { ValueColumns } from "./clean-cells.js";
import { type Mending, planMending } from "./mend-record.js";
import { addedColumns } from "../../../core/model/table-rules.js";
import { changesRows, columnsOfRules, planTidy, type Tidy } from "./tidy.js";
import { derivedColumns, type MakeCell, type MakeCells, planDerivedCells } from "./derived-columns.js";

/** Position in a row of each column that the model reads. */
export type ColumnPositions = ReadonlyMap<string, number>;

/** Positions of the model's columns in the rows of a file. */
export interface BoundColumns {
  /** Positions in a row with its derived cells, which follow the file's own. */
  readonly positions: ColumnPositions;
  /** Header of the file. */
  readonly header: readonly string[];
  /** Adds the derived cells; `null` if there are none. */
  readonly make: MakeCells | null;
  /** For each derived cell the positions of those that it is made of; `null` if it is made of the number of the row. */
  readonly derivedFrom: readonly (readonly number[] | null)[];
  /** Makes the rows from the records of the file; `null` if each record is a row. */
  readonly tidy: Tidy | null;
  /** How records are read that do not fit the header. */
  readonly mending: Mending;
}

/** A source of values, and the attribute's name in error messages. */
export interface NamedSource {
  readonly name: string;
  readonly source: Source;
}

/** List every source of the model, in mapping order. */
export function namedSources(model: Model): readonly NamedSource[] {
  return model.fields.flatMap((field) => {
    if (field.kind === "measure") return [{ name: field.name, source: field.source }];
    return field.attributes.flatMap(({ name, source }) => {
      if (source === null) return [];
      return [{ name: field.kind === "compound" ? `${field.name}.${name}` : field.name, source }];
    });
  });
}

/** Return the headers of the columns that the model reads. */
export function mappedColumns(model: Model): ReadonlySet<string> {
  return new Set(namedSources(model).flatMap(({ source }) => source.column ?? []));
}

/** Return the headers of the columns that the model needs in the file. */
export function fileColumns(model: Model): ReadonlySet<string> {
  const columns = needed(model, derivationsOf(model, []));
  if (model.table === null) return columns;
  const { unpivot, currency } = model.table;
  const added = new Set<string | undefined>([...(unpivot ? addedColumns(unpivot) : []), currency?.to]);
  const own = [...columns].filter((column) => !added.has(column));
  return new Set([...own, ...columnsOfRules(model.table)]);
}

/** Return the columns of numbers and of dates. */
function valueColumns(model: Model): ValueColumns {
  const of = (wanted: string): ReadonlySet<string> =>
    new Set(namedSources(model).flatMap(({ source }) => (source.datatype === wanted ? (source.column ?? []) : [])));
  const formats = new Map(
    namedSources(model).flatMap(({ source: { datatype, column, format } }) =>
      datatype === "date" && column !== null ? [[column, format] as const] : [],
    ),
  );
  const numbers = of("float");
  const fits = (column: string, cell: string): boolean => {
    const format = formats.get(column);
    return format === undefined ? numbers.has(column) || !ENDS_IN_AMOUNT.test(cell) : isDate(cell.trim(), format);
  };
  return { numbers, dates: of("date"), fits };
}

/** A text that ends in a number with decimals, as where the delimiter before an amount is missing. */
const ENDS_IN_AMOUNT = /(?:^|\s)[-+(]?\p{Sc}?\d[\d.,'’]*[.,]\d{1,2}\)?\s*$/u;

function isDate(cell: string, format: string | null): boolean {
  if (typeof parseIsoDate(cell) === "string") return true;
  return format === null ? readInWays(cell, DATE_READINGS).size > 0 : typeof strptime(cell, format) === "string";
}

function needed(model: Model, derived: ReturnType<typeof derivedColumns>): ReadonlySet<string> {
  return new Set([...mappedColumns(model)].flatMap((column) => derived.get(column)?.from ?? [column]));
}

function derivationsOf(model: Model, cells: readonly string[]): ReturnType<typeof derivedColumns> {
  return derivedColumns(
    model.layout,
    [...mappedColumns(model)].filter((column) => !cells.includes(column)),
  );
}

/**
 * Find the model's columns, or the columns they are derived from, in a header. Columns that the model does not read
 * may have any name, or none.
 * @throws BadSource with every column that the header does not have exactly once
 */
export function bindColumns(model: Model, header: Pick<Header, "cells"> & Partial<Header>): BoundColumns {
  const planned = model.table && planTidy(model.table, header.cells, valueColumns(model));
  const tidy = model.table && changesRows(model.table) ? planned : null;
  const cells = tidy ? tidy.cells : header.cells;
  const derived = derivationsOf(model, cells);
  const found = new Map<string, number>();
  const errors: string[] = [];
  const composed = cells.map(composeText);
  // Column names in packages are case-insensitive.
  const lower = model.layout === null ? [] : composed.map((cell) => cell.toLowerCase());
  for (const column of needed(model, derived)) {
    const own = composeText(column);
    const inAnyForm = composed.includes(own) ? ([composed, own] as const) : ([lower, own.toLowerCase()] as const);
    const [among, name] = cells.includes(column) ? ([cells, column] as const) : inAnyForm;
    const first = among.indexOf(name);
    const last = among.lastIndexOf(name);
    if (first < 0) errors.push(missing(column, model, cells));
    else if (first < last) errors.push(errorText("header_column_repeated", { column }));
    else found.set(column, first);
  }
  const row = model.table?.headerRow ?? null;
  if (errors.length > 0 && row !== null) errors.push(otherRow(row, cells));
  if (errors.length > 0) throw new BadSource(isUnsplit(model, cells) ? [describeUnsplit(model, cells[0]!)] : errors);

  const positions = new Map<string, number>();
  const makers: MakeCell[] = [];
  const derivedFrom: (readonly number[] | null)[] = [];
  for (const column of mappedColumns(model)) {
    const derivation = derived.get(column);
    if (!derivation) {
      positions.set(column, found.get(column)!);
      continue;
    }
    const from = derivation.from.map((each) => found.get(each)!);
    if (derivation.make === null) {
      positions.set(column, from[0]!);
      continue;
    }
    positions.set(column, cells.length + makers.push(derivation.make(from)) - 1);
    derivedFrom.push(derivation.isOfRow ? null : from);
  }
  const empty = textsForEmpty(model);
  const make = makers.length > 0 || empty.length > 0 ? planDerivedCells(makers, cells.length, empty) : null;
  return { positions, header: cells, make, derivedFrom, tidy, mending: planMending(header) };
}

/**
 * Return the texts that stand for an empty cell in every column. An empty cell is one already: packages often name it as
 * well, which must not slow down the reading.
 */
export function textsForEmpty({ layout }: Model): readonly string[] {
  return (layout?.missing ?? []).filter((text) => text !== "");
}

function missing(column: string, model: Model, cells: readonly string[]): string {
  const derived = derivationsOf(model, cells);
  const isRead = (name: string | null): boolean =>
    name === column || (derived.get(name ?? "")?.from.includes(column) ?? false);
  const user = namedSources(model).find(({ source }) => isRead(source.column))!;
  if (cells.includes(`${column} 1`) && cells.includes(`${column} 2`)) {
    return errorText("column_in_header_twice", { column, name: `${column} 1`, name_b: `${column} 2` });
  }
  const remedy = hintAt(column) || didYouMean(column, cells) || phraseText("header_has", { known: listed(cells) });
  return errorText("header_without_column", { column, name: user.name, remedy });
}

/** Return what to do about columns that come from elsewhere than the file. */
function hintAt(column: string): string {
  if (column === FILE_DATE) {
    return phraseText("no_date_of_all_rows");
  }
  return PACKAGED.has(column) ? phraseText("from_a_package") : "";
}

/** Columns that only the layout of a data package gives. */
const PACKAGED = new Set(["(row)", "(resource)", "(value)", "(fiscal year)"]);

/** Describe a header that no known delimiter splits, and name the one that stands between the names of its columns. */
function describeUnsplit(model: Model, header: string): string {
  const [first] = [...fileColumns(model)]
    .filter((column) => header.includes(column))
    .toSorted((a, b) => header.indexOf(a) - header.indexOf(b));
  const after = header.slice(header.indexOf(first!) + first!.length);
  const between = Array.from(after).find((character) => !/[\p{L}\p{N}"']/u.test(character));
  const others = between === undefined ? "" : phraseText("file_seems_to_have", { character: JSON.stringify(between) });
  return errorText("header_of_one_cell", { heading: listed([header]), others });
}

function otherRow(row: number, cells: readonly string[]): string {
  return (
    `The model says that row ${row} names the columns, and there this file has ${listed(cells)}; if its header is on another ` +
    `row than that of the files before, change "header_row" in "table" of the model's dataset`
  );
}

/** True if the header is one cell that holds the names of several columns. */
function isUnsplit(model: Model, cells: readonly string[]): boolean {
  const [only] = cells;
  if (cells.length !== 1 || (model.layout?.delimiter ?? null) !== null) return false;
  return [...fileColumns(model)].filter((column) => only!.includes(column)).length > 1;
}

/** Maximum number of headings in a message; a header may have thousands. */
const MAX_LISTED = 30;

function listed(cells: readonly string[]): string {
  const shown = cells.slice(0, MAX_LISTED).map((cell) => JSON.stringify(cell.slice(0, 100)));
  return cells.length > MAX_LISTED ? `${shown.join(", ")} and ${cells.length - MAX_LISTED} more` : shown.join(", ");
}
