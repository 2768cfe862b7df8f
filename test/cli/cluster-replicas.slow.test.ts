import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, afterEach, beforeEach, describe, it } from "node:test";
import { clickHouseFormat } from "#src/engines/clickhouse/format.js";
import type { ClickHouseEngine } from "#src/engines/clickhouse/read/engine.js";
import { connectCluster } from "#src/engines/clickhouse/client/connect-cluster.js";
import type { ClusterNode } from "#src/engines/clickhouse/client/node.js";
import { ClusterTables } from "#src/cli/directory/cluster-tables.js";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import type { Engine } from "#src/core/engine/engine.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { EngineUnreachable } from "#src/core/errors/errors.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { Catalog } from "#src/store/catalog.js";
import { entriesOf } from "../contract/sample.js";
import { entryInput, queryParameters, type Row, spendingModel } from "../fixtures.js";
import { startCluster, type TestCluster } from "../start-clickhouse.js";
import { NO_REPLICAS } from "../start-zookeeper.js";
import { bindSearch } from "../bind-search.js";

const model = spendingModel();
const TOTAL = bindAggregate(model, queryParameters(""), 1024).query;
const CUT = bindAggregate(model, queryParameters("cut=region:North&drilldown=region"), 1024).query;
const SEARCH = bindSearch(model, queryParameters("q=north")).queries[0]!;
const DOCUMENT = await readFile(resolve("docs/clickhouse.md"), "utf8");
const FIRST_ID = "0".repeat(40);

if (NO_REPLICAS) {
  describe("replicas of a ClickHouse cluster", { skip: NO_REPLICAS }, () => {});
} else {
  const started = await startCluster({ shards: 2, replicas: 2 });
  after(() => started.close());
  describeReplicas(started);
}

/** Make rows, of which every other one is on the second shard. */
function makeRows(from: number, length: number, paid = 1n): readonly Row[] {
  return Array.from({ length }, (_, at) => ({
    id: (from + at).toString(16).padStart(8, "0").padEnd(40, "0"),
    paid,
    region: (from + at) % 3 === 0 ? "North" : "South",
  }));
}

function describeReplicas({ cluster, settings, kill, restart, empty, setUp }: TestCluster): void {
  const nodes = cluster.shards.flat();
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "spendcube-replicas-"));
  });
  afterEach(async () => {
    await cluster.drop("s");
    await rm(directory, { recursive: true });
  });

  /** Open the data directory as a process does at its start. */
  async function start() {
    const errors: unknown[] = [];
    const tables = new ClusterTables(cluster, directory, (error) => errors.push(error));
    let table = "";
    let number = 0;
    const format = clickHouseFormat(cluster, { nameTable: () => table, noteOpen: tables.noteOpen });
    const catalog = await Catalog.open(directory, format);
    /** Begin a version upon the one that is published. */
    const begin = async (rows: readonly Row[], source = 1) => {
      table = `s${String(++number).padStart(12, "0")}`;
      await tables.begin(table);
      const builder = format.build(model, catalog.get("town")?.engine ?? null, source, {});
      await builder.write(rows.map(entryInput));
      return builder;
    };
    const publish = async (engine: Engine) => {
      const base = catalog.get("town");
      await catalog.publish({ model, engine, sources: [], base, private: false, managers: [] });
      await tables.end(table);
      return engine as ClickHouseEngine;
    };
    const load = async (rows: readonly Row[], source = 1) =>
      publish((await (await begin(rows, source)).finish()).engine);
    return { tables, catalog, errors, begin, publish, load, table: () => table };
  }

  const tablesOf = async (node: ClusterNode): Promise<readonly string[]> => {
    const sql =
      "SELECT concat(name, ' ', engine) FROM system.tables WHERE database = currentDatabase() AND name NOT LIKE '%\\_x%' ORDER BY 1 FORMAT JSONCompact";
    return (await node.queryRows({ sql, isOwn: true })).map(([name]) => name!);
  };
  const countOn = async (node: ClusterNode, table: string): Promise<number> => {
    const sql = `SELECT toString(count()) FROM ${table} FORMAT JSONCompact`;
    return Number((await node.queryRows({ sql, isOwn: true }))[0]![0]);
  };
  /** Check every kind of answer, as often as each node begins one. */
  async function assertAnswers(engine: Engine, count: number, paid = 1n): Promise<void> {
    const wanted = makeRows(0, count).filter(({ region }) => region === "North").length;
    for (const _ of nodes) {
      await withReader(engine, UNBOUNDED, async (reader) => {
        const { totals, numEntries } = await reader.aggregate(TOTAL);
        assert.deepEqual([totals[0]!.unscaled, numEntries], [paid * BigInt(count), count]);
        const cut = await reader.aggregate(CUT);
        assert.deepEqual([cut.numEntries, cut.numCells], [wanted, 1]);
        assert.equal((await reader.search(SEARCH)).numEntries, wanted);
        assert.equal((await reader.findEntry(FIRST_ID))?.id, FIRST_ID);
      });
    }
    assert.equal((await entriesOf(engine)).length, count);
  }
  /** Check that the nodes have the same table of a version, and nothing else. */
  async function assertTables(...tables: readonly string[]): Promise<void> {
    for (const node of nodes) {
      assert.deepEqual(
        await tablesOf(node),
        tables.map((table) => `${table} ReplicatedMergeTree`),
      );
    }
    for (const table of tables) {
      for (const shard of cluster.shards) {
        const [one, other] = await Promise.all(shard.map((node) => countOn(node, table)));
        assert.ok(one! > 0);
        assert.equal(one, other);
      }
    }
  }
  /** Start a server again, and look after it. */
  async function bringBack(server: number, tables: ClusterTables): Promise<void> {
    await restart(server);
    await lookAfter(server, tables);
  }
  /** Look after a server that is back, as a process does that serves. */
  async function lookAfter(server: number, tables: ClusterTables): Promise<void> {
    while (nodes[server]!.isLost) await cluster.checkHealth();
    while (nodes[server]!.isBehind) await tables.completeReplicas();
    await cluster.checkHealth();
    assert.deepEqual(cluster.health, []);
  }

  describe("replicas of a ClickHouse cluster", () => {
    it("have all rows of a version, and of one that shares its partitions", async () => {
      const { load, catalog, tables } = await start();
      await load(makeRows(0, 100));
      await assertAnswers(catalog.get("town")!.engine, 100);
      await load(makeRows(90, 20), 2);
      await assertAnswers(catalog.get("town")!.engine, 110);
      await catalog.openVersion("town@1");
      await assertAnswers(catalog.get("town@1")!.engine, 100);
      await assertTables("s000000000001", "s000000000002");
      await catalog.purge("town", [1]);
      await tables.dropUnused();
      await assertTables("s000000000002");
    });

    for (const [server, which] of ["the one that writes", "the other one"].entries()) {
      it(`answer while one is lost, ${which}, and load`, async () => {
        const { load, tables } = await start();
        const first = await load(makeRows(0, 100));
        await kill(server);
        await assertAnswers(first, 100);
        await cluster.checkHealth();
        assert.match(cluster.health.join(), new RegExp(`^Replica ${server + 1} of shard 1 .* does not answer; [^,]*$`));
        const second = await load(makeRows(90, 20), 2);
        await assertAnswers(second, 110);
        await bringBack(server, tables);
        await assertTables("s000000000001", "s000000000002");
        await assertAnswers(second, 110);
      });
    }

    it("answer a query during which one is lost", async () => {
      const { load } = await start();
      const { version } = await load(makeRows(0, 100));
      const sql = `SELECT toString(count()) FROM cluster('spendcube', 'spendcube', '${version.facts.table}')
        WHERE sleepEachRow(0.05) = 0 SETTINGS max_block_size = 1 FORMAT JSONCompact`;
      const running = nodes[0]!.queryRows({ sql });
      let reader = -1;
      while (reader < 0) {
        const counts = await Promise.all(
          nodes.slice(2).map((node) =>
            node.queryRows({
              sql: "SELECT toString(count()) FROM system.processes WHERE position(query, 'sleepEachRow') > 0 AND NOT is_initial_query FORMAT JSONCompact",
              isOwn: true,
            }),
          ),
        );
        reader = counts.findIndex((rows) => rows[0]![0] !== "0");
      }
      await kill(2 + reader);
      assert.deepEqual(await running, [["100"]]);
      await restart(2 + reader);
    });

    it("load while one is lost that does not write", async () => {
      const { begin, publish, load, tables, table } = await start();
      await load(makeRows(0, 100));
      const builder = await begin(makeRows(90, 20), 2);
      await kill(1);
      const engine = await publish((await builder.finish()).engine);
      await assertAnswers(engine, 110);
      await bringBack(1, tables);
      assert.equal(await countOn(nodes[1]!, table()), await countOn(nodes[0]!, table()));
      await assertTables("s000000000001", "s000000000002");
    });

    it("fail a load whose writing one is lost, and answer as before", async () => {
      const { begin, load, tables, table, errors } = await start();
      const first = await load(makeRows(0, 100));
      const builder = await begin(makeRows(90, 20), 2);
      await kill(0);
      await assert.rejects(async () => builder.finish(), EngineUnreachable);
      await builder.abandon();
      await tables.end(table());
      assert.deepEqual(
        errors.filter((error) => !(error instanceof EngineUnreachable)),
        [],
      );
      assert.ok(errors.length > 0);
      await assertAnswers(first, 100);
      await bringBack(0, tables);
      await tables.dropUnused();
      await assertTables("s000000000001");
    });

    it("are not read before they have all rows", async () => {
      const { load, tables } = await start();
      await load(makeRows(0, 10));
      await kill(1);
      await cluster.checkHealth();
      const second = await load(makeRows(0, 100));
      await restart(1);
      while (nodes[1]!.isLost) await cluster.checkHealth();
      await assertAnswers(second, 100);
      assert.ok(nodes[1]!.isBehind);
      assert.match(
        String(await cluster.checkHealth().then(() => cluster.health)),
        /Replica 2 of shard 1 .* lacks tables/,
      );
      await lookAfter(1, tables);
      await assertAnswers(second, 100);
    });

    it("need a URL each, and may be down at the start", async () => {
      const { urls } = settings;
      const refuse = (those: readonly string[], message: RegExp) =>
        assert.rejects(connectCluster({ ...settings, urls: those }), message);
      await refuse(urls.slice(0, 3), /Cluster "spendcube" has 4 servers; give the --clickhouse-url of each, not of 3/);
      await refuse([...urls.slice(0, 3), urls[0]!], /are one server: give it once/);
      await refuse(urls.slice(0, 2), /Shard 2 of cluster "spendcube" has no --clickhouse-url/);
      const { load, tables } = await start();
      await kill(3);
      await cluster.checkHealth();
      const { version } = await load(makeRows(0, 100));
      const own = await connectCluster(settings);
      try {
        const sql = `SELECT toString(count()) FROM cluster('spendcube', 'spendcube', '${version.facts.table}') FORMAT JSONCompact`;
        for (const _ of nodes) assert.deepEqual(await own.node.queryRows({ sql }), [["100"]]);
        await own.checkHealth();
        assert.deepEqual(own.health, ["A server of the ClickHouse cluster has not answered since the start"]);
        await assert.rejects(own.drop("t"), EngineUnreachable);
        await restart(3);
        await own.checkHealth();
        assert.deepEqual([own.all.length, own.all[3]!.url], [4, urls[3]]);
        await lookAfter(3, tables);
      } finally {
        own.close();
      }
    });

    it("get everything again on a machine that was emptied and forgotten", async () => {
      const { load, tables } = await start();
      const engine = await load(makeRows(0, 100));
      const [, statement] = /`(SYSTEM DROP REPLICA .+?)`/.exec(DOCUMENT)!;
      await kill(1);
      await cluster.checkHealth();
      await empty(1);
      await restart(1);
      await setUp(1, "CREATE DATABASE spendcube");
      // The session of the server that was killed may not have ended yet.
      const isActive = (error: unknown): boolean => {
        assert.match(String(error), /because it's active/);
        return true;
      };
      const forget = statement!.replace("a2:9440", nodes[1]!.place!.replica);
      while (await setUp(0, forget).then(() => false, isActive));
      await lookAfter(1, tables);
      await assertTables("s000000000001");
      await assertAnswers(engine, 100);
    });

    it("get everything again if one of each shard was restored from a backup", async () => {
      const { load, tables } = await start();
      const engine = await load(makeRows(0, 100));
      const onEach = async (statement: RegExp, servers: readonly number[]): Promise<void> => {
        for (const server of servers) await setUp(server, statement.exec(DOCUMENT)![0]);
      };
      await onEach(/BACKUP DATABASE spendcube TO .+;/, [0, 2]);
      await onEach(/DROP DATABASE IF EXISTS [^`]+/, [0, 1, 2, 3]);
      await onEach(/RESTORE DATABASE spendcube FROM .+;/, [0, 2]);
      await onEach(/CREATE DATABASE spendcube/, [1, 3]);
      do await tables.completeReplicas();
      while (nodes.some(({ isBehind }) => isBehind));
      await assertTables("s000000000001");
      await assertAnswers(engine, 100);
    });

    it("are cleaned of tables that were dropped while they were down", async () => {
      const { load, catalog, tables, errors } = await start();
      await load(makeRows(0, 10));
      await load(makeRows(0, 20));
      await kill(1);
      await cluster.checkHealth();
      await catalog.purge("town", [1]);
      await tables.dropUnused();
      assert.deepEqual(
        errors.filter((error) => !(error instanceof EngineUnreachable)),
        [],
      );
      assert.ok(errors.length > 0);
      await bringBack(1, tables);
      await (await start()).tables.dropUnused();
      await assertTables("s000000000002");
    });
  });
}
