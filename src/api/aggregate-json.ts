import type { AggregateResult, Cells } from "../engine/engine.js";
import type { Model, Value } from "../model/cube.js";
import { decimalNumber } from "../model/decimal.js";
import type { BoundAggregate } from "../query/bind.js";
import { countPages } from "../query/page.js";
import type { TextOut, WrittenBody } from "./answer.js";
import type { Explanation } from "./explanation.js";
import { type FilledPlace, memberOf, planPlaces, readPlace } from "./cell-places.js";
import { describeMember } from "./describe-member.js";
import { jsonObject } from "./json.js";
import { keepTexts, keepWritten } from "./keep-written.js";

/**
 * The aggregation result as JSON: `{"summary": {…}, "drilldown": [cell, …]}`.
 * @param explanation how it was found, where that was asked for
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

/** The cells as JSON, a line for each. */
export function writeCellsNdjson(
  model: Model,
  bound: BoundAggregate,
  result: AggregateResult,
  origin: string,
): WrittenBody["write"] {
  return (out) => writeLines(out, planCell(model, bound, origin), result);
}

function* writeResult(
  out: TextOut,
  model: Model,
  bound: BoundAggregate,
  result: AggregateResult,
  origin: string,
  explanation: Explanation | undefined,
): Iterable<void> {
  out.write(`{"summary":${writeSummary(model, bound, result)},"drilldown":[`);
  const writeCell = planCell(model, bound, origin);
  let isFirst = true;
  for (const cells of result.cells) {
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

function* writeLines(out: TextOut, writeCell: Writer, result: AggregateResult): Iterable<void> {
  for (const cells of result.cells) {
    for (let row = 0; row < cells.length; row++) {
      writeCell(cells, row, out);
      out.write("\n");
      if (out.isFull()) yield;
    }
  }
}

/** The `summary` as JSON. */
export function writeSummary(model: Model, { query, page }: BoundAggregate, result: AggregateResult): string {
  const currency = JSON.stringify(model.dataset.currency);
  return jsonObject([
    ...query.measures.map(({ name }, index) => [name, String(decimalNumber(result.totals[index]!))] as const),
    ["num_entries", String(result.numEntries)],
    ["num_drilldowns", String(result.numCells)],
    ["currency", jsonObject(query.measures.map(({ name }) => [name, currency] as const))],
    ["page", String(page.page)],
    ["pages", String(countPages(result.numCells, page))],
    ["pagesize", String(page.pagesize)],
  ]);
}

/** Writes one part of a cell. */
type Writer = (cells: Cells, row: number, out: TextOut) => void;

function planCell(model: Model, bound: BoundAggregate, origin: string): Writer {
  const writers: (readonly [key: string, write: Writer])[] = [];
  const places = planPlaces(bound);
  for (const key of new Set(places.map((each) => each.key))) {
    const parts = places.filter((each) => each.key === key);
    writers.push([key, planSlot(model, bound, origin, parts)]);
  }
  // `String` remembers what numbers come to, and so keeps most of what it makes until it is old. `JSON` does not.
  bound.query.measures.forEach(({ name }, index) => {
    writers.push([name, ({ sums }, row, out) => out.write(JSON.stringify(sums[index]![row]!))]);
  });
  writers.push(["num_entries", ({ numEntries }, row, out) => out.write(JSON.stringify(numEntries[row]!))]);
  return joinWriters(writers);
}

function planSlot(model: Model, { query }: BoundAggregate, origin: string, parts: readonly FilledPlace[]): Writer {
  const [first] = parts;
  if (first!.source.from === "member") {
    const { key } = first!.source;
    const { dimension } = query.keys[key]!;
    const write = keepWritten((member) => JSON.stringify(describeMember(model, dimension, member, origin)));
    return (cells, row, out) => out.write(write(memberOf(cells, key, row)));
  }
  const writers = parts.flatMap(({ within, source }) => {
    if (source.from === "member") return [];
    const read = readPlace(source);
    const write = keepTexts<Value | readonly Value[]>(JSON.stringify, (value) => value);
    return [[within ?? "", ((cells, row, out) => out.write(write(read(cells, row)))) satisfies Writer] as const];
  });
  return first!.within === null ? writers[0]![1] : joinWriters(writers);
}

function joinWriters(writers: readonly (readonly [key: string, write: Writer])[]): Writer {
  const parts = writers.map(([key, write], at) => [`${at === 0 ? "{" : ","}${JSON.stringify(key)}:`, write] as const);
  return (cells, row, out) => {
    for (const [prefix, write] of parts) {
      out.write(prefix);
      write(cells, row, out);
    }
    out.write("}");
  };
}
