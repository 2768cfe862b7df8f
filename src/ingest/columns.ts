import { BadSource } from "../errors/errors.js";
import type { Model, Source } from "../model/cube.js";
import { didYouMean } from "../model/nearest.js";
import type { Header } from "./header.js";

/** Position in a row of every column that the model reads. */
export type ColumnPositions = ReadonlyMap<string, number>;

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

/**
 * Find the model's columns in a header. Columns that the model does not read may have any name, or none.
 * @throws BadSource with every column that is not there exactly once
 */
export function bindColumns(model: Model, header: Header): ColumnPositions {
  const positions = new Map<string, number>();
  const faults: string[] = [];
  for (const column of mappedColumns(model)) {
    const first = header.cells.indexOf(column);
    const last = header.cells.lastIndexOf(column);
    if (first < 0) faults.push(missing(column, model, header));
    else if (first < last) faults.push(`The column "${column}" is in the header more than once; rename all but one`);
    else positions.set(column, first);
  }
  if (faults.length > 0) throw new BadSource(faults);
  return positions;
}

function missing(column: string, model: Model, header: Header): string {
  const user = namedSources(model).find(({ source }) => source.column === column)!;
  const hint = didYouMean(column, header.cells) || `; the header has ${listed(header.cells)}`;
  return `The header has no column "${column}", which "${user.name}" is read from${hint}`;
}

/** A header may have thousands of cells. */
const MAX_LISTED = 30;

function listed(cells: readonly string[]): string {
  const shown = cells.slice(0, MAX_LISTED).map((cell) => JSON.stringify(cell.slice(0, 100)));
  return cells.length > MAX_LISTED ? `${shown.join(", ")} and ${cells.length - MAX_LISTED} more` : shown.join(", ");
}
