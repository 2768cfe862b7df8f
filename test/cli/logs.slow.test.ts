import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { DEMO_DATASETS } from "#src/core/assets/demo.js";
import { load, withFiles } from "./files.js";
import { inDirectory, run, startServing } from "./run.js";

type Line = Record<string, unknown> & { readonly level: number; readonly msg: string };

/** Parse a log of which every line must be JSON. */
function parseLog(err: string): readonly Line[] {
  return err
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

const messages = (log: readonly Line[]): readonly string[] => log.map(({ msg }) => msg);

const loadsIn = (log: readonly Record<string, unknown>[]): readonly Record<string, unknown>[] =>
  log.filter(({ action }) => String(action).startsWith("dataset.load"));

/** Return the environment in which a script runs in the server's process before the server starts. */
const withScript = (script: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
});

async function endWith(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  await once(child, "exit");
  return child.exitCode;
}

describe("what a server writes to standard error", () => {
  it("is JSON from its start to its end, with the hints and the demo's load", () =>
    inDirectory(async (data) => {
      const server = await startServing(["--data", data, "--demo", "--metrics-listen", "127.0.0.1:0"]);
      const err = text(server.child.stderr!);
      assert.equal(await server.stop(), 0);
      const log = parseLog(await err);
      assert.deepEqual(
        messages(log).map((msg) => msg.split(/ http| '/)[0]),
        [
          ...DEMO_DATASETS.flatMap(() => ["a load begins", "a load is complete"]),
          "metrics at",
          "try: curl",
          "finishing running requests and loads",
        ],
      );
      const done = log.find(({ action, dataset }) => action === "dataset.load" && dataset === "uk-spending")!;
      const { dataset, rows, entries, by } = done;
      assert.deepEqual([dataset, rows, entries, by], ["uk-spending", 9978, 9978, null]);
      assert.match(String(done["source"]), /demo\/uk-spending\.csv$/);
      assert.equal(typeof done["seconds"], "number");
    }));

  it("is JSON when the server cannot start", () =>
    inDirectory(async (directory) => {
      const data = join(directory, "data");
      const server = await startServing(["--data", data]);
      const other = ["serve", "--data", join(directory, "other")];
      const refused: readonly (readonly [args: readonly string[], status: number, wanted: RegExp])[] = [
        [[...other, "--port", new URL(server.url).port], 1, /^Cannot listen on .*: another program listens there/],
        [["serve", "--data", data], 1, /is already served by process \d+; end that one, or name another --data/],
        [["serve", "--data", "README.md"], 1, /it exists and is not a directory; name the data directory with --data/],
        [[...other, "--tls-cert", "x", "--tls-key", "y"], 1, /^Cannot read "x": it does not exist/],
        [[...other, "--tls-key", "y"], 2, /^--tls-cert and --tls-key must be given together$/],
      ];
      for (const [args, status, wanted] of refused) {
        const { err, ...ended } = await run(args);
        assert.deepEqual(ended, { status, out: "" }, err);
        const log = parseLog(err);
        assert.deepEqual([log.length, log[0]!.level], [1, 50]);
        assert.match(log[0]!.msg, wanted);
      }
      await server.stop();
    }));

  it("is JSON for Node's warnings, too", () =>
    inDirectory(async (data) => {
      const script = `process.once("SIGUSR2", () => process.emitWarning("much is wrong", { code: "SC01" }))`;
      const server = await startServing(["--data", data], withScript(script));
      server.child.kill("SIGUSR2");
      let err = "";
      while (!err.includes("much is wrong")) err += String((await once(server.child.stderr!, "data"))[0]);
      assert.equal(await server.stop(), 0);
      const warning = parseLog(err).find(({ level }) => level === 40);
      assert.deepEqual([warning!.msg, warning!["code"]], ["much is wrong", "SC01"]);
    }));

  for (const [name, act] of [
    ["an unhandled rejection", `Promise.reject(new Error("a bug"))`],
    ["an uncaught exception", `setImmediate(() => { throw new Error("a bug"); })`],
  ] as const) {
    it(`is JSON when ${name} ends it`, () =>
      inDirectory(async (data) => {
        const server = await startServing(["--data", data], withScript(`process.once("SIGUSR2", () => { ${act}; })`));
        const err = text(server.child.stderr!);
        assert.equal(await endWith(server.child, "SIGUSR2"), 1);
        const last = parseLog(await err).at(-1)!;
        assert.deepEqual([last.level, (last["err"] as Error).message], [60, "a bug"]);
      }));
  }
});

describe("loads of a server", () => {
  it("are logged and audited with begin, end and failure, and without secrets in URLs", () =>
    withFiles(async (files) => {
      const key = (await run(["user", "add", "ada", "--admin", "--data", files.data])).out.trim();
      const elsewhere = createServer((_, response) => response.writeHead(404).end()).listen(0, "127.0.0.1");
      await once(elsewhere, "listening");
      const { port } = elsewhere.address() as AddressInfo;
      const server = await startServing(["--data", files.data, "--allow-http-loading", "--allow-private-urls"]);
      const err = text(server.child.stderr!);
      assert.equal((await load(files, files.good)).status, 0);
      assert.equal((await load(files, files.bad)).status, 1);
      const remote = ["--server", server.url, "--metadata", files.model];
      const csv = `http://127.0.0.1:${port}/rows.csv?token=hidden`;
      assert.equal((await run(["load", ...remote, "--csv", csv], { SPENDCUBE_KEY: key })).status, 1);
      assert.equal(await server.stop(), 0);
      elsewhere.close();
      const town = { operation: "load", dataset: "town" };
      const place = `http://127.0.0.1:${port}/rows.csv`;
      const wanted = [
        { action: "dataset.load.begin", ...town, source: files.good, by: null },
        { action: "dataset.load", ...town, source: files.good, entries: 2, rows: 2, by: null },
        { action: "dataset.load.begin", ...town, source: files.bad, by: null },
        {
          action: "dataset.load.failed",
          ...town,
          source: files.bad,
          error: "1 of 4 rows cannot be loaded, with 2 errors; nothing was loaded",
          rows: 4,
          by: null,
        },
        { action: "dataset.load.begin", ...town, source: place, by: "ada" },
        {
          action: "dataset.load.failed",
          ...town,
          source: place,
          error: `${place} answered 404 Not Found`,
          rows: 0,
          by: "ada",
        },
      ];
      const audited = (await readFile(join(files.data, "audit.log"), "utf8"))
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      const written = await err;
      for (const events of [loadsIn(audited), loadsIn(parseLog(written))]) {
        assert.deepEqual(
          events.map(({ level: _l, time: _t, pid: _p, hostname: _h, msg: _m, by_id: id, seconds, ...event }) => {
            assert.equal(typeof id, event["by"] === null ? "undefined" : "string");
            assert.equal(typeof seconds, event["action"] === "dataset.load.begin" ? "undefined" : "number");
            return event;
          }),
          wanted,
        );
      }
      assert.ok(!`${written}${JSON.stringify(audited)}`.includes("hidden"));
    }));
});
