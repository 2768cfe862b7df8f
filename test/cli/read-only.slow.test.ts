import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { type Files, load, withFiles } from "./files.js";
import { run, startServing } from "./run.js";

const REASON =
  "The data directory is read-only, so nothing is written until a restart: it is mounted read-only (EROFS)";

const mount = (...args: string[]): boolean => spawnSync("mount", args).status === 0;

/** Give a test a data directory on a file system that is mounted read-only, with a dataset and an administrator. */
async function withReadOnly(skip: (reason: string) => void, use: (files: Files, key: string) => Promise<void>) {
  await withFiles(async (files) => {
    await load(files, files.good);
    const key = (await run(["user", "add", "ada", "--admin", "--data", files.data])).out.trim();
    const place = join(files.data, "..", "read-only");
    await mkdir(place);
    if (!mount("--bind", files.data, place)) return skip("this user may not mount");
    try {
      if (!mount("-o", "remount,ro,bind", place)) return skip("this user may not mount read-only");
      await use({ ...files, data: place }, key);
    } finally {
      spawnSync("umount", [place]);
    }
  });
}

describe("a data directory that is mounted read-only", () => {
  it("is verified, listed and exported", (test) =>
    withReadOnly(test.skip.bind(test), async (files) => {
      const { status, out } = await run(["verify", "--data", files.data]);
      assert.equal(status, 0);
      assert.match(out, /nothing is damaged/);
      assert.match((await run(["dataset", "list", "--data", files.data])).out, /^town +2 /m);
      const exported = await run(["export", "town", "--data", files.data]);
      assert.deepEqual([exported.status, exported.out.split("\r\n").length], [0, 4]);
    }));

  it("refuses loads and other changes with a sentence", (test) =>
    withReadOnly(test.skip.bind(test), async (files) => {
      const changes = [
        ["dataset", "drop", "town"],
        ["user", "add", "eve"],
      ].map((command) => run([...command, "--data", files.data]));
      for (const { status, out, err } of await Promise.all([load(files, files.good), ...changes])) {
        assert.deepEqual([status, out, err.trim().split("\n").at(-1)], [1, "", `error: ${REASON}`]);
      }
    }));

  it("is served; its state is read-only, and loads are refused before they are sent", (test) =>
    withReadOnly(test.skip.bind(test), async (files, key) => {
      const server = await startServing(["--data", files.data, "--allow-http-loading"]);
      const ready = await fetch(`${server.url}/readyz`);
      assert.deepEqual(await ready.json(), { status: "read-only", reasons: [REASON] });
      const answer = await fetch(`${server.url}/api/2/aggregate?dataset=town`);
      const { summary } = (await answer.json()) as { summary: { num_entries: number } };
      assert.equal(summary.num_entries, 2);
      const { status, err } = await run(
        ["load", "--server", server.url, "--metadata", files.model, "--csv", files.good],
        { SPENDCUBE_KEY: key },
      );
      assert.deepEqual([status, err], [1, `error: ${REASON}\n`]);
      assert.equal(await server.stop(), 0);
    }));
});
