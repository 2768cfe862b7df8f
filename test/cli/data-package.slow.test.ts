import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { explainNoDuckDb, withDuckDb } from "../duckdb.js";
import { assertReloads, type Loaded, runLoad } from "./round-trip.js";
import { startServing } from "./run.js";

const DATA = resolve("../shared/data");
/** Takes minutes. */
const LARGE = new Set(["gb-councils"]);

const found = existsSync(DATA)
  ? readdirSync(DATA).flatMap((name): [name: string, model: string, csv: string][] => {
      const csv = ["data.csv", "data.csv.gz"].map((file) => join(DATA, name, file)).find((file) => existsSync(file));
      const model = join(DATA, name, "model.json");
      return csv === undefined || !existsSync(model) || LARGE.has(name) ? [] : [[name, model, csv]];
    })
  : [];

describe("data packages of published data", { skip: found.length === 0 && "no folder ../shared/data" }, () => {
  let home: string;
  let server: Awaited<ReturnType<typeof startServing>>;
  const loaded = new Map<string, Loaded>();

  // One server for all, and commands in this process: they are warm after the first dataset.
  before(async () => {
    home = await mkdtemp(join(tmpdir(), "spendcube-"));
    const data = ["--data", join(home, "first")];
    for (const [name, model, csv] of found) {
      loaded.set(name, await runLoad([...data, "--metadata", model, "--csv", csv, "--skip-invalid"]));
    }
    server = await startServing(data);
  });

  after(async () => {
    await server.stop();
    await rm(home, { recursive: true });
  });

  for (const [name] of found) {
    it(`${name} goes out and comes in again`, async () => {
      const directory = join(home, name);
      await mkdir(directory);
      await assertReloads(directory, server.url, loaded.get(name)!);
    });

    it(`${name} has the same totals as Parquet in DuckDB`, { skip: explainNoDuckDb() }, async () => {
      const path = join(home, name, "files/entries.parquet");
      const { num_entries: entries, totals } = loaded.get(name)!;
      await withDuckDb(async (query) => {
        const sums = Object.keys(totals).map((measure) => `sum("${measure}")::VARCHAR`);
        const [[count, ...found]] = (await query(`SELECT count(*), ${sums.join()} FROM '${path}'`)) as [unknown[]];
        assert.equal(Number(count), entries);
        assert.deepEqual(found.map(plainDecimal), Object.values(totals).map(plainDecimal));
      });
    });
  }
});

/** Write a decimal number without zeros at its end. */
function plainDecimal(text: unknown): string {
  return String(text)
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
}
