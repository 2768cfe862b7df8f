import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { clickHouseFormat } from "#src/clickhouse/format.js";
import type { Bounds } from "#src/engine/bounds.js";
import { gatherCells } from "#src/engine/collect-cells.js";
import type { Engine } from "#src/engine/engine.js";
import type { TableBuilder } from "#src/engine/storage.js";
import { withReader } from "#src/engine/with-reader.js";
import { EngineUnreachable, OverCapacity } from "#src/errors/errors.js";
import { decimalText } from "#src/model/values/decimal.js";
import { bindAggregate } from "#src/query/aggregate/bind.js";
import { entriesOf, loadVersion } from "../../contract/sample.js";
import { entryInput, queryParameters, type Row, spendingModel } from "../../fixtures.js";
import { NO_CLUSTER, startCluster, type TestCluster } from "../../start-clickhouse.js";

const model = spendingModel();
const ROWS: readonly Row[] = Array.from({ length: 1000 }, (_, at) => ({
  id: at.toString(16),
  paid: BigInt(at),
  region: `R${at % 7}`,
}));
const BOUNDS: Bounds = { maxCells: 1000, deadline: Infinity };

/** A phase of a load, in which a shard is lost. */
const PHASES: Readonly<Record<string, (builder: TableBuilder, lose: () => Promise<void>) => Promise<unknown>>> = {
  "before the first row": async (builder, lose) => {
    await lose();
    await builder.write(ROWS.map(entryInput));
  },
  "before the rows are inserted": async (builder, lose) => {
    await builder.write(ROWS.map(entryInput));
    await lose();
    await builder.disagreements();
  },
  "before the version is read back": async (builder, lose) => {
    await builder.write(ROWS.map(entryInput));
    await builder.disagreements();
    await lose();
    await builder.finish();
  },
};

describe("a cluster that loses a shard", { skip: NO_CLUSTER }, () => {
  let started: TestCluster;
  let engine: Engine;
  before(async () => {
    started = await startCluster();
    engine = await loadVersion(clickHouseFormat(started.cluster), model, ROWS);
  });
  after(() => started?.close());

  const total = async (text = "drilldown=region", bounds = BOUNDS): Promise<string> => {
    const { query } = bindAggregate(model, queryParameters(text), 1024);
    const { totals } = await withReader(engine, bounds, async (reader) => gatherCells(await reader.aggregate(query)));
    return decimalText(totals[0]!);
  };
  const listTables = async (): Promise<string> => {
    const sql = "SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name FORMAT JSONCompact";
    return JSON.stringify(await started.cluster.onAll((node) => node.queryRows({ sql })));
  };

  it("answers with an error, never with part of the total, and again once the shard is back", async () => {
    assert.equal(await total(), "4995");
    await started.kill(1);
    for (const text of ["drilldown=region", "", "cut=region:R1", "drilldown=region&page=2&pagesize=2"]) {
      await assert.rejects(total(text), EngineUnreachable);
    }
    await assert.rejects(entriesOf(engine), EngineUnreachable);
    await started.cluster.checkHealth();
    assert.deepEqual(started.cluster.health, ["Shard 2 of the ClickHouse cluster does not answer"]);
    await started.restart(1);
    assert.equal(await total(), "4995");
    await started.cluster.checkHealth();
    assert.deepEqual(started.cluster.health, []);
  });

  it("names no host, table or database to clients", async () => {
    await started.kill(0);
    await assert.rejects(total(), (error: Error) => {
      assert.equal(error.message, "The data cannot be reached now; retry later");
      return true;
    });
    await started.restart(0);
  });

  for (const [phase, load] of Object.entries(PHASES)) {
    it(`keeps the version before if it is lost ${phase}, and no other tables`, async () => {
      assert.equal(await total(), "4995");
      const tables = await listTables();
      const names: string[] = [];
      const owner = {
        nameTable: () => {
          names.push(`s${"f".repeat(12)}`);
          return names[0]!;
        },
        noteOpen: () => () => {},
      };
      const builder = clickHouseFormat(started.cluster, owner).build(model, engine, 2);
      await assert.rejects(load(builder, () => started.kill(1)));
      assert.deepEqual(await builder.abandon(), { created: 0, updated: 0, repeated: 0 });
      await started.restart(1);
      assert.equal(await total(), "4995");
      await started.cluster.drop(names[0]!);
      assert.equal(await listTables(), tables);
    });
  }
});

describe("a query of a cluster", { skip: NO_CLUSTER }, () => {
  let started: TestCluster;
  before(async () => {
    started = await startCluster();
  });
  after(() => started?.close());

  /** A statement that takes half a minute. */
  const SLOW = "SELECT sum(sleepEachRow(0.5)) FROM numbers(60) SETTINGS max_block_size = 1";
  const countRunning = async (): Promise<number> => {
    const sql =
      "SELECT toString(count()) FROM system.processes WHERE query LIKE '%sleepEachRow(0.5)%' AND query NOT LIKE '%system.processes%' FORMAT JSONCompact";
    const [[count] = []] = await started.cluster.nodes[0]!.queryRows({ sql });
    return Number(count);
  };
  const untilNone = async (): Promise<void> => {
    for (let tries = 0; (await countRunning()) > 0; tries++) {
      assert.ok(tries < 100, "The query goes on in the cluster");
      await wait(100);
    }
  };

  it("ends in the cluster when it is cancelled", async () => {
    const controller = new AbortController();
    const bounds = { deadline: Infinity, signal: controller.signal };
    const answer = started.cluster.nodes[0]!.query({ sql: SLOW, bounds });
    while ((await countRunning()) === 0) await wait(50);
    controller.abort();
    await assert.rejects(answer, OverCapacity);
    await untilNone();
  });

  it("ends in the cluster at its deadline", async () => {
    const answer = started.cluster.nodes[0]!.query({ sql: SLOW, bounds: { deadline: performance.now() + 500 } });
    await assert.rejects(answer, (error) => error instanceof OverCapacity && error.limit === "deadline");
    await untilNone();
  });
});
