import { ANONYMOUS } from "#src/access/actor.js";
import type { Body, TextOut } from "#src/calls/answer.js";
import { aggregate } from "#src/calls/reading/aggregate/aggregate.js";
import { parameters } from "#src/core/query/parameters.js";
import type { Engine } from "#src/core/engine/engine.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { Context } from "#src/calls/context.js";
import { contextOf, datasetOf } from "./adjusted.js";
import { type Cube, makeCube } from "./cube/cube.js";
import { cubeModel, writeEntries } from "./cube/entries.js";
import { markdownTable, median, print } from "./tables.js";

const PARTS = 20;
const TIMES = 15;

const QUERIES: Readonly<Record<string, string>> = {
  total: "",
  regions: "drilldown=region",
  departments: "drilldown=department",
  programmes: "drilldown=programme",
  "suppliers, the first hundred": "drilldown=supplier&pagesize=100",
  "functions of one region": "drilldown=function&cut=region:r03",
  "functions by region": "drilldown=function|region",
};

/** Measure aggregates of a union of twenty datasets against one dataset with all their entries, from the entries. */
export async function benchUnions(rows: number): Promise<void> {
  const kernel = Kernel.start({ threads: 1 });
  const cube = makeCube(rows);
  const model = cubeModel();
  const build = (entries: Cube): Engine => {
    const builder = columnarFormat(kernel).build(model, null, 1);
    writeEntries(entries, builder);
    return builder.finish().engine as Engine;
  };
  const size = rows / PARTS;
  const parts = Array.from({ length: PARTS }, (_, at) => {
    const name = `part-${at}`;
    return datasetOf({ ...model, dataset: { ...model.dataset, name } }, build(slice(cube, at * size, size)));
  });
  const context = contextOf([datasetOf(model, build(cube)), ...parts]);
  const names = ["cube", parts.map((each) => each.model.dataset.name).join("|")] as const;
  const lines = [];
  for (const [title, query] of Object.entries(QUERIES)) {
    await answer(context, names[0], query);
    // Members are numbered for the first query.
    const cold = await measure(() => answer(context, names[1], query));
    await answer(context, names[1], query);
    const times: [number[], number[]] = [[], []];
    for (let turn = 0; turn < TIMES; turn++) {
      for (const at of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        times[at].push(await measure(() => answer(context, names[at], query)));
      }
    }
    const [one, many] = times.map(median) as [number, number];
    lines.push([title, one, many, many / one, cold]);
  }
  print(
    `\n${PARTS} datasets of ${size} entries, and one of all; median milliseconds of CPU of ${TIMES} runs by turns\n`,
  );
  print(markdownTable(["query", "one dataset", "union", "ratio", "the first of the union"], lines));
  await kernel.close();
}

function slice({ codes, numbers }: Cube, first: number, rows: number): Cube {
  const cut = <Columns extends object>(columns: Columns): Columns =>
    Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, (column as Int32Array).subarray(first, first + rows)]),
    ) as Columns;
  return { rows, codes: cut(codes), numbers: cut(numbers) };
}

/** Return the milliseconds of CPU that something takes. */
async function measure(run: () => Promise<void>): Promise<number> {
  const used = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(used);
  return (user + system) / 1000;
}

/** Answer a call and write all of its JSON. */
async function answer(context: Context, dataset: string, query: string): Promise<void> {
  const pairs = [...new URLSearchParams(query)];
  const called = aggregate(context, ANONYMOUS, parameters([["dataset", dataset], ...pairs]), "http://localhost");
  const body: Body = await called.formats.json!();
  if (!("write" in body)) throw new Error("JSON is written in pieces");
  for await (const _ of body.write(NOWHERE)) void _;
}

const NOWHERE: TextOut = {
  write: () => {},
  writePhrase: () => {},
  writeQuoted: () => {},
  writeDecimal: () => {},
  isFull: () => false,
};
