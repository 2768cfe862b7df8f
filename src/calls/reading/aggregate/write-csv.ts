import { memberValue } from "../describe/describe-member.js";
import type { Cells } from "../../../core/engine/engine.js";
import type { Value } from "../../../core/model/values/value.js";
import type { BoundAggregate } from "../../../core/query/aggregate/bind.js";
import type { TextOut } from "../../answer.js";
import { type CellPart, writeParts } from "./cell-parts.js";
import { cutValue, type KeyedCells, planPlaces, readCellPlace } from "./cell-places.js";
import type { FilledLevel } from "../../../core/engine/parent-maps.js";
import { csvCell, csvRecord, quoteCell } from "../formats/csv.js";

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
