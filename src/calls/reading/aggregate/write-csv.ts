import { memberValue } from "../describe/describe-member.js";
import type { AggregateResult, Cells } from "../../../core/engine/engine.js";
import type { Value } from "../../../core/model/values/value.js";
import type { BoundAggregate } from "../../../core/query/aggregate/bind.js";
import type { TextOut, WrittenBody } from "../../answer.js";
import { type CellPart, ENTRY_COUNTS, notesOf, sumsOf, writeParts } from "./cell-parts.js";
import { cutValue, type KeyedCells, planPlaces, readCellPlace } from "./cell-places.js";
import type { FilledLevel } from "../../../core/engine/parent-maps.js";
import type { PlannedNotes } from "./notes.js";
import { csvCell, csvRecord, quoteCell } from "../formats/csv.js";

/**
 * Write cells as CSV: drilldowns, flattened with dots, then cut attributes, then parents, then measures, then `num_entries`, then
 * `@notes` if there are any: the ids of a cell's notes, joined by pipes.
 */
export function writeCellsCsv(
  bound: BoundAggregate,
  result: AggregateResult,
  notes: PlannedNotes | null = null,
  levels: readonly FilledLevel[] = [],
): WrittenBody["write"] {
  return (out) => writeRecords(out, planColumns(bound, notes, levels), result.cells);
}

/** A column of CSV. */
export interface CsvColumn<C = Cells> {
  readonly header: string;
  readonly cell: CellPart<C>;
}

/** Write a header, and a record for each cell. */
export async function* writeRecords<C extends Pick<Cells, "length">>(
  out: TextOut,
  columns: readonly CsvColumn<C>[],
  batches: AsyncIterable<C>,
): AsyncIterable<void> {
  out.write(csvRecord(columns.map(({ header }) => header)));
  const parts = columns.flatMap(({ cell }, at) => (at === 0 ? [cell] : [",", cell]));
  const writeRecord = writeParts([...parts, "\r\n"]);
  for await (const cells of batches) {
    for (let row = 0; row < cells.length; row++) {
      writeRecord(cells, row, out);
      if (out.isFull()) yield;
    }
  }
}

/** Plan the columns of cells. @param writeValue writes a value as a cell */
export function planColumns(
  bound: BoundAggregate,
  notes: PlannedNotes | null,
  levels: readonly FilledLevel[],
  writeValue: ValueWriter = writeValues,
): readonly CsvColumn[] {
  const measures = bound.query.measures.map(({ name }, index): CsvColumn => ({ header: name, cell: sumsOf(index) }));
  const ids = notesOf(notes, (each) => writeValue(each.join("|")));
  return [
    ...planCsvKeys(bound, levels, writeValue),
    ...measures,
    { header: "num_entries", cell: ENTRY_COUNTS },
    ...(ids ? [{ header: "@notes", cell: ids }] : []),
  ];
}

/** Writes a value, or several of a cut, as the text of a cell. */
export type ValueWriter = (value: Value | readonly Value[]) => string;

/** Plan the columns of drilldowns, cuts and parents. */
export function planCsvKeys(
  bound: BoundAggregate,
  levels: readonly FilledLevel[],
  writeValue: ValueWriter = writeValues,
): readonly CsvColumn<KeyedCells>[] {
  return planPlaces(bound, levels).flatMap(({ key, within, source }): CsvColumn<KeyedCells>[] => {
    const header = within === null ? key : `${key}.${within}`;
    if (source.from === "cut") return [{ header, cell: writeValue(cutValue(source)) }];
    if (source.from === "value") {
      const read = readCellPlace(source);
      return [{ header, cell: { identify: read, write: (cells, row) => writeValue(read(cells, row)) } }];
    }
    const { dimension, read } = source;
    return dimension.attributes.map((attribute) => ({
      header: `${key}.${attribute.name}`,
      cell: {
        identify: (cells, row) => read(cells, row)?.id,
        write: (cells, row) => writeValue(memberValue(dimension, attribute, read(cells, row))),
      },
    }));
  });
}

/** Write values for CSV, without formulas. */
export function writeValues(value: Value | readonly Value[]): string {
  return quoteCell(typeof value === "object" && value !== null ? value.map(csvCell).join("|") : csvCell(value));
}
