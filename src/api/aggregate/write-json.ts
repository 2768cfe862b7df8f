import type { AggregateResult } from "../../engine/engine.js";
import type { Model } from "../../model/cube.js";
import { decimalText } from "../../model/values/decimal.js";
import type { BoundAggregate } from "../../query/aggregate/bind.js";
import { countPages } from "../../query/page.js";
import type { TextOut, WrittenBody } from "../answer.js";
import type { Explanation } from "./explanation.js";
import {
  type CellWriter,
  type CellField,
  ENTRY_COUNTS,
  objectOf,
  type CellPart,
  sumsOf,
  writeParts,
} from "./cell-parts.js";
import { cutValue, type FilledPlace, memberOf, type PlaceSource, planPlaces, readCellPlace } from "./cell-places.js";
import { describeMember } from "../describe/describe-member.js";
import { jsonObject } from "../formats/json.js";

/**
 * Write an aggregation result as JSON: `{"summary": {…}, "drilldown": [cell, …]}`.
 * @param explanation description of how it was computed, if requested
 */
export function writeCellsJson(
  model: Model,
  bound: BoundAggregate,
  result: AggregateResult,
  origin: string,
  explanation?: Explanation,
): WrittenBody["write"] {
  return (out) => writeResult(out, model, bound, result, origin, explanation);
}

/** Write cells as JSON, one line for each. */
export function writeCellsNdjson(
  model: Model,
  bound: BoundAggregate,
  result: AggregateResult,
  origin: string,
): WrittenBody["write"] {
  return (out) => writeLines(out, planCell(model, bound, origin), result);
}

async function* writeResult(
  out: TextOut,
  model: Model,
  bound: BoundAggregate,
  result: AggregateResult,
  origin: string,
  explanation: Explanation | undefined,
): AsyncIterable<void> {
  out.write(`{"summary":${writeSummary(model, bound, result)},"drilldown":[`);
  const writeCell = planCell(model, bound, origin);
  let isFirst = true;
  for await (const cells of result.cells) {
    for (let row = 0; row < cells.length; row++) {
      if (!isFirst) out.write(",");
      isFirst = false;
      writeCell(cells, row, out);
      if (out.isFull()) yield;
    }
  }
  out.write("]");
  if (bound.warnings.length > 0) out.write(`,"warnings":${JSON.stringify(bound.warnings)}`);
  if (explanation) out.write(`,"explanation":${JSON.stringify(explanation)}`);
  out.write("}");
}

async function* writeLines(out: TextOut, writeCell: CellWriter, result: AggregateResult): AsyncIterable<void> {
  for await (const cells of result.cells) {
    for (let row = 0; row < cells.length; row++) {
      writeCell(cells, row, out);
      out.write("\n");
      if (out.isFull()) yield;
    }
  }
}

/** Write the `summary` as JSON. */
export function writeSummary(model: Model, { query, page }: BoundAggregate, result: AggregateResult): string {
  const currency = JSON.stringify(model.dataset.currency);
  return jsonObject([
    ...query.measures.map(({ name }, index) => [name, decimalText(result.totals[index]!)] as const),
    ["num_entries", String(result.numEntries)],
    ["num_drilldowns", String(result.numCells)],
    ["currency", jsonObject(query.measures.map(({ name }) => [name, currency] as const))],
    ["page", String(page.page)],
    ["pages", String(countPages(result.numCells, page))],
    ["pagesize", String(page.pagesize)],
  ]);
}

function planCell(model: Model, bound: BoundAggregate, origin: string): CellWriter {
  const places = planPlaces(bound);
  const keys = [...new Set(places.map(({ key }) => key))];
  return writeParts(
    objectOf([
      ...keys.map((key): CellField => {
        const parts = places.filter((each) => each.key === key);
        return [key, planSlot(model, bound, origin, parts)];
      }),
      ...bound.query.measures.map(({ name }, index): CellField => [name, [sumsOf(index)]]),
      ["num_entries", [ENTRY_COUNTS]],
    ]),
  );
}

function planSlot(
  model: Model,
  bound: BoundAggregate,
  origin: string,
  places: readonly FilledPlace[],
): readonly CellPart[] {
  const fields = places.map(({ within, source }): CellField => [
    within ?? "",
    [planPlace(model, bound, origin, source)],
  ]);
  return places[0]!.within === null ? fields[0]![1] : objectOf(fields);
}

function planPlace(model: Model, { query }: BoundAggregate, origin: string, source: PlaceSource): CellPart {
  if (source.from === "cut") return JSON.stringify(cutValue(source));
  if (source.from === "value") {
    const read = readCellPlace(source);
    return { identify: read, write: (cells, row) => JSON.stringify(read(cells, row)) };
  }
  const { key } = source;
  const { dimension } = query.keys[key]!;
  return {
    identify: (cells, row) => memberOf(cells, key, row)?.id,
    write(cells, row) {
      const member = memberOf(cells, key, row);
      return member ? JSON.stringify(describeMember(model, dimension, member, origin)) : "null";
    },
  };
}
