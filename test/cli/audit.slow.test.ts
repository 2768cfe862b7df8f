import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { load, withFiles } from "./files.js";
import { run, startServing } from "./run.js";

const BAD_ROWS = "1 of 4 rows cannot be loaded, with 2 errors; nothing was loaded";

describe("the audit log", () => {
  it("records what commands did, with and without a server, and no keys", () =>
    withFiles(async (files) => {
      const { data } = files;
      const { out } = await run(["user", "add", "ada", "--admin", "--data", data]);
      const server = await startServing(["--data", data]);
      const loaded = await load(files, files.good, "--owner", "adda");
      assert.equal(loaded.err, 'note: there is no user with name "adda" yet; did you mean "ada"?\n');
      assert.equal((await load(files, files.bad)).status, 1);
      const commands = [
        ["dataset", "retract", "town"],
        ["dataset", "managers", "town", "--add", "ada", "--remove", "adda"],
        ["dataset", "managers", "town"],
        ["user", "rotate-key", "ada"],
        ["user", "remove", "eve"],
      ];
      for (const command of commands) await run([...command, "--data", data]);
      await server.stop();
      await run(["dataset", "drop", "town", "--data", data]);
      const log = await readFile(join(data, "audit.log"), "utf8");
      const events = log
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      const first = { operation: "load", dataset: "town", source: files.good };
      const second = { ...first, source: files.bad };
      assert.deepEqual(
        events.map(({ time: _time, seconds: _seconds, user_id: _id, ...event }) => event),
        [
          { action: "user.add", user: "ada", admin: true, by: null },
          { action: "dataset.load.begin", ...first, by: null },
          { action: "dataset.load", ...first, entries: 2, rows: 2, by: null },
          { action: "dataset.load.begin", ...second, by: null },
          { action: "dataset.load.failed", ...second, error: BAD_ROWS, rows: 4, by: null },
          { action: "dataset.retract", dataset: "town", by: null },
          { action: "dataset.managers", dataset: "town", added: ["ada"], removed: ["adda"], by: null },
          { action: "user.key", user: "ada", by: null },
          { action: "dataset.drop", dataset: "town", by: null },
        ],
      );
      const ids = events.flatMap(({ user_id }) => user_id ?? []);
      assert.deepEqual([ids.length, new Set(ids).size], [2, 1]);
      assert.ok(!log.includes(out.trim().slice(4)));
    }));
});
