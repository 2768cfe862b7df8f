import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { clickHouseFormat } from "#src/engines/clickhouse/format.js";
import type { ClickHouseEngine } from "#src/engines/clickhouse/read/engine.js";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { queryParameters, type Row, spendingModel } from "../fixtures.js";
import { NO_CLUSTER, startCluster, type TestCluster } from "../start-clickhouse.js";
import { loadVersion } from "./sample.js";

const model = spendingModel();
/** Twelve regions of one function each. */
const ROWS: readonly Row[] = Array.from({ length: 60 }, (_, at) => ({
  id: at.toString(16).padStart(40, "0"),
  paid: BigInt(at),
  region: `Region ${at % 12}`,
  code: String(at % 12),
}));
/** Room for the regions, and for the combinations that occur. */
const ROLLUP_BYTES = 3000;

if (NO_CLUSTER) {
  describe("sums of a cluster that are kept", { skip: NO_CLUSTER }, () => {});
} else {
  const started = await startCluster();
  after(() => started.close());
  describeFront(started);
}

function describeFront({ cluster, kill, restart }: TestCluster): void {
  async function load(): Promise<{
    engine: ClickHouseEngine;
    ask: (text: string) => Promise<Record<string, unknown>>;
  }> {
    const engine = (await loadVersion(
      clickHouseFormat(cluster, { rollupBytes: ROLLUP_BYTES }),
      model,
      ROWS,
    )) as ClickHouseEngine;
    await engine.pulled.pull();
    const ask = (text: string): Promise<Record<string, unknown>> =>
      withReader(engine, UNBOUNDED, async (reader) => {
        let table = "";
        const { query } = bindAggregate(model, queryParameters(text), 1024);
        const { totals, numCells, cells } = await reader.aggregate(query, (work) => (table = work.table));
        const rows: unknown[] = [];
        for await (const { keys, sums } of cells) rows.push([keys, sums]);
        return { table, answer: { totals, numCells, rows } };
      });
    return { engine, ask };
  }

  describe("sums of a cluster that are kept", () => {
    it("are those of the smallest dimensions at first", async () => {
      const { ask } = await load();
      assert.equal((await ask("drilldown=region")).table, "rollup");
      assert.equal((await ask("drilldown=cofog1")).table, "entries");
    });

    it("are those of dimensions that are asked for again and again, with the same answers", async () => {
      const { engine, ask } = await load();
      const text = "drilldown=region|cofog1&cut=cofog1.name:3|cofog1.name:4";
      const first = await ask(text);
      for (let again = 0; again < 2; again++) assert.deepEqual(await ask(text), first);
      assert.equal(first.table, "entries");
      await engine.pulled.pull();
      assert.deepEqual(await ask(text), { ...first, table: "rollup" });
      await kill(1);
      assert.deepEqual(await ask(text), { ...first, table: "rollup" });
      await restart(1);
    });

    it("are no more than there is room for", async () => {
      const { engine, ask } = await load();
      for (let times = 0; times < 8; times++) {
        assert.equal((await ask("drilldown=invoice")).table, "entries");
        await engine.pulled.pull();
      }
      assert.equal((await ask("drilldown=region")).table, "rollup");
    });

    it("are those that were used last", async () => {
      const { engine, ask } = await load();
      for (const text of ["drilldown=cofog1", "drilldown=region|cofog1", "drilldown=cofog1|time.year"]) {
        for (let times = 0; times < 3; times++) await ask(text);
        await engine.pulled.pull();
        assert.equal((await ask(text)).table, "rollup");
      }
      assert.equal((await ask("drilldown=region")).table, "rollup");
    });
  });
}
