import assert from "node:assert/strict";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { nameParts } from "#src/engines/columnar/rollups/grouping-set.js";
import type { Background } from "#src/engines/columnar/rollups/builder.js";
import { ColumnarEngine } from "#src/engines/columnar/engine.js";
import type { SerializedVersion } from "#src/core/engine/serialized.js";
import { gatherCells } from "#src/core/engine/collect-cells.js";
import type { AnswerTrace } from "#src/core/engine/explain.js";
import { withReader } from "#src/core/engine/with-reader.js";
import type { Kernel } from "#src/engines/kernel/kernel.js";
import type { Model } from "#src/core/model/cube.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { loadRows } from "../../../../contract/sample.js";
import { queryParameters, type Row, SPENDING, spendingModel } from "../../../../fixtures.js";
import { backgroundHere } from "./summed.js";

const BOUNDS = { maxCells: 1_000_000, deadline: Number.POSITIVE_INFINITY };
export const ROWS = 20_000;
export const SHARE = 0.25;

/** Return a row; sums of its amounts exceed 64 bits, and some values are missing. */
function rowOf(at: number): Row {
  const day = new Date(Date.UTC(2000, 0, 1 + ((at * 7) % 4999))).toISOString().slice(0, 10);
  return {
    id: `${at}`,
    paid: BigInt(at - 9000) * 10n ** 22n + BigInt(at),
    planned: BigInt((at * 31) % 1000) - 500n,
    region: `r${(at * 5) % 23}`,
    code: `${at % 11}`,
    function: `F${at % 4}`,
    rate: at % 3 === 0 ? null : at % 5,
    until: at % 2 === 0 ? null : "2011-01-01",
    date: day,
  };
}

/** Load a table without rollups. */
export function loadTown(kernel: Kernel, rows = ROWS): ColumnarEngine {
  const all = Array.from({ length: rows }, (_, at) => rowOf(at));
  return loadRows(columnarFormat(kernel), spendingModel(), all) as ColumnarEngine;
}

/** Open another engine of the same table; its disposal releases nothing that the first needs. */
export function openAgain(kernel: Kernel, { table }: ColumnarEngine, background: Background): ColumnarEngine {
  for (const each of table.memories) each.retain();
  return new ColumnarEngine(kernel, table, { background });
}

/** Open an engine that builds no rollups itself. */
export function openIdle(kernel: Kernel, first: ColumnarEngine, share = SHARE): ColumnarEngine {
  return openAgain(kernel, first, { share, overhead: 0, run: async () => {} });
}

export async function ask(
  engine: ColumnarEngine,
  text: string,
): Promise<{ readonly answer: unknown; readonly work: AnswerTrace }> {
  const { query } = bindAggregate(engine.table.model, queryParameters(text), 1024);
  let work: AnswerTrace | undefined;
  const answer = await gatherCells(
    await withReader(engine, BOUNDS, (reader) => reader.aggregate(query, (trace) => (work = trace))),
  );
  await engine.settle();
  return { answer, work: work! };
}

/** Return a copy of the derived data as it would be written, then read. */
export async function serialize({ derived }: ColumnarEngine): Promise<SerializedVersion> {
  const copies: SerializedVersion[] = [];
  await derived!.keep(async ({ header, parts }) => {
    copies.push({ header: JSON.parse(JSON.stringify(header)) as unknown, parts: parts.map((each) => each.slice()) });
  });
  return copies[0]!;
}

/** Open stored rollups. @returns for each part, true if it was read */
export function open({ derived }: ColumnarEngine, { header, parts }: SerializedVersion): readonly boolean[] {
  const opening = derived!.open(
    header,
    parts.map(({ length }) => length),
  );
  opening.parts.forEach((part, at) => part?.set(parts[at]!));
  opening.open();
  opening.dispose();
  return opening.parts.map((part) => part !== null);
}

export function heldBy({ rollups, table }: ColumnarEngine): readonly string[] {
  return rollups.held.map(({ grouping }) => nameParts(table.model, grouping).join()).toSorted();
}

export const ASKED = [
  "drilldown=time.month&cut=region:r3",
  "drilldown=region|cofog1.label",
  "drilldown=rate|until.year",
  "drilldown=cofog1",
  "",
];

/** Serialize the rollups of an engine that was asked each query several times. */
export async function makeSerialized(
  kernel: Kernel,
  first: ColumnarEngine,
): Promise<{ readonly serialized: SerializedVersion; readonly held: readonly string[] }> {
  const engine = openAgain(kernel, first, backgroundHere(kernel, SHARE));
  for (let times = 0; times < 8; times++) for (const text of ASKED) await ask(engine, text);
  const [serialized, held] = [await serialize(engine), heldBy(engine)];
  assert.ok(held.length > 2, held.join(" "));
  engine.dispose();
  return { serialized, held };
}

/** Other dimensions, in another order, one with fewer attributes. */
export function changedModel(): Model {
  const { rate: _, cofog1, amount, planned, ...others } = SPENDING.mapping;
  const { color: __, ...attributes } = cofog1.attributes;
  const place = { type: "attribute", column: "place", datatype: "string" };
  const mapping = { place, cofog1: { ...cofog1, attributes }, ...others, amount, planned };
  return parseModel({ ...SPENDING, mapping }).model;
}
