import type { AggregateResult, Cells, Member } from "../engine/engine.js";
import type { Dimension, Model } from "../model/cube.js";
import { decimalNumber } from "../model/decimal.js";
import type { BoundAggregate } from "../query/bind.js";
import { countPages } from "../query/page.js";
import type { Chunks } from "./answer.js";
import { type FilledPlace, planPlaces, readPlace } from "./cell-places.js";
import { gatherChunks, jsonObject } from "./json.js";
import { memberUrl } from "./links.js";

/** The aggregation result as JSON: `{"summary": {…}, "drilldown": [cell, …]}`. */
export function writeCellsJson(model: Model, bound: BoundAggregate, result: AggregateResult, origin: string): Chunks {
  return gatherChunks(writeResult(model, bound, result, origin));
}

function* writeResult(model: Model, bound: BoundAggregate, result: AggregateResult, origin: string): Iterable<string> {
  yield `{"summary":${writeSummary(model, bound, result)},"drilldown":[`;
  const writeCell = planCell(model, bound, result.cells, origin);
  for (let row = 0; row < result.cells.length; row++) yield row === 0 ? writeCell(row) : `,${writeCell(row)}`;
  yield "]}";
}

function writeSummary(model: Model, { query, page }: BoundAggregate, result: AggregateResult): string {
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

/** Writes one part of the cell in a row. */
type Writer = (row: number) => string;

function planCell(model: Model, bound: BoundAggregate, cells: Cells, origin: string): Writer {
  const writers: (readonly [key: string, write: Writer])[] = [];
  const places = planPlaces(bound);
  for (const key of new Set(places.map((each) => each.key))) {
    const parts = places.filter((each) => each.key === key);
    writers.push([key, planSlot(model, bound, cells, origin, parts)]);
  }
  bound.query.measures.forEach(({ name }, index) => {
    const sums = cells.sums[index]!;
    writers.push([name, (row) => String(sums[row]!)]);
  });
  writers.push(["num_entries", (row) => String(cells.numEntries[row]!)]);
  return joinWriters(writers);
}

function planSlot(
  model: Model,
  { query }: BoundAggregate,
  cells: Cells,
  origin: string,
  parts: readonly FilledPlace[],
): Writer {
  const [first] = parts;
  if (first!.source.from === "member") {
    const { key } = first!.source;
    const column = cells.keys[key] as readonly (Member | null)[];
    const write = planMember(model, query.keys[key]!.dimension, origin);
    return (row) => write(column[row]!);
  }
  const writers = parts.flatMap(({ within, source }) => {
    if (source.from === "member") return [];
    const read = readPlace(cells, source);
    return [[within ?? "", (row: number) => JSON.stringify(read(row))] as const];
  });
  return first!.within === null ? writers[0]![1] : joinWriters(writers);
}

/** Members come back in many cells: each is written once. */
function planMember(model: Model, dimension: Dimension, origin: string): (member: Member | null) => string {
  const written = new Map<number, string>();
  return (member) => {
    if (!member) return "null";
    let text = written.get(member.id);
    if (text === undefined) {
      text = writeMember(model, dimension, member, origin);
      written.set(member.id, text);
    }
    return text;
  };
}

/** A member with every attribute. */
export function writeMember(model: Model, dimension: Dimension, member: Member, origin: string): string {
  const name = member.values[dimension.identity.index]!;
  return jsonObject([
    ["id", String(member.id)],
    ...dimension.attributes.map((each) => [each.name, JSON.stringify(member.values[each.index])] as const),
    ["taxonomy", JSON.stringify(dimension.taxonomy)],
    ["html_url", JSON.stringify(memberUrl(origin, model.dataset.name, dimension, name))],
  ]);
}

function joinWriters(writers: readonly (readonly [key: string, write: Writer])[]): Writer {
  const parts = writers.map(([key, write], at) => [`${at === 0 ? "{" : ","}${JSON.stringify(key)}:`, write] as const);
  return (row) => {
    let text = "";
    for (const [prefix, write] of parts) text += prefix + write(row);
    return `${text}}`;
  };
}
