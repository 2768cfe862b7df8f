import type { AggregateResult, Cells } from "../../core/engine/engine.js";
import { decimalText } from "../../core/model/values/decimal.js";
import type { AggregateQuery } from "../../core/query/aggregate/query.js";
import type { CellAggregate } from "../../core/query/babbage/aggregates.js";
import type { BoundCells, CellColumn } from "../../core/query/babbage/bind-cells.js";
import type { BoundMembers } from "../../core/query/babbage/bind-members.js";
import type { TextOut } from "../../calls/answer.js";
import {
  type CellField,
  type CellWriter,
  ENTRY_COUNTS,
  objectOf,
  sumsOf,
  writeParts,
} from "../../calls/reading/aggregate/cell-parts.js";
import { planValue, readCellPlace } from "../../calls/reading/aggregate/cell-places.js";
import { type CsvColumn, writeRecords, writeValues } from "../../calls/reading/aggregate/write-csv.js";
import { writeItems } from "../../calls/reading/aggregate/write-json.js";
import { jsonObject } from "../../calls/reading/formats/json.js";
import { writeAdjustments } from "../../calls/reading/adjust/write-adjustments.js";
import { type AdjustedCells, writeAdjustedFigure } from "../../calls/reading/adjust/adjust-cells.js";
import { writeEnd, writeReferences, writeStart } from "./write-listing.js";

/** Write an aggregation: `{"status": "ok", "total_cell_count": …, "summary": {…}, "cells": [ … ]}`. */
export async function* writeCubeCells(
  out: TextOut,
  bound: BoundCells,
  result: AggregateResult,
  warnings: readonly string[],
): AsyncIterable<void> {
  const { query, columns, aggregates } = bound;
  out.write(
    writeStart(
      [
        ["total_cell_count", String(result.numCells)],
        ["summary", writeTotals(bound, result)],
        ["aggregates", writeReferences(aggregates)],
        ["attributes", writeReferences(columns)],
      ],
      bound,
      "cells",
    ),
  );
  const fields = [...planColumns(query, columns), ...aggregates.map((each) => planAggregate(query, each))];
  yield* writeItems(out, writeObject(fields), result.cells, ",");
  out.write(writeEnd(warnings));
}

/** Write the same of adjusted cells, with `original` in the summary and the series that were used. */
export async function* writeAdjustedCells(
  out: TextOut,
  bound: BoundCells,
  { cells, figures, totals, original, numCells, numEntries, remarks }: AdjustedCells,
  origin: string,
  warnings: readonly string[],
): AsyncIterable<void> {
  const { query, columns, aggregates } = bound;
  const summarize = (of: AdjustedCells["figures"], isAdjusted: boolean): readonly [string, string][] =>
    aggregates.flatMap(({ ref, measure }): readonly [string, string][] => {
      if (!measure) return isAdjusted ? [[ref, String(numEntries)]] : [];
      return [[ref, writeAdjustedFigure(of[query.measures.indexOf(measure)]!, 0, "null")]];
    });
  const paid = jsonObject(summarize(original, false));
  out.write(
    writeStart(
      [
        ["total_cell_count", String(numCells)],
        ["summary", jsonObject([...summarize(totals, true), ["original", paid]])],
        ["aggregates", writeReferences(aggregates)],
        ["attributes", writeReferences(columns)],
      ],
      bound,
      "cells",
    ),
  );
  const adjusted = aggregates.map((each) => planAdjusted(query, each, figures, "null"));
  yield* writeItems(out, writeObject([...planColumns(query, columns), ...adjusted]), inBatches(cells), ",");
  out.write(writeEnd(warnings, writeAdjustments(remarks, origin)));
}

/** Write adjusted cells as CSV. */
export function writeAdjustedCellsCsv(
  out: TextOut,
  { query, columns, aggregates }: BoundCells,
  { cells, figures }: AdjustedCells,
  named = "",
): AsyncIterable<void> {
  const shown = aggregates.filter(({ ref }) => !ref.startsWith("_") || named.includes(ref));
  const sums = shown.map((each): CsvColumn => {
    const [header, [cell]] = planAdjusted(query, each, figures, "");
    return { header, cell: cell! };
  });
  return writeRecords(out, [...planCsvColumns(query, columns), ...sums], inBatches(cells));
}

async function* inBatches(cells: Cells): AsyncGenerator<Cells, void> {
  yield cells;
}

function planAdjusted(
  { measures }: AggregateQuery,
  { ref, measure }: CellAggregate,
  figures: AdjustedCells["figures"],
  missing: string,
): CellField {
  if (!measure) return [ref, [ENTRY_COUNTS]];
  const column = figures[measures.indexOf(measure)]!;
  return [ref, [{ writeFigure: (_, row, out) => out.write(writeAdjustedFigure(column, row, missing)) }]];
}

/** Write members: `{"status": "ok", "total_member_count": …, "data": [ … ]}`. */
export async function* writeCubeMembers(
  out: TextOut,
  bound: BoundMembers,
  result: AggregateResult,
  warnings: readonly string[],
): AsyncIterable<void> {
  const { query, columns } = bound;
  out.write(
    writeStart(
      [
        ["total_member_count", String(result.numCells)],
        ["fields", writeReferences(columns)],
      ],
      bound,
      "data",
    ),
  );
  yield* writeItems(out, writeObject(planColumns(query, columns)), result.cells, ",");
  out.write(writeEnd(warnings));
}

/**
 * Write an aggregation as CSV: attributes, then aggregates. As in Babbage, references that begin with `_` have no column;
 * here they have one if the call names them.
 * @param named aggregates that the call names; `undefined` for none
 */
export function writeCubeCellsCsv(
  out: TextOut,
  { query, columns, aggregates }: BoundCells,
  { cells }: AggregateResult,
  named = "",
): AsyncIterable<void> {
  const shown = aggregates.filter(({ ref }) => !ref.startsWith("_") || named.includes(ref));
  const sums = shown.map((each): CsvColumn => {
    const [header, [cell]] = planAggregate(query, each);
    return { header, cell: cell! };
  });
  return writeRecords(out, [...planCsvColumns(query, columns), ...sums], cells);
}

/** Write members as CSV. */
export function writeCubeMembersCsv(
  out: TextOut,
  { query, columns }: BoundMembers,
  { cells }: AggregateResult,
): AsyncIterable<void> {
  return writeRecords(out, planCsvColumns(query, columns), cells);
}

function planCsvColumns(query: AggregateQuery, columns: readonly CellColumn[]): readonly CsvColumn[] {
  return columns.map((column): CsvColumn => {
    const { ref } = column;
    const read = planShown(query, column);
    return { header: ref, cell: { identify: read, write: (cells, row) => writeValues(read(cells, row)) } };
  });
}

function writeTotals({ query, aggregates }: BoundCells, { totals, numEntries }: AggregateResult): string {
  return jsonObject(
    aggregates.map(({ ref, measure }): readonly [string, string] => [
      ref,
      measure ? decimalText(totals[query.measures.indexOf(measure)]!) : String(numEntries),
    ]),
  );
}

function writeObject(fields: readonly CellField[]): CellWriter {
  return writeParts(objectOf(fields));
}

function planColumns(query: AggregateQuery, columns: readonly CellColumn[]): readonly CellField[] {
  return columns.map((column): CellField => {
    const { ref } = column;
    const read = planShown(query, column);
    return [ref, [{ identify: read, write: (cells: Cells, row) => JSON.stringify(read(cells, row)) }]];
  });
}

/** Plan how to read a column; the label of a whole member is that in the language of the model, if it has one. */
function planShown(query: AggregateQuery, { key, dimension, attribute }: CellColumn): ReturnType<typeof readCellPlace> {
  const read = readCellPlace(planValue(query, key, attribute));
  const { spoken } = dimension;
  if (!spoken || attribute.name !== "label" || query.keys[key]!.attribute !== null) return read;
  const said = readCellPlace(planValue(query, key, spoken));
  return (cells, row) => said(cells, row) || read(cells, row);
}

function planAggregate({ measures }: AggregateQuery, { ref, measure }: CellAggregate): CellField {
  return [ref, [measure ? sumsOf(measures.indexOf(measure)) : ENTRY_COUNTS]];
}
