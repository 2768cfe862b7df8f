import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { clickHouseFormat } from "#src/engines/clickhouse/format.js";
import type { ClickHouseEngine } from "#src/engines/clickhouse/read/engine.js";
import { type Bounds, UNBOUNDED } from "#src/core/engine/bounds.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { TableFormat } from "#src/core/engine/storage.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { EngineUnreachable, OverCapacity } from "#src/core/errors/errors.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { entryInput, queryParameters, type Row, spendingModel } from "../fixtures.js";
import { NO_CLUSTER, startCluster, type TestCluster } from "../start-clickhouse.js";
import { entriesOf, loadVersion, SAMPLE } from "./sample.js";
import { bindSearch } from "../bind-search.js";

const model = spendingModel();
const TOTAL = bindAggregate(model, queryParameters(""), 1024).query;
const BY_REGION = bindAggregate(model, queryParameters("drilldown=region"), 1024).query;
const SEARCH = bindSearch(model, queryParameters("q=north")).queries[0]!;
/** Rows on both shards. */
const ROWS = SAMPLE.map((row, at) => ({ ...row, id: String(at).padStart(8, "0").padEnd(40, "0") }));
/** Numbers without an end, on all shards. */
const ENDLESS = "FROM cluster('spendcube', system.numbers) WHERE NOT ignore(number)";
const TABLE = "s00000000000f";

/** Check that an error is one to retry after, and names neither a host nor a table. */
function isUnreachable(error: unknown): true {
  assert.ok(error instanceof EngineUnreachable, String(error));
  assert.doesNotMatch(error.message, /\d|host|table|shard|spendcube/i);
  return true;
}

const total = (engine: Engine, bounds: Bounds = UNBOUNDED) =>
  withReader(engine, bounds, async (reader) => {
    const { totals, numEntries } = await reader.aggregate(TOTAL);
    return [totals[0]!.unscaled, numEntries];
  });

/** Ask everything that reads the entries, from each node in turn. */
async function assertUnreachable(engine: Engine): Promise<void> {
  for (const query of [TOTAL, BY_REGION, TOTAL, BY_REGION]) {
    await assert.rejects(
      withReader(engine, UNBOUNDED, (reader) => reader.aggregate(query)),
      isUnreachable,
    );
    await assert.rejects(
      withReader(engine, UNBOUNDED, (reader) => reader.search(SEARCH)),
      isUnreachable,
    );
    await assert.rejects(entriesOf(engine), isUnreachable);
  }
}

/** Wait until a condition holds; the test's timeout is the limit. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo()));
}

function manyRows(from: number, length: number): readonly Row[] {
  return Array.from({ length }, (_, at) => ({
    id: (from + at).toString(16),
    paid: BigInt(from + at),
    region: "North",
  }));
}

if (NO_CLUSTER) {
  describe("faults of a ClickHouse cluster", { skip: NO_CLUSTER }, () => {});
} else {
  const started = await startCluster();
  after(() => started.close());
  describeFaults(started);
}

function describeFaults({ cluster, kill, restart }: TestCluster): void {
  const wanted = [ROWS.reduce((sum, { paid }) => sum + paid!, 0n), ROWS.length];

  /** Count the endless queries that run on a node. */
  const countRunning = async (shard: number): Promise<number> => {
    const [row] = await cluster.nodes[shard]!.queryRows({
      sql: "SELECT toString(countIf(position(query, 'ignore(') > 0 AND position(query, 'countIf') = 0)) FROM system.processes FORMAT JSONCompact",
    });
    return Number(row![0]);
  };
  const tablesOf = async (prefix: string): Promise<number> => {
    const rows = await cluster.onAll((node) =>
      node.queryRows({
        sql: "SELECT name FROM system.tables WHERE startsWith(name, {prefix:String}) FORMAT JSONCompact",
        parameters: { prefix },
      }),
    );
    return rows.flat().length;
  };
  const isIdle = async (): Promise<boolean> =>
    (await Promise.all(cluster.nodes.map((_, shard) => countRunning(shard)))).every((count) => count === 0);

  for (const [kind, options] of [
    ["", {}],
    [", with inline dimensions", { inlineRules: { mostMembers: 0, leastMembers: 0, share: 0 } }],
  ] as const) {
    const format: TableFormat = clickHouseFormat(cluster, options);

    describe(`a shard that is lost${kind}`, () => {
      for (const when of ["while rows are written", "before the version is finished"]) {
        it(`fails a load, ${when}, and leaves the version before as it was`, async () => {
          const first = await loadVersion(format, model, ROWS);
          const own: TableFormat = clickHouseFormat(cluster, { ...options, nameTable: () => TABLE });
          const builder = own.build(model, first, 2);
          await builder.write(manyRows(0, 10).map(entryInput));
          if (when.startsWith("before")) await builder.disagreements();
          await kill(1);
          await assert.rejects(async () => {
            await builder.write(manyRows(10, 10).map(entryInput));
            await builder.finish();
          }, isUnreachable);
          await builder.abandon();
          await assertUnreachable(first);
          await restart(1);
          assert.deepEqual(await total(first), wanted);
          await cluster.drop(TABLE);
          assert.equal(await tablesOf(TABLE), 0);
          const { engine } = await format.build(model, first, 2).finish();
          assert.deepEqual(await total(engine), wanted);
        });
      }

      it("keeps a version that was finished before", async () => {
        const engine = await loadVersion(format, model, ROWS);
        for (const shard of [0, 1]) {
          await kill(shard);
          await assertUnreachable(engine);
          assert.deepEqual(await cluster.listLost(), [cluster.nodes[shard]]);
          await restart(shard);
          while ((await cluster.listLost()).length > 0);
          assert.deepEqual(await total(engine), wanted);
        }
      });
    });

    describe(`a shard that has other entries than the version${kind}`, () => {
      const lose: Readonly<Record<string, (table: string) => string>> = {
        "without entries": (table) => `ALTER TABLE ${table} DELETE WHERE 1`,
        "without its table": (table) => `DROP TABLE ${table} SYNC SETTINGS max_table_size_to_drop = 0`,
      };
      for (const [name, write] of Object.entries(lose)) {
        it(`gives no total, ${name}`, async () => {
          const engine = (await loadVersion(format, model, ROWS)) as ClickHouseEngine;
          await cluster.nodes[1]!.run(write(engine.version.facts.table), { mutations_sync: "1" });
          for (const query of [TOTAL, BY_REGION]) {
            await assert.rejects(
              withReader(engine, UNBOUNDED, (reader) => reader.aggregate(query)),
              isUnreachable,
            );
          }
          await assert.rejects(entriesOf(engine), isUnreachable);
        });
      }

      it("gives no total of other amounts", async () => {
        const engine = (await loadVersion(format, model, ROWS)) as ClickHouseEngine;
        await cluster.onAll((node) =>
          node.run(`ALTER TABLE ${engine.version.facts.table} UPDATE m0 = m0 + 1 WHERE 1`, { mutations_sync: "1" }),
        );
        await assert.rejects(total(engine), isUnreachable);
      });
    });
  }

  describe("queries of a shard that is lost", () => {
    it("leaves the answers from sums that are kept as they were", async () => {
      const engine = await loadVersion(clickHouseFormat(cluster, { rollupBytes: 100_000 }), model, ROWS);
      await (engine as ClickHouseEngine).pulled.pull();
      const answer = async (): Promise<unknown> => {
        const { totals, numCells } = await withReader(engine, UNBOUNDED, (reader) => reader.aggregate(BY_REGION));
        return [totals[0]!.unscaled, numCells];
      };
      const whole = [wanted[0], new Set(ROWS.map(({ region }) => region)).size];
      assert.deepEqual(await answer(), whole);
      await kill(1);
      assert.deepEqual(await answer(), whole);
      await restart(1);
    });

    for (const first of [0, 1]) {
      it(`ends a query that began on node ${first + 1}`, async () => {
        const running = cluster.nodes[first]!.query({ sql: `SELECT count() ${ENDLESS}` });
        const ended = assert.rejects(running, isUnreachable);
        await until(async () => (await countRunning(1)) > 0);
        await kill(1);
        await ended;
        await restart(1);
        await until(() => isIdle());
      });
    }

    for (const first of [0, 1]) {
      it(`ends a stream that began on node ${first + 1} with an error`, async () => {
        const stream = cluster.nodes[first]!.stream({ sql: `SELECT number ${ENDLESS} FORMAT RowBinary` });
        assert.ok((await stream.next()).value!.length > 0);
        await kill(1);
        await assert.rejects(async () => {
          while (!(await stream.next()).done);
        }, isUnreachable);
        await restart(1);
        await until(() => isIdle());
      });
    }
  });

  describe("a query that is not needed any more", () => {
    it("ends on all nodes when it is cancelled", async () => {
      for (const [shard, node] of cluster.nodes.entries()) {
        const controller = new AbortController();
        const bounds = { deadline: Infinity, signal: controller.signal };
        const ended = assert.rejects(node.query({ sql: `SELECT count() ${ENDLESS}`, bounds }), OverCapacity);
        await until(async () => (await countRunning(1 - shard)) > 0);
        controller.abort();
        await ended;
        await until(() => isIdle());
      }
    });

    it("ends on all nodes at its deadline", async () => {
      const bounds = { deadline: performance.now() + 500 };
      await assert.rejects(cluster.node.query({ sql: `SELECT count() ${ENDLESS}`, bounds }), OverCapacity);
      await until(() => isIdle());
    });

    it("ends on all nodes when nobody reads its stream", async () => {
      for await (const chunk of cluster.node.stream({ sql: `SELECT number ${ENDLESS} FORMAT RowBinary` })) {
        assert.ok(chunk.length > 0);
        break;
      }
      await until(() => isIdle());
    });
  });

  it("waits for a slow reader instead of buffering for it", async () => {
    const node = cluster.nodes[0]!;
    const own = process.memoryUsage().arrayBuffers;
    const stream = node.stream({ sql: `SELECT number ${ENDLESS} FORMAT RowBinary` });
    await stream.next();
    const progress = async (): Promise<number> => {
      const [row] = await node.queryRows({
        sql: "SELECT toString(max(read_bytes)) FROM system.processes WHERE position(query, 'RowBinary') > 0 AND position(query, 'max(') = 0 FORMAT JSONCompact",
      });
      return Number(row![0]);
    };
    // It stands still once all buffers on the way are full.
    let [before, same] = [0, 0];
    await until(async () => {
      const now = await progress();
      same = now === before ? same + 1 : 0;
      before = now;
      return same === 50;
    });
    assert.ok(before > 0 && before < 256 << 20, `${before} bytes were read`);
    assert.ok(process.memoryUsage().arrayBuffers - own < 16 << 20);
    await stream.return();
    await until(() => isIdle());
  });
}
