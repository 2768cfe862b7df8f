import assert from "node:assert/strict";
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { NO_CLUSTER, READER, startCluster, type TestCluster } from "../start-clickhouse.js";
import { type Files, GOOD, load, withFiles } from "./files.js";
import { endOf, run, runHere, start, startServing } from "./run.js";

/** Parts of URLs whose answers are the same whatever the engine. */
const PATHS = [
  "/api/2/aggregate?dataset=town",
  "/api/2/aggregate?dataset=town&drilldown=region|cofog1&order=region:asc",
  "/api/2/aggregate?dataset=town&drilldown=cofog1.label&cut=year:2009",
  "/town/region.json",
  "/town/entries.csv",
];

describe("the program with --engine clickhouse", { skip: NO_CLUSTER }, () => {
  let started: TestCluster;
  let engine: readonly string[];
  before(async () => {
    started = await startCluster();
    const { urls, user, password } = started.settings;
    process.env["SPENDCUBE_CLICKHOUSE_PASSWORD"] = password;
    engine = ["--engine", "clickhouse", "--clickhouse-url", urls.join(","), "--clickhouse-user", user];
  });
  after(() => started?.close());

  /** List the tables of the cluster without those that queries made. */
  const listTables = async (): Promise<readonly string[]> => {
    const sql =
      "SELECT name FROM system.tables WHERE database = currentDatabase() AND name NOT LIKE '%\\_x%' FORMAT JSONCompact";
    const found = await started.cluster.onAll((node) => node.queryRows({ sql }));
    return [...new Set(found.flat().map(([name]) => name!))].toSorted();
  };
  const listNoted = async ({ data }: Files): Promise<readonly string[]> =>
    (await readdir(join(data, "clickhouse")).catch(() => [])).toSorted();
  const answersOf = async (files: Files, options: readonly string[]): Promise<readonly string[]> => {
    const server = await startServing(["--data", files.data, ...options]);
    try {
      return await Promise.all(
        PATHS.map(async (path) => (await (await fetch(`${server.url}${path}`)).text()).replaceAll(server.url, "")),
      );
    } finally {
      assert.equal(await server.stop(), 0);
    }
  };

  it("loads, exports and serves the same as in memory", async () => {
    await withFiles(async (files) => {
      const inMemory = { ...files, data: `${files.data}-memory` };
      const [one, other] = [await load(files, files.good, ...engine), await load(inMemory, files.good)];
      assert.deepEqual([one.status, one.out], [0, other.out], one.err);
      const texts = await Promise.all([
        run(["export", "town", "--data", files.data, ...engine]),
        run(["export", "town", "--data", inMemory.data]),
      ]);
      assert.equal(texts[0].out, texts[1].out);
      assert.deepEqual(await answersOf(files, engine), await answersOf(inMemory, []));
    });
  });

  it("keeps the tables of versions that are stored, and drops those of a dropped dataset", async () => {
    await withFiles(async (files) => {
      const others = await listTables();
      assert.equal((await load(files, files.good, ...engine)).status, 0);
      await writeFile(files.good, GOOD.replace("10.10", "11"));
      assert.equal((await load(files, files.good, ...engine)).status, 0);
      assert.equal((await listTables()).length, others.length + 2);
      const rolledBack = await run(["dataset", "rollback", "town", "--data", files.data]);
      assert.equal(rolledBack.status, 0, rolledBack.err);
      assert.match((await run(["dataset", "list", "--data", files.data, ...engine])).out, /town\s+2/);
      const dropped = await runHere(["dataset", "drop", "town", "--data", files.data]);
      assert.equal(dropped.status, 0, dropped.err);
      // The manifest before the last one still names them.
      await runHere(["user", "add", "somebody", "--data", files.data]);
      await run(["dataset", "list", "--data", files.data, ...engine]);
      assert.deepEqual([await listNoted(files), await listTables()], [[], others]);
    });
  });

  it("leaves the data as it was, and nothing in the cluster, if rows are bad", async () => {
    await withFiles(async (files) => {
      await load(files, files.good, ...engine);
      const tables = await listTables();
      const failed = await load(files, files.bad, ...engine);
      assert.equal(failed.status, 1);
      assert.deepEqual(await listTables(), tables);
      assert.equal((await listNoted(files)).length, 1);
    });
  });

  it("drops at the next start what a killed load left", async () => {
    await withFiles(async (files) => {
      await load(files, files.good, ...engine);
      const tables = await listTables();
      const { data, model, good } = files;
      const child = start(["load", "--data", data, "--metadata", model, "--csv", good, "--replace", ...engine]);
      while (child.exitCode === null && (await listTables()).length === tables.length) await wait(5);
      child.kill("SIGKILL");
      await endOf(child);
      const listed = await run(["dataset", "list", "--data", data, ...engine]);
      assert.equal(listed.status, 0, listed.err);
      assert.match(listed.out, /town\s+2/);
      const noted = await listNoted(files);
      assert.ok((await listTables()).every((table) => tables.includes(table) || noted.includes(table)));
      assert.ok(noted.length <= 2);
    });
  });

  it("answers 503 while a shard is down, says so in /readyz, and goes on afterwards", async () => {
    await withFiles(async (files) => {
      await load(files, files.good, ...engine);
      const server = await startServing(["--data", files.data, "--max-cache-bytes", "0", ...engine]);
      try {
        const ask = (path: string): Promise<Response> => fetch(`${server.url}${path}`);
        const search = "/api/2/search?q=North";
        assert.equal((await ask(search)).status, 200);
        await started.kill(1);
        const refused = await ask(search);
        const text = await refused.text();
        assert.equal(refused.status, 503, text);
        assert.doesNotMatch(text, /127\.0|DB::|spendcube\.s|dictGet/);
        let ready = "";
        while (!ready.includes("Shard 2")) {
          ready = await (await ask("/readyz")).text();
          await wait(200);
        }
        const known = await ask(search);
        assert.deepEqual([known.status, known.headers.get("retry-after")], [503, "5"]);
        await started.restart(1);
        while (ready.includes("Shard 2")) {
          ready = await (await ask("/readyz")).text();
          await wait(200);
        }
        assert.equal((await ask(search)).status, 200);
      } finally {
        await server.stop();
      }
    });
  });

  it("refuses what cannot work, with the way out", async () => {
    await withFiles(async (files) => {
      const refused = async (options: readonly string[], message: RegExp): Promise<void> => {
        const { data, model, good } = files;
        const args = ["load", "--data", data, "--metadata", model, "--csv", good, ...options];
        const { status, err } = await runHere(args);
        assert.notEqual(status, 0);
        assert.match(err, message);
      };
      const [url] = started.settings.urls as [string];
      const at = (text: string): readonly string[] => [...engine, "--clickhouse-url", text];
      await refused(["--engine", "clickhouse"], /needs --clickhouse-url/);
      await refused(at(url), /Shard 2 of cluster "spendcube" has no --clickhouse-url/);
      await refused(at(`${url},${url}`), /are one shard/);
      await refused(at("http://10.1.2.3:8123"), /in plain text; use HTTPS, or --clickhouse-insecure/);
      await refused(at("http://web:secret@localhost:8123"), /leave user and password out/);
      await refused([...engine, "--clickhouse-user", "nobody"], /cannot be used as "nobody": .*Authentication failed/);
      await refused(at("http://127.0.0.1:1"), /http:\/\/127\.0\.0\.1:1 cannot be used .*ECONNREFUSED/);
      await refused([...engine, "--clickhouse-cluster", "other"], /knows no cluster "other"/);
      await refused([...engine, "--clickhouse-database", "missing"], /has no database "missing"; create it/);
      await refused([...engine, "--clickhouse-database", "a'b"], /not a name of letters/);
      await refused([...engine, "--clickhouse-ca", "missing.pem"], /missing\.pem could not be read/);
    });
  });

  it("refuses settings that mean nothing to it, and its own to another engine", async () => {
    const [, , ...own] = engine;
    const other = await runHere(["serve", ...own]);
    const named = "--clickhouse-url, --clickhouse-user: no effect with --engine memory; leave it out\n";
    assert.deepEqual([other.status, other.err], [2, `error: ${named}`]);
    const { status, err } = await runHere(["serve", "--cluster-entries", "5", "--threads", "2", ...engine]);
    const refusal = "error: --cluster-entries, --threads: no effect with --engine clickhouse; leave it out\n";
    assert.deepEqual([status, err], [2, refusal]);
  });

  it("is verified with the data directory: its entries are what was written, on every shard", async () => {
    await withFiles(async (files) => {
      const others = await listTables();
      await load(files, files.good, ...engine);
      const table = (await listTables()).find((name) => !others.includes(name));
      const verify = (options: readonly string[]) => runHere(["verify", "--data", files.data, ...options]);
      const good = await verify(engine);
      assert.deepEqual([good.status, good.err], [0, ""]);
      assert.match(good.out, /nothing is damaged\n$/);
      const unchecked = await verify([]);
      assert.equal(unchecked.status, 0);
      assert.match(
        unchecked.err,
        /^warning: one version has entries in a ClickHouse cluster, which were not read; add/,
      );
      const damage = async (statement: string, error: RegExp): Promise<void> => {
        await started.cluster.onAll((node) => node.run(statement));
        const { status, out } = await verify(engine);
        assert.equal(status, 1, out);
        assert.match(out, error);
      };
      await damage(
        `ALTER TABLE ${table} UPDATE m0 = m0 + 1 WHERE 1 SETTINGS mutations_sync = 2`,
        /have other sums or sources than were written; it holds town\n$/,
      );
      await damage(
        `INSERT INTO ${table} SELECT * REPLACE (toUInt32(4000000000) AS d0) FROM ${table}`,
        /have members that were not written/,
      );
      await damage(
        `ALTER TABLE ${table} DELETE WHERE 1 SETTINGS mutations_sync = 2`,
        /are 0 instead of \d+; it holds town\n$/,
      );
      await damage(
        `DROP TABLE ${table} SYNC SETTINGS max_table_size_to_drop = 0`,
        /cannot be read: .*; it holds town\n$/,
      );
    });
  });

  it("says what the cluster said to a load that it refused", async () => {
    await withFiles(async (files) => {
      const { status, err } = await load(files, files.good, ...engine, "--clickhouse-user", READER);
      assert.equal(status, 1);
      assert.match(
        err,
        /^error: the ClickHouse cluster refused or failed this: Code: 497\. DB::Exception: reader: Not enough privileges[^\n]+$/m,
      );
      assert.doesNotMatch(err, /\n +at /);
    });
  });

  it("is restored from a backup by the documented statements", async () => {
    await withFiles(async (files) => {
      const document = await readFile(resolve("docs/clickhouse.md"), "utf8");
      const onAll = async (statement: RegExp): Promise<void> => {
        const [text] = statement.exec(document)!;
        for (const server of [0, 1]) await started.setUp(server, text);
      };
      await load(files, files.good, ...engine);
      const copy = `${files.data}-copy`;
      const answers = await answersOf(files, engine);
      await cp(files.data, copy, { recursive: true });
      await onAll(/BACKUP DATABASE spendcube TO .+;/);
      await writeFile(files.good, GOOD.replace("10.10", "11"));
      assert.equal((await load(files, files.good, ...engine)).status, 0);
      assert.notDeepEqual(await answersOf(files, engine), answers);
      await onAll(/DROP DATABASE IF EXISTS [^`]+/);
      await rm(files.data, { recursive: true });
      await cp(copy, files.data, { recursive: true });
      await onAll(/CREATE DATABASE spendcube/);
      const missing = await runHere(["verify", "--data", files.data, ...engine]);
      assert.equal(missing.status, 1, missing.out);
      await onAll(/DROP DATABASE IF EXISTS [^`]+/);
      await onAll(/RESTORE DATABASE spendcube FROM .+;/);
      const verified = await runHere(["verify", "--data", files.data, ...engine]);
      assert.deepEqual([verified.status, verified.err], [0, ""], verified.out);
      assert.deepEqual(await answersOf(files, engine), answers);
      await writeFile(files.good, GOOD.replace("10.10", "11"));
      assert.equal((await load(files, files.good, ...engine)).status, 0);
    });
  });

  it("refuses a data directory of the other engine", async () => {
    await withFiles(async (files) => {
      const inMemory = { ...files, data: `${files.data}-memory` };
      await load(files, files.good, ...engine);
      await load(inMemory, files.good);
      const one = await run(["dataset", "list", "--data", files.data]);
      assert.match(one.err, /start with --engine clickhouse/);
      const other = await run(["dataset", "list", "--data", inMemory.data, ...engine]);
      assert.match(other.err, /start without --engine clickhouse/);
    });
  });
});
