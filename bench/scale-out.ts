import { clickHouseFormat } from "#src/engines/clickhouse/format.js";
import type { ClickHouseEngine } from "#src/engines/clickhouse/read/engine.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { TableFormat } from "#src/core/engine/storage.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { NO_CLUSTER, startCluster } from "#test/start-clickhouse.js";
import { checkAnswer } from "./cube/answer.js";
import { type Cube, DIMENSIONS, makeCube, memberNames } from "./cube/cube.js";
import { cubeBatches, cubeModel } from "./cube/entries.js";
import { QUERIES } from "./cube/queries.js";
import { answerPlainly } from "./cube/reference.js";
import { askAnyEngine } from "./peers/spendcube.js";
import { findPlainly } from "./search/contestant.js";
import type { Corpus } from "./search/corpus.js";
import type { Question } from "./search/questions.js";
import { planSearch } from "./search/spendcube.js";
import { markdownTable, median, print } from "./tables.js";

const THREADS = 2;
/** Runs of each query, and milliseconds after which there are no more. */
const [RUNS, ENOUGH] = [9, 2000] as const;

const QUESTIONS: readonly Question[] = [
  { grouping: "one word", clauses: [{ word: "p0012" }], facets: [] },
  { grouping: "two words", clauses: [{ word: "d012" }, { word: "r03" }], facets: [] },
  { grouping: "phrase", clauses: [{ phrase: ["supplier", "s00012"] }], facets: [] },
  { grouping: "prefix wildcard", clauses: [{ prefix: "s0012" }], facets: [] },
  { grouping: "word and range", clauses: [{ word: "r03" }, { from: 10_000, to: 1_000_000 }], facets: [] },
  { grouping: "word and three facets", clauses: [{ word: "p0012" }], facets: ["year", "function", "supplier"] },
];

/** Where entries can be: a format, and the bytes that a version takes there. */
interface Place {
  readonly format: TableFormat;
  bytesOf(engine: Engine): Promise<number>;
  close(): Promise<void>;
}

const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  "one process": async () => {
    const kernel = Kernel.start({ threads: THREADS });
    return {
      format: columnarFormat(kernel),
      bytesOf: async (engine) => engine.numBytes,
      close: async () => kernel.close(),
    };
  },
  "one shard": () => openShards(1),
  "two shards": () => openShards(2),
};

/** Compare one process with clusters of one and two shards on this machine: loads, aggregates and searches. */
export async function benchScaleOut(rows: number): Promise<void> {
  if (NO_CLUSTER) return print(NO_CLUSTER);
  const model = cubeModel();
  const cube = makeCube(rows);
  const corpus = corpusOf(cube);
  const queries = QUERIES.map((query) => ({ query, expected: answerPlainly(cube, query) }));
  const questions = QUESTIONS.map((question) => ({ question, expected: findPlainly(corpus, question) }));
  const results = new Map<string, ReadonlyMap<string, number>>();
  for (const [name, open] of Object.entries(PLACES)) {
    const place = await open();
    try {
      results.set(name, await measure(name, place));
    } finally {
      await place.close();
    }
  }
  const [first] = results.values();
  print(
    markdownTable(
      [rows.toLocaleString("en"), ...results.keys()],
      [...first!.keys()].map((row) => [row, ...[...results.values()].map((result) => result.get(row)!)]),
    ),
  );

  async function measure(name: string, { format, bytesOf }: Place): Promise<ReadonlyMap<string, number>> {
    const figures = new Map<string, number>();
    const begin = performance.now();
    const builder = format.build(model, null, 1);
    for (const batch of cubeBatches(cube)) await builder.writeRows(batch);
    const { engine } = await builder.finish();
    figures.set("load, seconds", (performance.now() - begin) / 1000);
    print(`${name}: loaded after ${figures.get("load, seconds")!.toFixed(1)} seconds`);
    figures.set("bytes an entry", (await bytesOf(engine)) / rows);
    const contestant = askAnyEngine(model, engine);
    for (const { query, expected } of queries) {
      checkAnswer(name, query, await contestant.answer(query), expected);
      figures.set(`${query.name} ${query.title}`, await time(contestant.plan(query)!));
    }
    for (const { question, expected } of questions) {
      const run = planSearch(model, engine, question);
      const [found, wanted] = [await run(), expected].map((each) => JSON.stringify(each));
      if (found !== wanted) throw new Error(`${name} finds ${found} instead of ${wanted}`);
      figures.set(`search: ${question.grouping}`, await time(run));
    }
    engine.dispose();
    return figures;
  }
}

async function openShards(shards: number): Promise<Place> {
  const { cluster, close } = await startCluster({ shards });
  return {
    format: clickHouseFormat(cluster),
    close,
    async bytesOf(engine) {
      const { table } = (engine as ClickHouseEngine).version.facts;
      const sizes = await cluster.onAll((node) =>
        node.queryRows({
          sql: "SELECT toString(sum(bytes_on_disk)) FROM system.parts WHERE active AND table = {table:String} FORMAT JSONCompact",
          parameters: { table },
        }),
      );
      return sizes.reduce((sum, [row]) => sum + Number(row![0]), 0);
    },
  };
}

/** Return the median milliseconds of a query. */
async function time(run: () => unknown): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + ENOUGH;
  while (times.length < RUNS && performance.now() < end) {
    const begin = performance.now();
    await run();
    times.push(performance.now() - begin);
  }
  return median(times);
}

/** See the labels of a cube as texts that are searched. */
function corpusOf({ rows, codes, numbers }: Cube): Corpus {
  const dimensions = DIMENSIONS.map((dimension) => ({
    name: dimension.name,
    texts: memberNames(dimension).map((name) => `the ${dimension.name} ${name}`),
    codes: codes[dimension.name],
  }));
  return { title: "the generated cube", rows, dimensions, amounts: Float64Array.from(numbers.amount) };
}
