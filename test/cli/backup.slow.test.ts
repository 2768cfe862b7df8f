import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import { type Files, HEADER, load, withFiles } from "./files.js";
import { runHere, startServing } from "./run.js";

const command = promisify(execFile);
const SCRIPT = resolve("deploy/backup.sh");
const PROGRAM = `${process.execPath} ${resolve("dist/cli.js")}`;
const ROWS = 3000;
const LOADS = 5;

/** Every row has paid the same, another amount in every load. */
function writeRows(path: string, paid: number): Promise<void> {
  return writeFile(path, HEADER + Array.from({ length: ROWS }, (_, i) => `${paid},,2009,,${i},N,,1,P,,\n`).join(""));
}

async function backUp(data: string, copy: string): Promise<string> {
  const { stdout } = await command(SCRIPT, [data, copy], { env: { ...process.env, SPENDCUBE: PROGRAM } });
  return stdout;
}

/** Run the script, whether it succeeds or not. */
function attempt(args: readonly string[], program = PROGRAM): Promise<{ status: number | null; err: string }> {
  return new Promise((done) => {
    const child = execFile(SCRIPT, args, { env: { ...process.env, SPENDCUBE: program } }, (_, __, err) =>
      done({ status: child.exitCode, err }),
    );
  });
}

/** Read the answers of a copy that was restored by copying files. */
async function restore(copy: string, place: string): Promise<{ paid: number; entries: number; ready: string }> {
  await command("cp", ["-a", copy, place]);
  const verified = await runHere(["verify", "--data", place, "--json"]);
  assert.deepEqual([verified.status, JSON.parse(verified.out).damages], [0, []]);
  const server = await startServing(["--data", place]);
  // oxlint-disable-next-line typescript/no-explicit-any -- JSON of two shapes
  const ask = async (path: string): Promise<any> => (await fetch(server.url + path)).json();
  const { summary } = await ask("/api/2/aggregate?dataset=town&measure=amount");
  const { status } = await ask("/readyz");
  assert.equal(await server.stop(), 0);
  return { paid: summary.amount / ROWS, entries: summary.num_entries, ready: status };
}

async function loadAgainAndAgain(files: Files, acknowledged: (paid: number) => void): Promise<void> {
  for (let paid = 2; paid <= LOADS; paid++) {
    await writeRows(files.good, paid);
    const { status, err } = await load(files, files.good);
    assert.equal(status, 0, err);
    acknowledged(paid);
  }
}

/** Return the name of the only segment of a data directory. */
async function segmentOf({ data }: Pick<Files, "data">): Promise<string> {
  return (await readdir(join(data, "segments"))).find((name) => name.endsWith(".segment"))!;
}

describe("deploy/backup.sh", () => {
  it("copies one version while the server loads others, and the copy can be restored", () =>
    withFiles(async (files) => {
      await writeRows(files.good, 1);
      assert.equal((await load(files, files.good)).status, 0);
      assert.equal((await runHere(["user", "add", "ada", "--data", files.data])).status, 0);
      const server = await startServing(["--data", files.data]);
      const least: number[] = [];
      let last = 1;
      const loads = loadAgainAndAgain(files, (paid) => (last = paid)).finally(() => (last = LOADS));
      // Of a load that fails is told below.
      loads.catch(() => {});
      // The last copy begins when everything was acknowledged.
      while (least.at(-1) !== LOADS) {
        const copy = join(files.data, "..", `copy-${least.length}`);
        least.push(last);
        assert.match(await backUp(files.data, copy), /nothing is damaged/);
      }
      await loads;
      assert.equal(await server.stop(), 0);
      const whole = await restore(join(files.data, "..", "copy-0"), join(files.data, "..", "restored-first"));
      const at = least.length - 1;
      const latest = await restore(join(files.data, "..", `copy-${at}`), join(files.data, "..", "restored-last"));
      for (const [i, { paid, entries, ready }] of [whole, latest].entries()) {
        assert.deepEqual([entries, ready, Number.isInteger(paid)], [ROWS, "ok", true]);
        assert.ok(paid >= least[i === 0 ? 0 : at]!, "what was acknowledged before is in it");
      }
      assert.ok(existsSync(join(files.data, "..", "restored-last", "secret")));
    }));

  it("copies derived data, too, whatever it contains", () =>
    withFiles(async (files) => {
      await load(files, files.good);
      const segment = await segmentOf(files);
      const extra = segment.replace(".segment", ".extra");
      const facts = segment.replace(".segment", ".facts");
      await writeFile(join(files.data, "segments", extra), "damaged");
      const copy = join(files.data, "..", "copy");
      assert.match(await backUp(files.data, copy), /nothing is damaged/);
      assert.deepEqual((await readdir(join(copy, "segments"))).toSorted(), [extra, facts, segment]);
    }));

  it("copies versions, notes and kept sources", () =>
    withFiles(async (files) => {
      for (const paid of [1, 2]) {
        await writeRows(files.good, paid);
        assert.equal((await load(files, files.good, "--keep-sources")).status, 0);
      }
      await runHere(["dataset", "note", "town@1", "Budget as passed", "--data", files.data]);
      const copy = join(files.data, "..", "copy");
      assert.match(await backUp(files.data, copy), /nothing is damaged/);
      const listed = await runHere(["dataset", "versions", "town", "--data", copy]);
      assert.match(listed.out, /Budget as passed/);
      const server = await startServing(["--data", copy]);
      // oxlint-disable-next-line typescript/no-explicit-any -- JSON of two shapes
      const ask = async (path: string): Promise<any> => (await fetch(server.url + path)).json();
      assert.equal((await ask("/api/2/aggregate?dataset=town@1")).summary.amount, ROWS);
      assert.equal((await ask("/town@1/sources/1/rows/3.json")).cells[0], "1");
      assert.equal((await ask("/town/sources/1/rows/3.json")).cells[0], "2");
      assert.equal(await server.stop(), 0);
      const [kept] = await readdir(join(copy, "sources"));
      await rm(join(copy, "sources", kept!));
      const verified = await runHere(["verify", "--data", copy]);
      assert.deepEqual([verified.status, verified.out.includes(`sources/${kept} is missing`)], [1, true], verified.out);
    }));

  it("never overwrites a directory, and copies nothing that is damaged", () =>
    withFiles(async (files) => {
      await load(files, files.good);
      const copy = join(files.data, "..", "copy");
      await mkdir(copy);
      await assert.rejects(backUp(files.data, copy), /exists already; name a new directory/);
      await writeFile(join(files.data, "segments", await segmentOf(files)), "damaged");
      const other = join(files.data, "..", "other");
      await assert.rejects(backUp(files.data, other), /is damaged, or was written too often/);
      assert.equal(existsSync(other), false);
    }));

  it("copies to another file system, and says so", { skip: !existsSync("/dev/shm") }, () =>
    withFiles(async (files) => {
      await load(files, files.good);
      const elsewhere = await mkdtemp("/dev/shm/spendcube-");
      try {
        if ((await stat(elsewhere)).dev === (await stat(files.data)).dev) return;
        const copy = join(elsewhere, "copy");
        const { status, err } = await attempt([files.data, copy]);
        const note = `note: ${copy} is on another file system than ${files.data}, so the files are copied, not linked\n`;
        assert.deepEqual([status, err], [0, note]);
        assert.match((await runHere(["dataset", "list", "--data", copy])).out, /^town +2 /m);
      } finally {
        await rm(elsewhere, { recursive: true });
      }
    }),
  );

  it("refuses what cannot work in one sentence, each kind with a status of its own, and leaves nothing", () =>
    withFiles(async (files) => {
      await load(files, files.good);
      const beside = join(files.data, "..");
      const copy = join(beside, "copy");
      const attempts: readonly (readonly [args: readonly string[], status: number, err: string, program?: string])[] = [
        [[], 2, "usage: backup.sh DATA COPY"],
        [[files.data], 2, "usage: backup.sh DATA COPY"],
        [[files.data, ""], 2, "usage: backup.sh DATA COPY"],
        [[files.data, copy, "more"], 2, "usage: backup.sh DATA COPY"],
        [
          [files.data, copy],
          3,
          'error: "no-such-program" does not run; set SPENDCUBE to the path of the program',
          "no-such-program",
        ],
        [[join(beside, "missing"), copy], 4, `error: there is no data directory ${join(beside, "missing")}`],
        [
          [join(files.data, "segments"), copy],
          4,
          `error: ${join(files.data, "segments")} is not a data directory, or nothing was ever loaded into it: it has no manifest`,
        ],
        [[files.data, files.data], 5, `error: ${files.data} exists already; name a new directory`],
        [
          [files.data, join(beside, "no", "copy")],
          5,
          `error: ${join(beside, "no", "copy")} cannot be created: there is no directory ${join(beside, "no")}`,
        ],
        [
          [files.data, join(files.data, "copy")],
          5,
          `error: ${join(files.data, "copy")} is inside ${files.data}; name a directory elsewhere`,
        ],
      ];
      for (const [args, status, err, program] of attempts) {
        assert.deepEqual(await attempt(args, program), { status, err: `${err}\n` }, args.join(" "));
      }
      assert.equal(existsSync(copy), false);
    }));
});
