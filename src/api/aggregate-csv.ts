import type { AggregateResult, Cells } from "../engine/engine.js";
import type { Value } from "../model/cube.js";
import type { BoundAggregate } from "../query/bind.js";
import type { Chunks } from "./answer.js";
import { memberOf, planPlaces, readPlace } from "./cell-places.js";
import { csvCell, csvRecord, plainNumber } from "./csv.js";
import { gatherChunks } from "./json.js";

/** The cells as CSV: drilldowns, flattened with dots, then cut attributes, then measures, then `num_entries`. */
export function writeCellsCsv(bound: BoundAggregate, result: AggregateResult): Chunks {
  return gatherChunks(writeRecords(bound, result));
}

interface Column {
  readonly header: string;
  readonly cell: (cells: Cells, row: number) => string;
}

function* writeRecords(bound: BoundAggregate, result: AggregateResult): Iterable<string> {
  const columns = planColumns(bound);
  yield csvRecord(columns.map(({ header }) => header));
  for (const cells of result.cells) {
    for (let row = 0; row < cells.length; row++) yield csvRecord(columns.map(({ cell }) => cell(cells, row)));
  }
}

function planColumns(bound: BoundAggregate): readonly Column[] {
  const { query } = bound;
  const columns = planPlaces(bound).flatMap(({ key, within, source }): Column[] => {
    const header = within === null ? key : `${key}.${within}`;
    if (source.from !== "member") {
      const read = readPlace(source);
      return [{ header, cell: (cells, row) => writeValues(read(cells, row)) }];
    }
    return query.keys[source.key]!.dimension.attributes.map(({ name, index }) => ({
      header: `${key}.${name}`,
      cell: (cells, row) => csvCell(memberOf(cells, source.key, row)?.values[index] ?? null),
    }));
  });
  const measures = query.measures.map(({ name }, index): Column => ({
    header: name,
    cell: ({ sums }, row) => plainNumber(sums[index]![row]!),
  }));
  return [...columns, ...measures, { header: "num_entries", cell: ({ numEntries }, row) => String(numEntries[row]!) }];
}

function writeValues(value: Value | readonly Value[]): string {
  return typeof value === "object" && value !== null ? value.map(csvCell).join("|") : csvCell(value);
}
