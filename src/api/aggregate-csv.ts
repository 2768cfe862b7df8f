import type { AggregateResult, Cells, Member } from "../engine/engine.js";
import type { Value } from "../model/cube.js";
import type { BoundAggregate } from "../query/bind.js";
import type { Chunks } from "./answer.js";
import { planPlaces, readPlace } from "./cell-places.js";
import { csvCell, csvRecord, plainNumber } from "./csv.js";
import { gatherChunks } from "./json.js";

/** The cells as CSV: drilldowns, flattened with dots, then cut attributes, then measures, then `num_entries`. */
export function writeCellsCsv(bound: BoundAggregate, result: AggregateResult): Chunks {
  return gatherChunks(writeRecords(bound, result));
}

interface Column {
  readonly header: string;
  readonly cell: (row: number) => string;
}

function* writeRecords(bound: BoundAggregate, { cells }: AggregateResult): Iterable<string> {
  const columns = planColumns(bound, cells);
  yield csvRecord(columns.map(({ header }) => header));
  for (let row = 0; row < cells.length; row++) yield csvRecord(columns.map(({ cell }) => cell(row)));
}

function planColumns(bound: BoundAggregate, cells: Cells): readonly Column[] {
  const { query } = bound;
  const columns = planPlaces(bound).flatMap(({ key, within, source }): Column[] => {
    const header = within === null ? key : `${key}.${within}`;
    if (source.from !== "member") {
      const read = readPlace(cells, source);
      return [{ header, cell: (row) => writeValues(read(row)) }];
    }
    const members = cells.keys[source.key] as readonly (Member | null)[];
    return query.keys[source.key]!.dimension.attributes.map(({ name, index }) => ({
      header: `${key}.${name}`,
      cell: (row) => csvCell(members[row]?.values[index] ?? null),
    }));
  });
  const measures = query.measures.map(({ name }, index) => ({
    header: name,
    cell: (row: number) => plainNumber(cells.sums[index]![row]!),
  }));
  return [...columns, ...measures, { header: "num_entries", cell: (row) => String(cells.numEntries[row]!) }];
}

function writeValues(value: Value | readonly Value[]): string {
  return typeof value === "object" && value !== null ? value.map(csvCell).join("|") : csvCell(value);
}
