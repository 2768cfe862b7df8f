import type { Bounds } from "../../../core/engine/bounds.js";
import type { Reader } from "../../../core/engine/engine.js";
import type { AnswerTrace } from "../../../core/engine/explain.js";
import type { Dataset } from "../../../store/dataset.js";
import type { BoundFigures } from "../../../core/query/aggregate/figures.js";
import type { Key } from "../../../core/query/aggregate/query.js";
import type { ChunkedBody, WrittenBody } from "../../answer.js";
import { type AdjustedResult, type Adjustment } from "../adjust/adjustment.js";
import { type OtherSide, readAdjusted, type ReadCells } from "./compute-adjusted.js";
import type { Sheet } from "../formats/workbook.js";
import { planFigureNotes } from "./figure-notes.js";
import { writeFiguresArrow, writeFiguresCsv, writeFiguresSheet } from "./write-figure-tables.js";
import { writeFiguresJson, writeFiguresNdjson } from "./write-figures.js";
import { type AggregateRemarks } from "./write-json.js";

/** Formats of an aggregation beside JSON, and what a body has in each. */
export const SUM_BODIES = {
  csv: "A header and a record for each cell: the values of the drilldowns (columns `dimension.attribute`), the attributes of cuts, the parents, the figures, `num_entries`, then `@level` with `rollup`, `@others` with `top`, and `@notes` if there are any: ids, joined by pipes.",
  ndjson: "A line for each cell, as in `drilldown` of the JSON.",
  arrow:
    "An Arrow IPC stream with the columns of the CSV: text as Utf8, numbers and sums as Float64 (the same doubles as in JSON), `num_entries` as Int64, and a List if a cut has several values. The schema's metadata has `summary`, the same as in JSON.",
  xlsx: "A workbook: the sheet `Data` has the columns of the CSV, with amounts as numbers, or as text if they have more than 15 digits; `About` has the address, the source, the licence and the notes.",
} as const;

export type SumFormat = "json" | keyof typeof SUM_BODIES;

/** Writes what was computed. @param inWorkbook puts a sheet into a workbook; it is called with the rows of the sheet */
export type WriteCells = (
  result: AdjustedResult,
  remarks: AggregateRemarks,
  inWorkbook: (sheet: (numRows: number) => Sheet) => ChunkedBody,
) => WrittenBody | ChunkedBody;

/** Writers of an aggregation in each format. */
export interface CellWriters {
  /** Keys of sums that are made of the cells. */
  readonly sumsOf: readonly (readonly Key[])[];
  /** Read what is written. @param explain called with a trace of the answer */
  readonly read: (
    reader: Pick<Reader, "aggregate">,
    bounds: Bounds,
    explain?: (work: AnswerTrace) => void,
  ) => Promise<ReadCells>;
  /** The other side of a comparison; `null` without one. */
  readonly other: OtherSide | null;
  readonly bodies: Readonly<Record<SumFormat, WriteCells>>;
}

/** Compute figures from what the engine gives, and write them. */
export function figureCells(
  { model, engine }: Pick<Dataset, "model" | "engine">,
  bound: BoundFigures,
  origin: string,
  other: OtherSide | null,
  adjustment: Adjustment | null = null,
): CellWriters {
  return {
    other,
    sumsOf: listSums(bound),
    read: (...how) => readAdjusted({ bound, other, adjustment }, ...how),
    bodies: {
      json: (result, remarks) => ({
        write: writeFiguresJson(model, bound, result, origin, {
          ...remarks,
          notes: planFigureNotes(remarks.notes, result),
        }),
      }),
      csv: (result, { notes, levels }) => ({
        write: writeFiguresCsv(bound, result, planFigureNotes(notes, result), levels),
      }),
      ndjson: (result, { notes, levels }) => ({
        write: writeFiguresNdjson(model, bound, result, origin, planFigureNotes(notes, result), levels),
      }),
      arrow: (result, { notes, levels }) => ({
        chunks: writeFiguresArrow(model, bound, result, engine.amountForms, planFigureNotes(notes, result), levels),
      }),
      xlsx: (result, { notes, levels }, inWorkbook) =>
        inWorkbook((numRows) => writeFiguresSheet(bound, result, planFigureNotes(notes, result), levels, numRows)),
    },
  };
}

/** List the keys of the sums that shares, the others of `top` and the prefixes of `rollup` are made of. */
function listSums({ query, figures }: BoundFigures): readonly (readonly Key[])[] {
  const { terms, top, rollup } = figures;
  const within = [
    ...terms.flatMap(({ window }) => (window?.is === "share" ? [window.within] : [])),
    ...(top ? [top.within] : []),
  ];
  return [
    ...within.map((parts) =>
      parts.map(({ key, attribute }) => ({ ...query.keys[key]!, ...(attribute && { attribute }) })),
    ),
    ...(rollup && query.keys.length > 1 ? [query.keys.slice(0, 1)] : []),
  ];
}
