import { BadSource } from "../../errors/errors.js";
import type { Model, Source } from "../../model/cube.js";
import { didYouMean } from "../../model/nearest.js";
import type { Header } from "./header.js";
import { type MakeCell, type MakeCells, madeColumns, planDerivedCells } from "./derived-columns.js";

/** Position in a row of every column that the model reads. */
export type ColumnPositions = ReadonlyMap<string, number>;

/** Where the cells of the model's columns are. */
export interface BoundColumns {
  /** In a row with its made cells: those are behind the file's own. */
  readonly positions: ColumnPositions;
  /** Of the file. */
  readonly header: readonly string[];
  /** `null` where every column is one of the file. */
  readonly make: MakeCells | null;
}

/** A source of values and the name under which its errors are reported. */
export interface NamedSource {
  readonly name: string;
  readonly source: Source;
}

/** Every source of the model, in mapping order. */
export function namedSources(model: Model): readonly NamedSource[] {
  return model.fields.flatMap((field) => {
    if (field.kind === "measure") return [{ name: field.name, source: field.source }];
    return field.attributes.flatMap(({ name, source }) => {
      if (source === null) return [];
      return [{ name: field.kind === "compound" ? `${field.name}.${name}` : field.name, source }];
    });
  });
}

/** Headers of the columns that the model reads. */
export function mappedColumns(model: Model): ReadonlySet<string> {
  return new Set(namedSources(model).flatMap(({ source }) => source.column ?? []));
}

/** Headers of the columns that the file must have for the model to be read. */
export function fileColumns(model: Model): ReadonlySet<string> {
  const made = madeColumns(model.layout);
  return new Set([...mappedColumns(model)].flatMap((column) => made.get(column)?.from ?? [column]));
}

/**
 * Find the model's columns in a header, or what they are made of. Columns that the model does not read may have any
 * name, or none.
 * @throws BadSource with every column that is not there exactly once
 */
export function bindColumns(model: Model, { cells }: Header): BoundColumns {
  const made = madeColumns(model.layout);
  const found = new Map<string, number>();
  const errors: string[] = [];
  // Packages name columns without regard to letter case.
  const lower = model.layout === null ? [] : cells.map((cell) => cell.toLowerCase());
  for (const column of fileColumns(model)) {
    const [among, name] = cells.includes(column) ? [cells, column] : [lower, column.toLowerCase()];
    const first = among.indexOf(name);
    const last = among.lastIndexOf(name);
    if (first < 0) errors.push(missing(column, model, cells));
    else if (first < last) errors.push(`The column "${column}" is in the header more than once; rename all but one`);
    else found.set(column, first);
  }
  if (errors.length > 0) throw new BadSource(errors);

  const positions = new Map<string, number>();
  const makers: MakeCell[] = [];
  for (const column of mappedColumns(model)) {
    const how = made.get(column);
    if (!how) positions.set(column, found.get(column)!);
    else if (how.make === null) positions.set(column, found.get(how.from[0]!)!);
    else positions.set(column, cells.length + makers.push(how.make(how.from.map((each) => found.get(each)!))) - 1);
  }
  const empty = model.layout?.missing ?? [];
  const make = makers.length > 0 || empty.length > 0 ? planDerivedCells(makers, cells.length, empty) : null;
  return { positions, header: cells, make };
}

function missing(column: string, model: Model, cells: readonly string[]): string {
  const made = madeColumns(model.layout);
  const isRead = (name: string | null): boolean =>
    name === column || (made.get(name ?? "")?.from.includes(column) ?? false);
  const user = namedSources(model).find(({ source }) => isRead(source.column))!;
  const hint = didYouMean(column, cells) || `; the header has ${listed(cells)}`;
  return `The header has no column "${column}", which "${user.name}" is read from${hint}`;
}

/** A header may have thousands of cells. */
const MAX_LISTED = 30;

function listed(cells: readonly string[]): string {
  const shown = cells.slice(0, MAX_LISTED).map((cell) => JSON.stringify(cell.slice(0, 100)));
  return cells.length > MAX_LISTED ? `${shown.join(", ")} and ${cells.length - MAX_LISTED} more` : shown.join(", ");
}
