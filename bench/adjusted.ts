import { ANONYMOUS } from "#src/access/actor.js";
import type { Body, TextOut } from "#src/calls/answer.js";
import type { Context } from "#src/calls/context.js";
import { aggregate } from "#src/calls/reading/aggregate/aggregate.js";
import { WorkQueue } from "#src/core/admission/work-queue.js";
import type { Engine } from "#src/core/engine/engine.js";
import { ParentMaps } from "#src/core/engine/parent-maps.js";
import { VersionFacts } from "#src/core/engine/version-facts.js";
import type { Model } from "#src/core/model/cube.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { dateAttributes } from "#src/core/model/values/dates.js";
import type { Value } from "#src/core/model/values/value.js";
import { parameters } from "#src/core/query/parameters.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { Dataset } from "#src/store/dataset.js";
import { dimensionOf, makeCube, memberNames, mulberry32 } from "./cube/cube.js";
import { cubeModel, writeEntries } from "./cube/entries.js";
import { ROUNDS, withRollups } from "./peers/spendcube.js";
import { markdownTable, median, print } from "./tables.js";

const TIMES = 41;
const FIRST_YEAR = 2000;
const YEARS = Array.from({ length: dimensionOf("year").size }, (_, at) => String(FIRST_YEAR + at));

/** Plain queries, each with the adjustments that it is asked with. */
const QUERIES: readonly (readonly [title: string, plain: string, adjusted: readonly string[]])[] = [
  ["total", "", ["prices", "per"]],
  ["years", "drilldown=time.year", ["prices", "per"]],
  ["regions", "drilldown=region.name", ["prices", "per"]],
  ["departments", "drilldown=department.name", ["prices", "per"]],
  ["programmes", "drilldown=programme.name", ["prices", "per"]],
  ["one region, by function", "drilldown=function.name&cut=region.name:r03", ["prices", "per"]],
  ["functions by region", "drilldown=function.name|region.name", ["prices", "per"]],
  ["departments by year", "drilldown=department.name|time.year", ["prices", "per"]],
];

const ASKED: Readonly<Record<string, string>> = { prices: "prices=2009@deflator", per: "per=people" };

/** Measure adjusted aggregates, written as JSON, against the same as paid. */
export async function benchAdjusted(rows: number): Promise<void> {
  const kernel = Kernel.start({ threads: 1 });
  const model = cubeModel();
  const builder = columnarFormat(kernel).build(model, null, 1);
  const cube = makeCube(rows);
  writeEntries(cube, builder, (row) => `${YEARS[cube.codes.year[row]!]!}-01-01`);
  const cold = builder.finish().engine as ColumnarEngine;
  const series = makeSeries(kernel);
  await printRatios("entries", contextOf([datasetOf(model, cold), ...series]));
  const { engine, background } = withRollups(kernel, cold);
  const warm = contextOf([datasetOf(model, engine), ...series]);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [, plain, adjusted] of QUERIES) {
      for (const asked of ["", ...adjusted.map((each) => ASKED[each]!)]) {
        await answer(warm, `${plain}&${asked}`);
        await engine.settle();
      }
    }
  }
  await printRatios("rollups", warm);
  engine.dispose();
  await background.close();
  await kernel.close();
}

async function printRatios(from: string, context: Context): Promise<void> {
  const lines = [];
  for (const [title, plain, adjusted] of QUERIES) {
    for (const asked of adjusted) {
      const texts = [plain, `${plain}&${ASKED[asked]!}`] as const;
      for (const text of texts) await answer(context, text);
      const times: [number[], number[]] = [[], []];
      for (let turn = 0; turn < TIMES; turn++) {
        for (const at of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
          const used = process.cpuUsage();
          await answer(context, texts[at]);
          const { user, system } = process.cpuUsage(used);
          times[at].push((user + system) / 1000);
        }
      }
      const [own, other] = times.map(median) as [number, number];
      lines.push([`${title}, ${asked}`, own, other, other / own, other - 2 * own]);
    }
  }
  print(`\nFrom ${from}, one thread; median milliseconds of CPU of ${TIMES} runs by turns\n`);
  print(markdownTable(["query", "as paid", "adjusted", "ratio", "adjusted - 2 × as paid"], lines));
}

/** Answer a call and write all of its JSON. */
async function answer(context: Context, text: string): Promise<void> {
  const given = parameters([...new URLSearchParams(`dataset=cube&${text}`)].filter(([, value]) => value !== ""));
  const called = aggregate(context, ANONYMOUS, given, "http://localhost");
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

function makeSeries(kernel: Kernel): readonly Dataset[] {
  const random = mulberry32(1);
  const value = (): bigint => BigInt(Math.floor(1e6 + random() * 1e7));
  const amount = { type: "measure", column: "n", datatype: "float" };
  const time = { type: "date", column: "t", datatype: "date", precision: "year", key: true };
  const region = { type: "attribute", column: "region", key: true };
  const regions = memberNames(dimensionOf("region"));
  const make = (name: string, kind: string, mapping: object, members: readonly (readonly (readonly Value[])[])[]) => {
    const dataset = { name, label: name, description: "Seeded.", series: { kind } };
    const { model } = parseModel({ dataset, mapping: { amount, time, ...mapping } });
    const builder = columnarFormat(kernel).build(model, null, 1);
    const inputs = members.map((each, at) => ({
      id: String(at).padStart(40, "0"),
      members: each,
      amounts: [{ unscaled: value(), scale: 2 }],
    }));
    void builder.write(inputs);
    return datasetOf(model, builder.finish().engine as Engine);
  };
  const years = YEARS.map((year) => dateAttributes(`${year}-01-01`));
  return [
    make(
      "deflator",
      "index",
      {},
      years.map((year) => [year]),
    ),
    make(
      "people",
      "stock",
      { region },
      years.flatMap((year) => regions.map((each) => [year, [each]])),
    ),
  ];
}

/** Describe a version that is not stored. */
export function datasetOf(model: Model, engine: Engine): Dataset {
  const now = new Date();
  return {
    model,
    asLoaded: model,
    private: false,
    managers: [],
    created: now,
    lastModified: now,
    version: model.dataset.name,
    number: 1,
    contents: "1",
    changed: now,
    isFixed: false,
    history: [],
    sources: [],
    engine,
  };
}

/** Make the services of calls about some datasets. */
export function contextOf(datasets: readonly Dataset[]): Context {
  const series = datasets.filter(({ model }) => model.dataset.series);
  return {
    version: "1",
    catalog: {
      get: (name) => datasets.find(({ model }) => model.dataset.name === name),
      list: () => datasets,
      listSeries: () => series,
      lastRemoval: () => new Date(0),
    },
    queue: new WorkQueue(1000),
    parents: new ParentMaps(),
    facts: new VersionFacts(),
    ending: new AbortController().signal,
    hidePrivate: false,
    maxClauses: 1024,
    maxNesting: 64,
    maxCells: 10_000_000,
    maxSeconds: 30,
    maxAnonymousSeconds: 30,
  };
}
