import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { chmod, cp, readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, it } from "node:test";
import { parse } from "csv-parse/sync";
import { DERIVED, MANIFEST, SEGMENT } from "#src/store/disk/envelope.js";
import { inDirectory, runHere, startServing } from "./run.js";

const FORMATS = resolve("test/formats");
const names = readdirSync(FORMATS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const numbers = names.filter((name) => /^\d+$/.test(name));
const extras = names.filter((name) => /^extra-\d+$/.test(name));

describe("data directories of every format", () => {
  it("are stored here, including the current one", () => {
    const newest = Math.max(MANIFEST.format, SEGMENT.format);
    assert.deepEqual(
      numbers.map(Number).toSorted(),
      Array.from({ length: newest }, (_, at) => at + 1),
    );
  });

  for (const number of numbers) {
    const given = (name: string): string => readFileSync(join(FORMATS, number, name), "utf8");

    it(`${number} is read: entries, exact totals, words, users and private datasets`, () =>
      withCopy(number, async (data) => {
        const verified = await runHere(["verify", "--data", data, "--json"]);
        assert.deepEqual([verified.status, JSON.parse(verified.out).damages], [0, []], verified.err);
        for (const name of ["town", "hidden"]) {
          const exported = await runHere(["export", name, "--data", data, "--format", "csv"]);
          assert.deepEqual(exported, { status: 0, out: given(`${name}.csv`), err: "" });
        }
        const server = await startServing(["--data", data]);
        const ask = async (path: string, key?: string) => {
          const headers = key === undefined ? {} : { Authorization: `ApiKey ${key}` };
          const response = await fetch(server.url + path, { headers });
          return { status: response.status, body: JSON.parse(await response.text()) };
        };
        const entries = parse<Record<string, string>>(given("town.csv"), { columns: true });
        const { body } = await ask("/api/2/aggregate?dataset=town&measure=amount|planned|weight&drilldown=region|to");
        for (const measure of ["amount", "planned", "weight"]) {
          assert.equal(body.summary[measure], addUp(entries.map((entry) => entry[measure]!)), measure);
        }
        assert.equal(body.summary.num_entries, entries.length);
        const school = entries.filter(({ note }) => note!.includes("school"));
        assert.equal((await ask("/api/2/search?dataset=town&q=school")).body.stats.results_count, school.length);
        assert.equal((await ask("/hidden.json")).status, 401);
        assert.equal((await ask("/hidden.json", given("key").trim())).body.num_entries, 40);
        assert.equal((await ask("/readyz")).body.status, "ok");
        assert.equal(await server.stop(), 0);
      }));

    it(`${number} can be changed: rolled back, and loaded into`, () =>
      withCopy(number, async (data) => {
        assert.equal((await runHere(["dataset", "rollback", "town", "--data", data])).status, 0);
        const rolledBack = await runHere(["export", "town", "--data", data, "--format", "csv"]);
        // Loaded from the same rows: of another name, and so with other ids.
        assert.deepEqual(withoutIds(rolledBack.out), withoutIds(given("hidden.csv")));
        const [model, csv] = [join(FORMATS, "town.json"), join(FORMATS, "town.csv")];
        const loaded = await runHere(["load", "--data", data, "--metadata", model, "--csv", csv, "--json"]);
        assert.equal(loaded.status, 0, loaded.err);
        assert.equal(JSON.parse(loaded.out).num_entries, 300);
        assert.equal((await runHere(["verify", "--data", data])).status, 0);
      }));
  }
});

describe("derived data of every format", () => {
  it("are stored here, including the current one", () => {
    assert.deepEqual(
      extras.toSorted(),
      Array.from({ length: DERIVED.format }, (_, at) => `extra-${at + 1}`),
    );
  });

  for (const name of extras) {
    it(`${name} change no answer, and are used at once if the format is known`, () =>
      withCopy(name, async (data) => {
        const withThem = await askGrid(data);
        if (name === `extra-${DERIVED.format}`) {
          const parts = withThem.rollups.map(({ dimensions }) => dimensions.join());
          assert.deepEqual(parts, ["time.year,place"]);
          assert.ok(withThem.rollups.every(({ stored }) => stored));
        }
        const segments = join(data, "segments");
        for (const file of await readdir(segments)) if (file.endsWith(".extra")) await rm(join(segments, file));
        assert.deepEqual((await askGrid(data)).answers, withThem.answers);
      }));
  }
});

interface Grid {
  readonly rollups: readonly { readonly dimensions: readonly string[]; readonly stored: boolean }[];
  readonly answers: readonly string[];
}

/** Read the rollups that a server has at its start, and its answers. */
async function askGrid(data: string): Promise<Grid> {
  const server = await startServing(["--data", data]);
  const listed = await runHere(["dataset", "list", "--json", "--data", data]);
  const answers: string[] = [];
  for (const keys of ["time.month", "place", "time.year|time.month", "line", "time"]) {
    const question = new URLSearchParams({ dataset: "grid", drilldown: keys, pagesize: "100" });
    const answer = await (await fetch(`${server.url}/api/2/aggregate?${question}`)).text();
    answers.push(answer.replaceAll(server.url, ""));
  }
  assert.equal(await server.stop(), 0);
  const [{ rollups }] = JSON.parse(listed.out) as [Grid];
  return { rollups, answers };
}

function withoutIds(csv: string): readonly string[] {
  return csv.split("\n").map((line) => line.slice(line.indexOf(",")));
}

/** @returns the double nearest to the exact sum of decimals with up to twelve digits behind the point */
function addUp(texts: readonly string[]): number {
  const units = texts.map((text) => {
    const [whole, part = ""] = text.split(".");
    return BigInt(`${whole}${part.padEnd(12, "0")}`);
  });
  return Number(`${units.reduce((sum, each) => sum + each)}e-12`);
}

/** Give a test a copy with the modes that the files had. */
async function withCopy(number: string, use: (data: string) => Promise<void>): Promise<void> {
  await inDirectory(async (directory) => {
    const data = join(directory, "data");
    await cp(join(FORMATS, number, "data"), data, { recursive: true });
    const names = await readdir(data, { recursive: true, withFileTypes: true });
    for (const each of names) await chmod(join(each.parentPath, each.name), each.isDirectory() ? 0o700 : 0o600);
    await chmod(data, 0o700);
    await use(data);
  });
}
