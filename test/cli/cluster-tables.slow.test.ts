import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, beforeEach, describe, it } from "node:test";
import type { InlineRules } from "#src/engines/clickhouse/writing/choose-inline.js";
import { clickHouseFormat } from "#src/engines/clickhouse/format.js";
import { ClusterTables } from "#src/cli/directory/cluster-tables.js";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { EngineUnreachable } from "#src/core/errors/errors.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { Catalog } from "#src/store/catalog.js";
import type { Dataset } from "#src/store/dataset.js";
import { entryInput, queryParameters, spendingModel } from "../fixtures.js";
import { NO_CLUSTER, startCluster, type TestCluster } from "../start-clickhouse.js";

const model = spendingModel();
const BY_REGION = bindAggregate(model, queryParameters("drilldown=region"), 1024).query;

if (NO_CLUSTER) {
  describe("tables in a ClickHouse cluster", { skip: NO_CLUSTER }, () => {});
} else {
  const started = await startCluster();
  after(() => started.close());
  explainTables("tables in a ClickHouse cluster", started);
  explainTables("tables in a ClickHouse cluster, with inline dimensions", started, {
    mostMembers: 0,
    leastMembers: 0,
    share: 0,
  });
}

function explainTables(name: string, { cluster, kill, restart }: TestCluster, inlineRules?: InlineRules): void {
  let directory: string;
  /** Number of the next table. */
  let next = 1;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "spendcube-tables-"));
  });
  afterEach(async () => {
    await cluster.drop("s");
    await rm(directory, { recursive: true });
  });

  /** Open the directory as a process does at its start, and as one that was ended at once before. */
  async function start() {
    const errors: unknown[] = [];
    const tables = new ClusterTables(cluster, directory, (error) => errors.push(error));
    const open = (table: string) =>
      clickHouseFormat(cluster, {
        nameTable: () => table,
        noteOpen: tables.noteOpen,
        ...(inlineRules && { inlineRules }),
      });
    const catalog = await Catalog.open(directory, open("s000000000000"));
    await tables.dropUnused();
    const write = async (paid: bigint) => {
      const table = `s${String(next++).padStart(12, "0")}`;
      await tables.begin(table);
      const builder = open(table).build(model, null, 1, {});
      await builder.write(["a", "b"].map((id) => entryInput({ id: id.repeat(40), paid })));
      const { engine } = await builder.finish();
      return { table, engine };
    };
    const load = async (paid: bigint) => {
      const { table, engine } = await write(paid);
      const base = catalog.get("town");
      await catalog.publish({ model, engine, sources: [], base, private: false, managers: [] });
      await tables.end(table);
      return table;
    };
    return { tables, catalog, errors, write, load };
  }

  /** List the versions that have tables on each shard; lookups count as tables of their version. */
  async function listVersions(): Promise<readonly (readonly string[])[]> {
    const rows = await cluster.onAll((node) =>
      node.queryRows({
        sql: "SELECT DISTINCT substring(name, 1, 13) FROM system.tables WHERE database = currentDatabase() ORDER BY 1 FORMAT JSONCompact",
      }),
    );
    return rows.map((shard) => shard.map(([name]) => name!));
  }

  async function assertVersions(...versions: readonly string[]): Promise<void> {
    assert.deepEqual(await listVersions(), [versions, versions]);
  }

  async function totalOf(dataset: Dataset | undefined): Promise<bigint> {
    const { totals } = await withReader(dataset!.engine, UNBOUNDED, (reader) => reader.aggregate(BY_REGION));
    return totals[0]!.unscaled;
  }

  describe(name, () => {
    it("go at the next start if the process ended before the manifest was written", async () => {
      const first = await start();
      const kept = await first.load(1n);
      await totalOf(first.catalog.get("town"));
      const { table } = await first.write(2n);
      await assertVersions(kept, table);
      const second = await start();
      await assertVersions(kept);
      assert.equal(await totalOf(second.catalog.get("town")), 2n);
    });

    it("stay if the process ended after the manifest was written", async () => {
      const first = await start();
      const tables = [await first.load(1n), await first.load(2n)];
      const { catalog } = await start();
      await assertVersions(...tables);
      assert.equal(await totalOf(catalog.get("town")), 4n);
      await catalog.openVersion("town@1");
      assert.equal(await totalOf(catalog.get("town@1")), 2n);
    });

    it("stay when a dataset is rolled back, and go when a version is purged", async () => {
      const { catalog, tables, load } = await start();
      const [one, two] = [await load(1n), await load(2n)];
      await catalog.rollBack("town", undefined, 1);
      await tables.dropUnused();
      await assertVersions(one, two);
      assert.equal(await totalOf(catalog.get("town")), 2n);
      await catalog.purge("town", [2]);
      await tables.dropUnused();
      await assertVersions(one);
      const again = await start();
      assert.equal(await totalOf(again.catalog.get("town")), 2n);
      await assertVersions(one);
    });

    it("of a purged version stay for those who read it", async () => {
      const { catalog, tables, load } = await start();
      const [one, two] = [await load(1n), await load(2n)];
      await catalog.openVersion("town@1");
      const reading = catalog.beginReading();
      const found = catalog.get("town@1");
      await catalog.purge("town", [1]);
      await tables.dropUnused();
      assert.equal(await totalOf(found), 2n);
      await assertVersions(one, two);
      reading.end();
      await tables.dropUnused();
      await assertVersions(two);
    });

    it("go with their dataset", async () => {
      const { catalog, tables, load } = await start();
      await load(1n);
      await catalog.drop("town");
      await tables.dropUnused();
      // The generation before still names the data, until the next write.
      await load(3n);
      await start();
      assert.equal((await listVersions())[0]!.length, 1);
    });

    it("go when a lost shard is back", async () => {
      const { tables, write, errors } = await start();
      const { table, engine } = await write(1n);
      await kill(1);
      engine.dispose();
      await tables.end(table);
      assert.ok(errors.length > 0 && errors.every((error) => error instanceof EngineUnreachable));
      await restart(1);
      await tables.dropUnused();
      await assertVersions();
    });

    it("of a version that was built stay whole if a shard is lost before the manifest is written", async () => {
      const { catalog, tables, write } = await start();
      const { table, engine } = await write(1n);
      await kill(1);
      await catalog.publish({ model, engine, sources: [], base: undefined, private: false, managers: [] });
      await tables.end(table);
      await assert.rejects(totalOf(catalog.get("town")), EngineUnreachable);
      await restart(1);
      assert.equal(await totalOf(catalog.get("town")), 2n);
      await assertVersions(table);
    });
  });
}
