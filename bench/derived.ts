import { columnarFormat } from "#src/engines/columnar/format.js";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import type { AnswerTrace } from "#src/core/engine/explain.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { Model } from "#src/core/model/cube.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { parameters } from "#src/core/query/parameters.js";
import { dimensionOf, makeCube, memberNames } from "./cube/cube.js";
import { cubeModel, writeEntries } from "./cube/entries.js";
import { ROUNDS, withRollups } from "./peers/spendcube.js";
import { markdownTable, median, print } from "./tables.js";

const PROGRAMMES = memberNames(dimensionOf("programme"));

/** Derived dimensions, by kind of rule. */
const DERIVED = {
  kind: { type: "derived", from: "programme", values: valuesOf(PROGRAMMES, 20) },
  begin: { type: "derived", from: "programme", prefix: 3 },
  group: { type: "derived", from: "supplier", prefix: 4 },
  half: { type: "derived", from: "kind", prefix: 6 },
};

/** Queries by a dimension of the file, and by one that is derived from it. */
const PAIRS: readonly (readonly [title: string, base: string, derived: string])[] = [
  ["2,000 programmes; 20 kinds, by `values`", "drilldown=programme.name", "drilldown=kind"],
  ["2,000 programmes; 20 beginnings, by `prefix`", "drilldown=programme.name", "drilldown=begin"],
  ["100,000 suppliers; 100 beginnings, by `prefix`", "drilldown=supplier.name", "drilldown=group"],
  ["programme and region; kind and region", "drilldown=programme.name|region.name", "drilldown=kind|region.name"],
  ["years; fiscal years", "drilldown=time.year", "drilldown=time.fiscal_year"],
  [
    "100 programmes, by region; a kind of them",
    `drilldown=region.name&cut=${cutOfKind()}`,
    "drilldown=region.name&cut=kind:kind 3",
  ],
];

const TIMES = 41;
const DAYS = 3650;

/** Measure aggregates by derived dimensions against those that they are derived from, from entries and from rollups. */
export async function benchDerived(rows: number): Promise<void> {
  const kernel = Kernel.start({ threads: 2 });
  const stored = cubeModel();
  const builder = columnarFormat(kernel).build(stored, null, 1);
  const start = Date.UTC(2009, 0, 1);
  writeEntries(makeCube(rows), builder, (row) =>
    new Date(start + ((row * 7919) % DAYS) * 86_400_000).toISOString().slice(0, 10),
  );
  const cold = builder.finish().engine as ColumnarEngine;
  const { dataset, mapping } = stored.document as { dataset: object; mapping: Record<string, object> };
  const time = { ...mapping["time"], fiscal_year: { starts: "04-01", named: "both" } };
  const { model } = parseModel({ dataset, mapping: { ...mapping, time, ...DERIVED } });
  await printRatios("entries", cold, model);
  const { engine, background } = withRollups(kernel, cold);
  for (let round = 0; round < ROUNDS; round++) {
    for (const query of [...PAIRS.map(([, base]) => base), "drilldown=time.name"]) {
      await answer(engine, model, query);
      await engine.settle();
    }
  }
  // Only queries by what is stored were asked: their rollups answer those by what is derived from it, and a rollup by
  // day answers fiscal years.
  await printRatios("rollups of the stored dimensions", engine, model);
  engine.dispose();
  await background.close();
  await kernel.close();
}

async function printRatios(from: string, engine: ColumnarEngine, model: Model): Promise<void> {
  const lines = [];
  for (const [title, base, derived] of PAIRS) {
    const first = performance.now();
    const read = await answer(engine, model, derived);
    const once = performance.now() - first;
    await answer(engine, model, base);
    const times: [number[], number[]] = [[], []];
    for (let turn = 0; turn < TIMES; turn++) {
      for (const at of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const begun = performance.now();
        await answer(engine, model, at === 0 ? base : derived);
        times[at].push(performance.now() - begun);
      }
    }
    const [one, other] = times.map(median) as [number, number];
    lines.push([title, read, one, other, other / one, once]);
  }
  print(`\n${engine.numEntries} entries, from ${from}; median milliseconds of ${TIMES}, by turns\n`);
  print(markdownTable(["query; the same derived", "reads", "stored", "derived", "ratio", "derived, first"], lines));
}

/** Answer a query. @returns the kind of table that was read */
async function answer(engine: ColumnarEngine, model: Model, query: string): Promise<string> {
  const given = parameters([...new URLSearchParams(`${query}&pagesize=10000`)]);
  const bound = bindAggregate(model, given, 4096).query;
  let trace: AnswerTrace | null = null;
  await withReader({ engine, model }, { maxCells: 10_000_000, deadline: Infinity }, (reader) =>
    reader.aggregate(bound, (work) => (trace = work)),
  );
  return (trace as AnswerTrace | null)?.table ?? "";
}

function valuesOf(names: readonly string[], kinds: number): Record<string, string> {
  return Object.fromEntries(names.map((name, at) => [name, `kind ${at % kinds}`]));
}

function cutOfKind(): string {
  const chosen = Object.entries(DERIVED.kind.values).filter(([, kind]) => kind === "kind 3");
  return chosen.map(([name]) => `programme.name:${name}`).join("|");
}
