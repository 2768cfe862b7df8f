import type { Bounds } from "../../../core/engine/bounds.js";
import type { AggregateResult, Reader } from "../../../core/engine/engine.js";
import type { AnswerTrace } from "../../../core/engine/explain.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Model } from "../../../core/model/cube.js";
import type { BoundAggregate } from "../../../core/query/aggregate/bind.js";
import type { BoundFigures } from "../../../core/query/aggregate/figures.js";
import type { Key } from "../../../core/query/aggregate/query.js";
import type { ChunkedBody, WrittenBody } from "../../answer.js";
import { valueCell } from "../formats/sheet-cells.js";
import { type AdjustedResult, type Adjustment } from "../adjust/adjustment.js";
import { type OtherSide, readAdjusted, type ReadCells } from "./compute-adjusted.js";
import type { Sheet } from "../formats/workbook.js";
import { cellsSheet } from "./write-sheet.js";
import { planFigureNotes } from "./figure-notes.js";
import { writeCellsArrow } from "./write-arrow.js";
import { planColumns, writeCellsCsv } from "./write-csv.js";
import { writeFiguresArrow, writeFiguresCsv, writeFiguresSheet } from "./write-figure-tables.js";
import { writeFiguresJson, writeFiguresNdjson } from "./write-figures.js";
import { type AggregateRemarks, writeCellsJson, writeCellsNdjson } from "./write-json.js";

/** Writers of an aggregation in each format. @typeParam R computed from the result of the engine */
export interface CellWriters<R> {
  /** Keys of sums that are made of the cells. */
  readonly sumsOf: readonly (readonly Key[])[];
  /** Read what is written. @param explain called with a trace of the answer */
  readonly read: (
    reader: Pick<Reader, "aggregate">,
    bounds: Bounds,
    explain?: (work: AnswerTrace) => void,
  ) => Promise<ReadCells<R>>;
  /** The other side of a comparison; `null` without one. */
  readonly other: OtherSide | null;
  readonly json: (result: R, remarks: AggregateRemarks) => WrittenBody;
  readonly csv: (result: R, remarks: AggregateRemarks) => WrittenBody;
  readonly ndjson: (result: R, remarks: AggregateRemarks) => WrittenBody;
  readonly arrow: (result: R, remarks: AggregateRemarks) => ChunkedBody;
  readonly sheet: (result: R, remarks: AggregateRemarks, numRows: number) => Sheet;
}

/** Write the sums of measures, as the engine gives them. */
export function plainCells(
  { model, engine }: Pick<Dataset, "model" | "engine">,
  bound: BoundAggregate,
  origin: string,
): CellWriters<AggregateResult> {
  return {
    sumsOf: [],
    other: null,
    async read(reader, _, explain) {
      const result = await reader.aggregate(bound.query, explain);
      return { result, compute: () => Promise.resolve({ result, numCells: result.numCells, stages: [] }) };
    },
    json: (result, remarks) => ({ write: writeCellsJson(model, bound, result, origin, remarks) }),
    csv: (result, { notes, levels }) => ({ write: writeCellsCsv(bound, result, notes, levels) }),
    ndjson: (result, { notes, levels }) => ({ write: writeCellsNdjson(model, bound, result, origin, notes, levels) }),
    arrow: (result, { notes, levels }) => ({
      chunks: writeCellsArrow(model, bound, result, engine.amountForms, notes, levels),
    }),
    sheet: (result, { notes, levels }, numRows) =>
      cellsSheet(planColumns(bound, notes, levels, valueCell), result.cells, numRows),
  };
}

/** Compute figures from what the engine gives, and write them. */
export function figureCells(
  model: Model,
  bound: BoundFigures,
  origin: string,
  other: OtherSide | null,
  adjustment: Adjustment | null = null,
): CellWriters<AdjustedResult> {
  return {
    other,
    sumsOf: listSums(bound),
    read: (...how) => readAdjusted({ bound, other, adjustment }, ...how),
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
      chunks: writeFiguresArrow(model, bound, result, planFigureNotes(notes, result), levels),
    }),
    sheet: (result, { notes, levels }, numRows) =>
      writeFiguresSheet(bound, result, planFigureNotes(notes, result), levels, numRows),
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
