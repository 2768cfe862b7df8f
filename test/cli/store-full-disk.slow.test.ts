import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, statfsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, it } from "node:test";
import { SPENDING } from "../fixtures.js";
import { endOf, inDirectory, type Outcome, run, runHere, startServing } from "./run.js";

const HEADER = "paid,planned,date,until,invoice,region,rate,code,function,color,weight\n";
const rows = (count: number, paid: number): string =>
  HEADER + Array.from({ length: count }, (_, i) => `${paid},,2009,,${i} of ${paid},North,,1,Police,,\n`).join("");

interface Place {
  readonly data: string;
  readonly loadArgs: (csv: string) => readonly string[];
}

async function inPlace(parent: string, use: (place: Place) => Promise<void>): Promise<void> {
  const model = join(parent, "model.json");
  await writeFile(model, JSON.stringify(SPENDING));
  await writeFile(join(parent, "small.csv"), rows(2, 1));
  await writeFile(join(parent, "large.csv"), rows(20_000, 2));
  const data = join(parent, "data");
  await use({ data, loadArgs: (csv) => ["load", "--data", data, "--metadata", model, "--csv", join(parent, csv)] });
}

/** Segments, and files that were left half written. */
async function listLeft(data: string): Promise<{ segments: number; temporary: readonly string[] }> {
  const names = [...(await readdir(data)), ...(await readdir(join(data, "segments")))];
  return {
    segments: names.filter((name) => name.endsWith(".segment")).length,
    temporary: names.filter((name) => name.endsWith(".tmp")),
  };
}

describe("a full disk", () => {
  it("fails a load that does not fit with a clear message, and changes nothing", () =>
    inDirectory((parent) =>
      inPlace(parent, async ({ data, loadArgs }) => {
        assert.equal((await runHere(loadArgs("small.csv"))).status, 0);
        const before = await runHere(["export", "town", "--data", data]);
        const limited = await runLimited(64, loadArgs("large.csv"));
        assert.equal(limited.status, 1);
        assert.match(
          limited.err,
          /^error: .* could not be written and is as it was: a file would be larger than it may/m,
        );
        assert.deepEqual(await listLeft(data), { segments: 1, temporary: [] });
        assert.equal((await runHere(["export", "town", "--data", data])).out, before.out);
        assert.equal((await runHere(["verify", "--data", data])).status, 0);
        // With more room it works.
        assert.equal((await runHere(loadArgs("large.csv"))).status, 0);
      }),
    ));

  it("does not stop a server from serving, nor from loads that fit", { skip: whyNoDisk() }, () =>
    inDirectory(async (parent) => {
      const disk = join(parent, "disk");
      await mkdir(disk);
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]);
      try {
        await inPlace(parent, async ({ loadArgs }) => {
          const data = join(disk, "data");
          const args = (csv: string): string[] =>
            loadArgs(csv).map((arg) => (arg === join(parent, "data") ? data : arg));
          const server = await startServing(["--data", data]);
          const total = async (): Promise<unknown> => {
            const answer = await fetch(`${server.url}/api/2/aggregate?dataset=town`);
            return ((await answer.json()) as { summary: { amount: number } }).summary.amount;
          };
          assert.equal((await runHere(args("small.csv"))).status, 0);
          const full = await runHere(args("large.csv"));
          assert.equal(full.status, 1);
          assert.match(
            full.err,
            /could not be written and is as it was: no space is left \(ENOSPC\); spendcube dataset drop NAME works/,
          );
          assert.equal(await total(), 2);
          assert.deepEqual(await listLeft(data), { segments: 1, temporary: [] });
          const ready = await fetch(`${server.url}/readyz`);
          assert.deepEqual(await ready.json(), { status: "ok", reasons: [] });
          await writeFile(join(parent, "small.csv"), rows(3, 1));
          assert.equal((await runHere(args("small.csv"))).status, 0);
          assert.equal(await total(), 3);
          assert.equal(await server.stop(), 0);
        });
      } finally {
        execFileSync("umount", [disk]);
      }
    }),
  );

  for (const isServed of [false, true]) {
    const how = isServed ? "beside a server, which says that the disk is full" : "on its own";
    it(`lets a dataset be dropped, which frees its space: ${how}`, { skip: whyNoDisk() }, () =>
      inDirectory(async (parent) => {
        const disk = join(parent, "disk");
        await mkdir(disk);
        execFileSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", disk]);
        try {
          await inPlace(parent, async ({ loadArgs }) => {
            const data = join(disk, "data");
            const args = loadArgs("large.csv").map((arg) => (arg === join(parent, "data") ? data : arg));
            assert.equal((await runHere(args)).status, 0);
            const server = isServed ? await startServing(["--data", data]) : null;
            const status = async (): Promise<string> =>
              ((await (await fetch(`${server!.url}/readyz`)).json()) as { status: string }).status;
            if (server) assert.equal(await status(), "ok");
            const free = freeBytes(disk);
            await writeFile(join(disk, "filler"), Buffer.alloc(free)).catch(() => {});
            assert.equal(freeBytes(disk), 0);
            if (server) assert.equal(await status(), "degraded");
            const dropped = await run(["dataset", "drop", "town", "--yes", "--data", data]);
            assert.equal(dropped.status, 0, dropped.err);
            assert.ok(freeBytes(disk) > 500_000, `${freeBytes(disk)} bytes are free`);
            if (server) assert.equal(await status(), "ok");
            assert.equal(await server?.stop(), server ? 0 : undefined);
            assert.equal((await runHere(["verify", "--data", data])).status, 0);
          });
        } finally {
          execFileSync("umount", [disk]);
        }
      }),
    );
  }
});

function freeBytes(disk: string): number {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
}

/** Run a command that may write files of some KiB only. */
function runLimited(kibibytes: number, args: readonly string[]): Promise<Outcome> {
  const script = `ulimit -f ${kibibytes}; exec "$@"`;
  return endOf(spawn("bash", ["-c", script, "bash", process.execPath, resolve("dist/cli.js"), ...args]));
}

function whyNoDisk(): string | false {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "only root on Linux can mount a small disk";
  try {
    execFileSync("unshare", ["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], { stdio: "ignore" });
    return existsSync("/mnt") ? false : "there is no /mnt";
  } catch {
    return "nothing can be mounted here";
  }
}
