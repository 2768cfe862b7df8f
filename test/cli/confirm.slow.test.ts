import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { describe, it } from "node:test";
import { type Files, GOOD, load, withFiles } from "./files.js";
import { run, startServing } from "./run.js";

const QUESTION = /(?:Drop town with all its entries|Remove all data of town@\d for good)\? \[y\/N\] /;

/** Start a command at a terminal of its own. */
function startAtTerminal(args: readonly string[]): ChildProcess {
  const command = [process.execPath, resolve("dist/cli.js"), ...args].join(" ");
  return spawn("script", ["-qec", command, "/dev/null"], { stdio: "pipe" });
}

/** Run a command at a terminal, and type something when it asks. @returns its status, and what the terminal showed */
async function runAtTerminal(args: readonly string[], typed: string): Promise<{ status: number | null; out: string }> {
  const child = startAtTerminal(args);
  const exit = once(child, "exit");
  let out = "";
  child.stdout!.on("data", (piece) => {
    const asked = QUESTION.test(out);
    out += String(piece);
    if (!asked && QUESTION.test(out)) child.stdin!.write(typed);
  });
  await Promise.all([exit, once(child.stdout!, "end")]);
  return { status: child.exitCode, out };
}

const hasTown = async ({ data }: Files): Promise<boolean> =>
  (await run(["dataset", "list", "--data", data])).out.includes("town");

const skip = spawnSync("script", ["--version"]).status === 0 ? false : "there is no script(1)";

describe("dataset drop", () => {
  it("asks at a terminal, and drops nothing unless the answer is yes", { skip }, () =>
    withFiles(async (files) => {
      await load(files, files.good);
      const drop = ["dataset", "drop", "town", "--data", files.data];
      for (const typed of ["\n", "n\n", "town\n", "\u0004"]) {
        const { status, out } = await runAtTerminal(drop, typed);
        assert.deepEqual([status, out.includes("nothing was changed")], [1, true], out);
      }
      assert.equal(await hasTown(files), true);
      const dropped = await runAtTerminal(drop, "y\n");
      assert.deepEqual([dropped.status, /dropped town: 2 entries/.test(dropped.out)], [0, true], dropped.out);
      assert.equal(await hasTown(files), false);
    }),
  );

  it("looks first whether there is such a dataset, here and in a server", { skip }, () =>
    withFiles(async (files) => {
      await load(files, files.good);
      const drop = ["dataset", "drop", "twon", "--data", files.data];
      const refused = async (): Promise<void> => {
        const { status, out } = await runAtTerminal(drop, "y\n");
        assert.equal(status, 1);
        assert.match(out, /no dataset with name "twon"; did you mean "town"/);
        assert.doesNotMatch(out, /\[y\/N\]|nothing was changed/);
      };
      await refused();
      const server = await startServing(["--data", files.data]);
      await refused();
      await server.stop();
    }),
  );

  it("asks in the process of its user when a server runs the command", { skip }, () =>
    withFiles(async (files) => {
      await load(files, files.good);
      const server = await startServing(["--data", files.data]);
      const drop = ["dataset", "drop", "town", "--data", files.data];
      assert.equal((await runAtTerminal(drop, "n\n")).status, 1);
      assert.equal((await fetch(`${server.url}/town.json`)).status, 200);
      assert.equal((await runAtTerminal(drop, "yes\n")).status, 0);
      assert.equal((await fetch(`${server.url}/town.json`)).status, 404);
      await server.stop();
    }),
  );

  it("does not ask with --yes, nor without a terminal", { skip }, () =>
    withFiles(async (files) => {
      const drop = ["dataset", "drop", "town", "--data", files.data];
      await load(files, files.good);
      const { status, out } = await runAtTerminal([...drop, "--yes"], "");
      assert.deepEqual([status, out.includes("[y/N]")], [0, false]);
      await load(files, files.good);
      assert.deepEqual(await run(drop), { status: 0, out: "dropped town: 2 entries\n", err: "" });
    }),
  );
});

describe("dataset purge", () => {
  const loadMore = async (files: Files): Promise<void> => {
    await writeFile(files.good, `${GOOD}3,,2010,,c,North,,1,Police,,\n`);
    await load(files, files.good);
  };
  const purge = (files: Files, ...more: readonly string[]): readonly string[] => [
    "dataset",
    "purge",
    "town@1",
    "--data",
    files.data,
    ...more,
  ];
  const isKept = async ({ data }: Files): Promise<boolean> =>
    !(await run(["dataset", "versions", "town", "--data", data])).out.includes("purged");

  it("asks at a terminal, looks first what can be purged, and not with --yes", { skip }, () =>
    withFiles(async (files) => {
      await load(files, files.good);
      const current = await runAtTerminal(purge(files), "y\n");
      assert.match(current.out, /"town@1" is the current version/);
      assert.doesNotMatch(current.out, /\[y\/N\]/);
      await loadMore(files);
      const kept = await runAtTerminal(purge(files), "n\n");
      assert.deepEqual([kept.status, kept.out.includes("nothing was changed")], [1, true], kept.out);
      assert.equal(await isKept(files), true);
      const purged = await runAtTerminal(purge(files, "--yes"), "");
      assert.deepEqual([purged.status, purged.out.includes("[y/N]")], [0, false], purged.out);
      assert.equal(await isKept(files), false);
    }),
  );

  it("does not ask without a terminal", () =>
    withFiles(async (files) => {
      await load(files, files.good);
      await loadMore(files);
      assert.deepEqual((await run(purge(files))).status, 0);
      assert.equal(await isKept(files), false);
    }));
});
