import type { AggregateResult } from "../../engine/engine.js";
import type { Value } from "../../model/values/value.js";
import type { BoundAggregate } from "../../query/aggregate/bind.js";
import type { TextOut, WrittenBody } from "../answer.js";
import { type CellPart, ENTRY_COUNTS, sumsOf, writeParts } from "./cell-parts.js";
import { cutValue, memberOf, planPlaces, readCellPlace } from "./cell-places.js";
import { csvCell, csvRecord, quoteCell } from "../formats/csv.js";

/** Write cells as CSV: drilldowns, flattened with dots, then cut attributes, then measures, then `num_entries`. */
export function writeCellsCsv(bound: BoundAggregate, result: AggregateResult): WrittenBody["write"] {
  return (out) => writeRecords(out, planColumns(bound), result);
}

interface Column {
  readonly header: string;
  readonly cell: CellPart;
}

async function* writeRecords(out: TextOut, columns: readonly Column[], result: AggregateResult): AsyncIterable<void> {
  out.write(csvRecord(columns.map(({ header }) => header)));
  const parts = columns.flatMap(({ cell }, at) => (at === 0 ? [cell] : [",", cell]));
  const writeRecord = writeParts([...parts, "\r\n"]);
  for await (const cells of result.cells) {
    for (let row = 0; row < cells.length; row++) {
      writeRecord(cells, row, out);
      if (out.isFull()) yield;
    }
  }
}

function planColumns(bound: BoundAggregate): readonly Column[] {
  const { query } = bound;
  const columns = planPlaces(bound).flatMap(({ key, within, source }): Column[] => {
    const header = within === null ? key : `${key}.${within}`;
    if (source.from === "cut") return [{ header, cell: writeValues(cutValue(source)) }];
    if (source.from === "value") {
      const read = readCellPlace(source);
      return [{ header, cell: { identify: read, write: (cells, row) => writeValues(read(cells, row)) } }];
    }
    return query.keys[source.key]!.dimension.attributes.map(({ name, index }) => ({
      header: `${key}.${name}`,
      cell: {
        identify: (cells, row) => memberOf(cells, source.key, row)?.id,
        write: (cells, row) => writeValues(memberOf(cells, source.key, row)?.values[index] ?? null),
      },
    }));
  });
  const measures = query.measures.map(({ name }, index): Column => ({ header: name, cell: sumsOf(index) }));
  return [...columns, ...measures, { header: "num_entries", cell: ENTRY_COUNTS }];
}

function writeValues(value: Value | readonly Value[]): string {
  return quoteCell(typeof value === "object" && value !== null ? value.map(csvCell).join("|") : csvCell(value));
}
