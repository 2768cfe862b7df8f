import type { Attribute, Dimension, Model, Note, NoteCut } from "../../../core/model/cube.js";
import { planDatePart } from "../../../core/model/values/date-parts.js";
import type { Value } from "../../../core/model/values/value.js";
import type { BoundAggregate } from "../../../core/query/aggregate/bind.js";
import { type KeyedCells, memberOf } from "./cell-places.js";
import { excludesNote } from "./excludes-note.js";

/** The notes of an aggregation. */
export interface PlannedNotes {
  /** Notes that no filter excludes: those of the summary. A note of a cell is one of them. At least one. */
  readonly all: readonly Note[];
  /** Return the ids of the notes that belong to a cell, in their order. */
  readonly idsOf: (cells: KeyedCells, row: number) => readonly number[];
}

/**
 * Plan which notes belong to an aggregation and to each of its cells. A note belongs to a cell if each of its clauses
 * names a value that the cell has by a drilldown or a cut; a day has the values of its month and year.
 * @returns `null` if none belongs to it
 */
export function planNotes({ notes, dimensions }: Model, bound: BoundAggregate): PlannedNotes | null {
  const all = notes.filter((note) => !excludesNote(bound.query.filters, dimensions, note));
  if (all.length === 0) return null;
  const tested = all.flatMap(({ id, on }) => {
    const tests = on.map((cut) => planTest(cut, bound));
    return tests.every((test) => test !== null) ? [{ id, tests }] : [];
  });
  return {
    all,
    idsOf: (cells, row) => tested.flatMap(({ id, tests }) => (tests.every((test) => test(cells, row)) ? [id] : [])),
  };
}

/**
 * Add the notes of series by which amounts are adjusted: they are of the whole, after those of the dataset.
 * @param length number of the notes of the dataset
 */
export function withSeriesNotes(
  notes: PlannedNotes | null,
  length: number,
  series: readonly { readonly model: Model }[],
): PlannedNotes | null {
  const others = series.flatMap(({ model }) =>
    model.notes.map((note) => ({ ...note, text: `${model.dataset.label}: ${note.text}` })),
  );
  if (others.length === 0) return notes;
  const all = [...(notes?.all ?? []), ...others.map((note, at) => ({ ...note, id: length + at }))];
  return { all, idsOf: notes ? notes.idsOf : () => [] };
}

/** True if a cell has a value that a note's cut names. */
type CellTest = (cells: KeyedCells, row: number) => boolean;

/** Plan how to test cells; `null` if they have no value of the attribute. */
function planTest(note: NoteCut, { query, cuts }: BoundAggregate): CellTest | null {
  const names = (value: Value): boolean => value !== null && note.values.includes(value);
  const reads = query.keys.flatMap(({ dimension, attribute }, key) => {
    const read = planKey(dimension, attribute, note, key);
    return read ? [read] : [];
  });
  const named = namedByCut(note, cuts, names);
  if (reads.length === 0) return named === null ? null : () => named;
  // The month of a date may be unknown where its year is not.
  return (cells, row) => {
    const values = reads.map((read) => read(cells, row));
    return values.some(names) || (named === true && values.every((value) => value === null));
  };
}

/** Return true if the first cut that tells of a note's attribute names one of its values; `null` if none tells. */
function namedByCut(note: NoteCut, cuts: BoundAggregate["cuts"], names: (value: Value) => boolean): boolean | null {
  for (const { dimension, attribute, values } of cuts) {
    const read = dimension.name === note.dimension ? planValue(dimension, attribute, note) : null;
    if (read) return values.some((value) => names(read(value)));
  }
  return null;
}

/** Plan how to read the attribute of a note's cut from a key; `null` if the key does not determine it. */
function planKey(
  dimension: Dimension,
  attribute: Attribute | null,
  note: NoteCut,
  key: number,
): ((cells: KeyedCells, row: number) => Value) | null {
  if (dimension.name !== note.dimension) return null;
  if (attribute === null) {
    const at = dimension.attributes.findIndex(({ name }) => name === note.attribute);
    return (cells, row) => memberOf(cells, key, row)?.values[at] ?? null;
  }
  const read = planValue(dimension, attribute, note);
  return read && ((cells, row) => read(cells.keys[key]![row] as Value));
}

/** Plan how to read the attribute of a note's cut from another one of its dimension. */
function planValue({ calendar }: Dimension, { name }: Attribute, note: NoteCut): ((value: Value) => Value) | null {
  if (name === note.attribute) return (value) => value;
  // Dates that are only years have no months.
  if (calendar?.precision === "year" && note.attribute !== "year") return null;
  return planDatePart(note.attribute, name);
}
