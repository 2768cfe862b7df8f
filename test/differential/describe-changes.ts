import assert from "node:assert/strict";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import type { ChangedRows } from "#src/core/engine/changed-rows.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { TableFormat } from "#src/core/engine/storage.js";
import { openReader } from "#src/core/engine/with-reader.js";
import { decimalText } from "#src/core/model/values/decimal.js";
import { shareFields } from "#src/core/model/shared-fields.js";
import { type Parameters, parameters } from "#src/core/query/parameters.js";
import { printCuts } from "#src/core/query/syntax/cut-clause.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { queryParameters } from "../fixtures.js";
import type { RandomCube } from "./random-cube.js";

/** Build a version of the first loads and one of all, and describe how they differ without the numbers of rows. */
export async function describeChanges(cube: RandomCube, [before, now]: readonly TableFormat[], first: number) {
  const from = await buildVersion(before!, cube, first);
  const to = await buildVersion(now!, cube, cube.loads.length);
  const earlier = openReader({ engine: from, model: cube.model }, UNBOUNDED);
  const later = openReader({ engine: to, model: cube.model }, UNBOUNDED);
  try {
    const rows: ChangedRows = await later.compare(earlier, shareFields(cube.model, cube.model));
    const one = await later.compare(earlier, shareFields(cube.model, cube.model), 1);
    const [all, few] = [rows, one].map(
      ({ added, removed, changed }) => added.length + removed.length + changed.after.length,
    );
    assert.equal(few! > 0, all! > 0);
    const { model } = cube;
    const { cutConditions } = bindAggregate(model, cutTo(cube, first), 1024);
    const textsOf = async (reader: typeof later, of: Uint32Array) =>
      (await reader.readRows(of)).map(({ id, members, amounts }) => [
        id,
        members.map((member) => member?.values ?? null),
        // Scales depend on the rest of a column.
        amounts.map((amount) => decimalText(amount)),
      ]);
    const sums = async (reader: typeof later, of: Uint32Array) =>
      (await reader.sumRows(of, model.measures)).map((sum) => decimalText(sum));
    return {
      added: await textsOf(later, rows.added),
      removed: await textsOf(earlier, rows.removed),
      changed: await textsOf(later, rows.changed.after),
      was: await textsOf(earlier, rows.changed.before),
      sums: [await sums(later, rows.added), await sums(earlier, rows.removed), await sums(later, rows.changed.after)],
      matched: [...(await later.matchRows(rows.added, cutConditions))],
    };
  } finally {
    for (const reader of [earlier, later]) reader.release();
    for (const engine of [from, to]) engine.dispose();
  }
}

/** Return parameters that cut to a value of the last load, if it is a text. */
export function cutTo({ model, loads, queries }: RandomCube, seed: number): Parameters {
  const rows = loads.at(-1)!.rows;
  const dimension = model.dimensions.filter(({ derivation }) => !derivation)[seed % 3];
  const value =
    dimension && rows[seed % Math.max(1, rows.length)]?.members[dimension.index]?.[dimension.identity.index];
  if (typeof value === "string") return parameters([["cut", printCuts([{ field: dimension!.name, value }])]]);
  return queryParameters(queries.find((query) => query.includes("cut=")) ?? "");
}

/** Build a version of the first loads of a cube. */
export async function buildVersion(format: TableFormat, { model, loads }: RandomCube, count: number): Promise<Engine> {
  let { engine } = await format.build(model, null, 1).finish();
  for (const { source, rows } of loads.slice(0, count)) {
    const builder = format.build(model, engine, source);
    await builder.write(rows);
    const next = (await builder.finish()).engine;
    engine.dispose();
    engine = next;
  }
  return engine;
}
