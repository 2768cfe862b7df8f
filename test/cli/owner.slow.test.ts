import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { ownDirectory } from "#src/process/control/owner.js";
import { SPENDING } from "../fixtures.js";
import { endOf, inDirectory, opens, run, runHere, start, startServing } from "./run.js";

const HEADER = "paid,planned,date,until,invoice,region,rate,code,function,color,weight\n";
const row = (paid: number, invoice: string): string => `${paid},,2009,,${invoice},North,,1,Police,,\n`;
const LONG = HEADER + row(1, "x").repeat(1_000_000);

interface Place {
  readonly data: string;
  readonly model: string;
  readonly csv: string;
}

/** Give a test a data directory that does not exist, a model and two rows. */
async function inPlace(use: (place: Place) => Promise<void>): Promise<void> {
  await inDirectory(async (directory) => {
    const place = {
      data: join(directory, "data"),
      model: join(directory, "model.json"),
      csv: join(directory, "rows.csv"),
    };
    await writeFile(place.model, JSON.stringify(SPENDING));
    await writeFile(place.csv, HEADER + row(2, "a") + row(3, "b"));
    await use(place);
  });
}

/** List the files of a data directory other than its two generations and the audit log. */
async function otherFiles(data: string): Promise<readonly string[]> {
  const stored = (name: string): boolean =>
    /^manifest-\d{12}$/.test(name) || ["segments", "audit.log", "rights", "reserve"].includes(name);
  return (await readdir(data)).filter((name) => !stored(name));
}

function loadArgs({ data, model, csv }: Place): string[] {
  return ["load", "--data", data, "--metadata", model, "--csv", csv];
}

async function total(url: string): Promise<number | undefined> {
  const response = await fetch(`${url}/api/2/aggregate?dataset=town`);
  const body = (await response.json()) as { summary?: { amount: number } };
  return body.summary?.amount;
}

async function kill(child: ChildProcess, signal: "SIGKILL" | "SIGINT" | "SIGTERM"): Promise<void> {
  child.kill(signal);
  await once(child, "exit");
}

interface ListedRollup {
  readonly dimensions: readonly string[];
  readonly rows: number;
  readonly bytes: number;
  readonly stored: boolean;
}

describe("a command on a directory that a server uses", () => {
  it("takes effect at once, and prints the same as without a server", () =>
    inPlace(async (place) => {
      const { data } = place;
      const server = await startServing(["--data", data]);
      assert.equal(await total(server.url), undefined);
      const loaded = await runHere(loadArgs(place));
      assert.deepEqual([loaded.status, loaded.err], [0, ""]);
      assert.match(loaded.out, /^total amount +5 EUR$/m);
      assert.equal(await total(server.url), 5);
      const commands = [["dataset", "list", "--json"], ["export", "town"], ["export", "towm"], ["load"]];
      const served = await Promise.all(commands.map((command) => runHere([...command, "--data", data])));
      assert.equal(await server.stop(), 0);
      for (const [at, command] of commands.entries()) {
        assert.deepEqual(served[at], await runHere([...command, "--data", data]), command.join(" "));
      }
      const again = await startServing(["--data", data]);
      assert.equal((await runHere(["dataset", "drop", "town", "--data", data])).out, "dropped town: 2 entries\n");
      assert.equal(await total(again.url), undefined);
      assert.equal(await again.stop(), 0);
      assert.deepEqual(await otherFiles(data), []);
    }));

  it("lists the server's rollups: built by a load, read at the start, built on request after a rollback", () =>
    inPlace(async (place) => {
      const list = ["dataset", "list", "--json", "--data", place.data];
      const rollupsOf = async (): Promise<readonly ListedRollup[]> => {
        const [{ rollups, memory }] = JSON.parse((await run(list)).out) as [
          {
            rollups: ListedRollup[];
            memory: { columns_and_ids: number; derived: { purpose: string; column: string | null; bytes: number }[] };
          },
        ];
        assert.ok(memory.columns_and_ids > 2 * 10_000);
        assert.ok(memory.derived.some(({ purpose }) => purpose === "id index"));
        assert.deepEqual(
          memory.derived.filter(({ purpose }) => purpose === "rollups").map(({ column, bytes }) => ({ column, bytes })),
          rollups.map(({ dimensions, bytes }) => ({ column: dimensions.join(", "), bytes })),
        );
        return rollups;
      };
      const rows = (paid: number): string =>
        HEADER + Array.from({ length: 10_000 }, (_, at) => row(paid, `i${at}`)).join("");
      const server = await startServing(["--data", place.data]);
      for (const paid of [1, 2]) {
        await writeFile(place.csv, rows(paid));
        assert.equal((await runHere(loadArgs(place))).status, 0);
      }
      let made = await rollupsOf();
      while (made.length === 0 || !made.every(({ stored }) => stored)) made = await rollupsOf();
      const [first] = made;
      assert.ok(first && first.rows > 0 && first.bytes > 0 && first.dimensions.includes("time"), JSON.stringify(made));
      assert.equal(await total(server.url), 20_000);
      assert.equal(await server.stop(), 0);
      const again = await startServing(["--data", place.data]);
      assert.deepEqual(
        await rollupsOf(),
        made.map((each) => ({ ...each, stored: true })),
      );
      assert.equal((await runHere(["dataset", "rollback", "town", "--data", place.data])).status, 0);
      assert.equal(await total(again.url), 10_000);
      // They are made while the server answers.
      let madeAgain: Awaited<ReturnType<typeof rollupsOf>> = [];
      while (madeAgain.length === 0) madeAgain = await rollupsOf();
      const shapes = (rollups: readonly ListedRollup[]) =>
        rollups.map(({ dimensions, rows }) => ({ dimensions, rows }));
      assert.deepEqual(shapes(madeAgain), shapes(made));
      assert.equal(await again.stop(), 0);
    }));

  it("resolves paths where it was typed, and writes files there itself", () =>
    inPlace(async (place) => {
      const server = await startServing(["--data", place.data]);
      const typed = dirname(place.csv);
      const local = ["load", "--data", "data", "--metadata", "model.json", "--csv", "rows.csv"];
      assert.equal((await run(local, {}, typed)).status, 0);
      const printed = await run(["export", "town", "--data", "data", "--out", "-"], {}, typed);
      const written = await run(["export", "town", "--data", "data", "--out", "town.csv"], {}, typed);
      assert.deepEqual([written.status, written.out], [0, ""]);
      assert.equal(await readFile(join(typed, "town.csv"), "utf8"), printed.out);
      const failed = await run(["export", "towm", "--data", "data", "--out", "town.csv"], {}, typed);
      assert.equal(failed.status, 1);
      assert.equal(await readFile(join(typed, "town.csv"), "utf8"), printed.out);
      assert.deepEqual((await readdir(typed)).toSorted(), ["data", "model.json", "rows.csv", "town.csv"]);
      await server.stop();
    }));

  it("is cancelled by SIGINT or a kill, and leaves nothing behind", () =>
    inPlace(async (place) => {
      const server = await startServing(["--data", place.data]);
      await writeFile(place.csv, LONG);
      const before = await otherFiles(place.data);
      for (const signal of ["SIGINT", "SIGKILL"] as const) {
        const child = start(loadArgs(place));
        const ended = endOf(child);
        await opens(server.child, place.csv);
        child.kill(signal);
        const { status, err } = await ended;
        if (signal === "SIGINT") assert.deepEqual([status, err], [1, "interrupted; nothing was loaded\n"]);
        // The next one has its turn when the one before has ended.
        await writeFile(place.csv, HEADER + row(2, "a"));
        assert.equal((await runHere(loadArgs(place))).status, 0);
        assert.equal(await total(server.url), 2);
        assert.equal((await runHere(["dataset", "drop", "town", "--data", place.data])).status, 0);
        assert.deepEqual(await otherFiles(place.data), before);
        await writeFile(place.csv, LONG);
      }
      assert.equal(await server.stop(), 0);
    }));

  it("is finished before the server ends", () =>
    inPlace(async (place) => {
      const server = await startServing(["--data", place.data]);
      await writeFile(place.csv, HEADER + row(1, "x").repeat(100_000));
      const loading = start(loadArgs(place));
      const loaded = endOf(loading);
      await opens(server.child, place.csv);
      assert.equal(loading.exitCode, null);
      assert.equal(await server.stop(), 0);
      assert.equal((await loaded).status, 0);
      assert.match((await runHere(["dataset", "list", "--data", place.data])).out, /^town +1 /m);
    }));

  it("is refused by a server of another version, which the message names", () =>
    inPlace(async (place) => {
      const owner = await ownDirectory(
        place.data,
        { version: "0.0.1-old", serves: true },
        new AbortController().signal,
      );
      assert.ok(!("greeting" in owner));
      const { status, err } = await runHere(["dataset", "list", "--data", place.data]);
      assert.equal(status, 1);
      assert.match(err, new RegExp(`served by process ${process.pid} with spendcube 0\\.0\\.1-old, but this is `));
      await owner.release();
    }));
});

describe("a directory", () => {
  it("is served by one process: a second one names it and refuses", () =>
    inPlace(async ({ data }) => {
      const server = await startServing(["--data", data]);
      const { status, out, err } = await run(["serve", "--data", data, "--port", "0"]);
      assert.deepEqual([status, out], [1, ""]);
      assert.match(err, new RegExp(`already served by process ${server.child.pid}`));
      assert.equal(await server.stop(), 0);
      assert.deepEqual(await readdir(data).catch(() => "gone"), "gone");
    }));

  it("is served by exactly one of ten that start at once, and the others name it", () =>
    inPlace(async ({ data }) => {
      const children = Array.from({ length: 10 }, () => start(["serve", "--data", data, "--port", "0"]));
      const ended: Promise<number>[] = [];
      const outcomes = children.map((child, at) => {
        const outcome = endOf(child);
        ended.push(outcome.then(() => at));
        return outcome;
      });
      const others = new Set(children.keys());
      for (let left = 9; left > 0; left--) {
        const at = await Promise.race([...others].map((each) => ended[each]!));
        others.delete(at);
      }
      const [winner] = [...others] as [number];
      children[winner]!.kill("SIGTERM");
      for (const [at, outcome] of outcomes.entries()) {
        const { status, out, err } = await outcome;
        assert.equal(status, at === winner ? 0 : 1, err);
        if (at !== winner) assert.match(err, new RegExp(`already served by process ${children[winner]!.pid}`));
        assert.equal(out.startsWith("listening on "), at === winner);
      }
    }));

  it("is taken over from a process that was killed, also when another process has its id", () =>
    inPlace(async (place) => {
      await runHere(loadArgs(place));
      for (const reused of [false, true]) {
        const server = await startServing(["--data", place.data]);
        await kill(server.child, "SIGKILL");
        const left = (await readdir(place.data)).find((name) => name.endsWith(".sock"))!;
        if (reused) {
          const other = left.replace(String(server.child.pid), String(process.pid));
          await rename(join(place.data, left), join(place.data, other));
        }
        const next = await startServing(["--data", place.data]);
        assert.equal(await total(next.url), 5);
        const names = (await readdir(place.data)).filter((name) => name.endsWith(".sock"));
        assert.equal(names.length, 1);
        const { mode } = await stat(join(place.data, names[0]!));
        assert.equal(mode & 0o777, 0o600);
        assert.equal(await next.stop(), 0);
      }
    }));

  it("may have a path of 200 characters", () =>
    inPlace(async (place) => {
      const data = join(place.data, "d".repeat(100), "e".repeat(100));
      const server = await startServing(["--data", data]);
      assert.equal((await runHere(loadArgs({ ...place, data }))).status, 0);
      assert.equal(await total(server.url), 5);
      assert.equal(await server.stop(), 0);
    }));

  it("is used by one command after the other, and then by a server", () =>
    inPlace(async (place) => {
      const other = { ...place, csv: join(dirname(place.csv), "other.csv") };
      await writeFile(place.csv, HEADER + row(1, "x").repeat(100_000));
      await writeFile(other.csv, HEADER + row(10, "y"));
      const first = start(loadArgs(place));
      const loaded = endOf(first);
      await opens(first, place.csv);
      const second = endOf(start(loadArgs(other)));
      const server = await startServing(["--data", place.data]);
      const outcomes = await Promise.all([loaded, second]);
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        [0, 0],
      );
      assert.equal(await total(server.url), 11);
      assert.equal(await server.stop(), 0);
    }));

  it("that does not exist is not created by reading commands", () =>
    inPlace(async ({ data }) => {
      assert.equal((await runHere(["dataset", "list", "--data", data])).status, 1);
      assert.equal((await runHere(["export", "town", "--data", data])).status, 1);
      await assert.rejects(readdir(data), { code: "ENOENT" });
    }));
});
