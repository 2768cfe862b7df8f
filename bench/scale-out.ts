import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectCluster } from "#src/clickhouse/client/cluster.js";
import { clickHouseFormat, newTableName } from "#src/clickhouse/format.js";
import { readClusterOptions } from "#src/cli/directory/cluster-options.js";
import { columnarFormat } from "#src/columnar/format.js";
import { gatherCells } from "#src/engine/collect-cells.js";
import type { Engine } from "#src/engine/engine.js";
import type { TableFormat } from "#src/engine/storage.js";
import { withReader } from "#src/engine/with-reader.js";
import { loaderHere } from "#src/ingest/table-loader.js";
import { Kernel } from "#src/kernel/kernel.js";
import { decimalText } from "#src/model/values/decimal.js";
import { bindAggregate } from "#src/query/aggregate/bind.js";
import { parameters } from "#src/query/parameters.js";
import { bindSearch } from "#src/query/search/bind-search.js";
import { paymentsModel, writePayments } from "./generate.js";
import { medianMilliseconds } from "./median-milliseconds.js";
import { markdownTable, print } from "./tables.js";

const MAX_ROWS = 1_500_000;
const BOUNDS = { maxCells: 10_000_000, deadline: Infinity };
const { model } = paymentsModel();

const AGGREGATES: Readonly<Record<string, string>> = {
  total: "",
  "by body and year": "drilldown=from|time.year",
  "by unit, year and body": "drilldown=unit|time.year|from",
  "of one body, by unit": "drilldown=unit&cut=from:body-1",
  "by supplier, first 10,000": "drilldown=to&pagesize=10000",
  "by supplier and unit, first 100": "drilldown=to|unit&pagesize=100",
  "by payment, first 100": "drilldown=payment&pagesize=100",
};

const SEARCHES: Readonly<Record<string, string>> = {
  "search: one word": "q=4711",
  "search: phrase": 'q="supplier 4711"',
  "search: three facets": "q=unit&facet_field=from|unit|to",
};

/** Time queries of generated payments in memory and in the cluster that the environment names. */
export async function benchScaleOut(rows: number): Promise<void> {
  const { SPENDCUBE_CLICKHOUSE_URL: clickhouseUrl, SPENDCUBE_CLICKHOUSE_USER: clickhouseUser = "default" } =
    process.env;
  if (!clickhouseUrl) return print("left out: SPENDCUBE_CLICKHOUSE_URL names no cluster; npm run cluster starts one");
  const names = { clickhouseCluster: "spendcube", clickhouseDatabase: "spendcube", clickhouseUser };
  const settings = readClusterOptions({ engine: "clickhouse", clickhouseUrl, ...names })!;
  const cluster = await connectCluster(settings);
  const kernel = Kernel.start();
  const directory = mkdtempSync(join(tmpdir(), "spendcube-bench-"));
  const path = join(directory, "payments.csv");
  const table = newTableName();
  try {
    await writePayments(path, Math.min(rows, MAX_ROWS));
    const distributed = clickHouseFormat(cluster, { nameTable: () => table, noteOpen: () => () => {} });
    const memory = await load(columnarFormat(kernel), path, directory);
    const remote = await load(distributed, path, directory);
    print(`\n${memory.engine.numEntries} payments on ${cluster.nodes.length} shards; median milliseconds\n`);
    const lines = [["load, thousand rows a second", ...[memory, remote].map(({ rate }) => rate)]];
    for (const [title, ask] of listQuestions()) {
      const answers = [await ask(memory.engine), await ask(remote.engine)];
      assert.deepEqual(answers[1], answers[0], title);
      lines.push([
        title,
        await medianMilliseconds(() => ask(memory.engine)),
        await medianMilliseconds(() => ask(remote.engine)),
      ]);
    }
    print(markdownTable(["query", "in memory", "ClickHouse"], lines));
  } finally {
    await cluster.drop(table);
    cluster.close();
    await kernel.close();
    rmSync(directory, { recursive: true });
  }
}

async function load(format: TableFormat, path: string, directory: string): Promise<{ engine: Engine; rate: number }> {
  const begun = performance.now();
  const { engine } = await loaderHere(format).load({
    model,
    previous: null,
    sourceId: 1,
    source: { kind: "file", path },
    download: { directory },
    skipInvalid: false,
  });
  return { engine, rate: engine.numEntries / (performance.now() - begun) };
}

/** List the queries, with functions that return their answers for comparison. */
function listQuestions(): readonly (readonly [title: string, ask: (engine: Engine) => Promise<unknown>])[] {
  const read = (text: string) => parameters([...new URLSearchParams(text)]);
  return [
    ...Object.entries(AGGREGATES).map(([title, text]) => {
      const { query } = bindAggregate(model, read(text), 1024);
      return [
        title,
        (engine: Engine) =>
          withReader(engine, BOUNDS, async (reader) => {
            const { totals, numCells, cells } = await gatherCells(await reader.aggregate(query));
            return [totals.map(decimalText), numCells, cells.keys, [...cells.numEntries]];
          }),
      ] as const;
    }),
    ...Object.entries(SEARCHES).map(([title, text]) => {
      const [query] = bindSearch([model], read(text), true, { maxClauses: 1024, maxNesting: 64 }).queries;
      return [
        title,
        (engine: Engine) =>
          withReader(engine, BOUNDS, async (reader) => {
            const { numEntries, facets, hits } = await reader.search(query!);
            const ids: string[] = [];
            for await (const batch of hits()) ids.push(...batch.map(({ entry }) => entry.id));
            return [numEntries, facets, ids];
          }),
      ] as const;
    }),
  ];
}
