import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { type FSWatcher, watch } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { columnarFormat } from "#src/columnar/format.js";
import { Kernel } from "#src/kernel/kernel.js";
import { decimalText } from "#src/model/values/decimal.js";
import { Catalog } from "#src/store/catalog.js";
import { generationOf } from "#src/store/disk/file-names.js";
import { nodeFileSystem } from "#src/store/disk/file-system.js";
import { segmentsOf } from "#src/store/disk/manifest.js";
import { readManifest } from "#src/store/disk/read-manifest.js";
import type { Dataset } from "#src/store/dataset.js";
import { SPENDING } from "../fixtures.js";
import { Random } from "../unit/kernel/random.js";
import { inDirectory, start } from "./run.js";
import { withReader } from "#src/engine/with-reader.js";

/** `npm run test:kills` sets it to a thousand. */
const KILLS = Number(process.env["SPENDCUBE_KILLS"] ?? 30);
const SEED = Number(process.env["SPENDCUBE_SEED"] ?? Date.now() % 2 ** 31);
const ROWS = 4000;
const HEADER = "paid,planned,date,until,invoice,region,rate,code,function,color,weight\n";

const kernel = Kernel.start();
after(() => kernel.close());

interface Place {
  readonly data: string;
  readonly model: string;
  readonly csv: string;
}

/** Everybody has paid the same, another amount in every load. */
function writeRows({ csv }: Place, paid: number): Promise<void> {
  const rows = Array.from({ length: ROWS }, (_, i) => `${paid},,2009,,${i},R${i % 7},,${i % 11},Police,,\n`);
  return writeFile(csv, HEADER + rows.join(""));
}

function loadArgs({ data, model, csv }: Place): readonly string[] {
  return ["load", "--data", data, "--metadata", model, "--csv", csv];
}

/** Kill a process in its work. @returns true if its load was acknowledged */
type Round = (place: Place, random: Random, longest: number) => Promise<boolean>;

const ROUNDS: Readonly<Record<string, Round>> = {
  async load(place, random, longest) {
    const child = start(loadArgs(place));
    await killSometime(child, place, random, longest);
    return child.exitCode === 0;
  },

  async start(place, random, longest) {
    const child = start(["serve", "--port", "0", "--data", place.data]);
    await killSometime(child, place, random, longest);
    return false;
  },

  async "load through a server"(place, random, longest) {
    const server = start(["serve", "--port", "0", "--data", place.data]);
    await once(server.stdout!, "data");
    const child = start(loadArgs(place));
    const loaded = once(child, "exit");
    await killSometime(server, place, random, longest);
    // A command whose server is gone does its work itself.
    await loaded;
    return child.exitCode === 0;
  },
};

/** Kill a process at any moment, or when something happens in the data directory. */
async function killSometime(child: ChildProcess, { data }: Place, random: Random, longest: number): Promise<void> {
  child.stdout!.resume();
  child.stderr!.resume();
  const exited = once(child, "exit");
  let timer: NodeJS.Timeout | undefined;
  let watchers: readonly FSWatcher[] = [];
  const kill = (): void => void child.kill("SIGKILL");
  if (random.chance(50)) {
    let events = random.int(16);
    const count = (): void => void (events-- === 0 && kill());
    watchers = [data, join(data, "segments")].map((path) => watch(path, count));
    timer = setTimeout(kill, longest * 2);
  } else {
    timer = setTimeout(kill, random.int(longest));
  }
  await exited;
  clearTimeout(timer);
  for (const watcher of watchers) watcher.close();
}

/** Read the total of each dataset as the real recovery finds it. */
async function readTotals({ data }: Place): Promise<Readonly<Record<string, string>>> {
  const catalog = await Catalog.open(data, columnarFormat(kernel));
  assert.deepEqual(catalog.health, { status: "ok", reasons: [] });
  const datasets = catalog.list();
  const totals = await Promise.all(datasets.map(async (each) => [each.model.dataset.name, await sumOf(each)] as const));
  for (const { engine } of datasets) engine.dispose();
  return Object.fromEntries(totals);
}

/** List the segments that the manifests of a data directory refer to. @param names of its files */
async function listReferenced({ data }: Place, names: readonly string[]): Promise<readonly string[]> {
  const generations = names.flatMap((name) => generationOf(name) ?? []);
  assert.ok(generations.length <= 2);
  const files = new Set<string>();
  for (const generation of generations) {
    const { state } = await readManifest(nodeFileSystem, data, generation);
    for (const { file } of segmentsOf(state)) files.add(file);
  }
  return [...files].toSorted();
}

async function sumOf({ model, engine }: Dataset): Promise<string> {
  const query = { filters: [], keys: [], measures: model.measures, order: [], first: 0, limit: 0 };
  const { totals } = await withReader(engine, { maxCells: 1, deadline: Number.POSITIVE_INFINITY }, (reader) =>
    reader.aggregate(query),
  );
  return `${engine.numEntries} × ${decimalText(totals[0]!)}`;
}

async function measure(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return Math.ceil(performance.now() - begin);
}

describe(`${KILLS} kills at random moments (SPENDCUBE_SEED=${SEED})`, () => {
  it("keep what was acknowledged, and everything else completely or not at all", (context) =>
    inDirectory(async (directory) => {
      const random = new Random(SEED);
      const place = {
        data: join(directory, "data"),
        model: join(directory, "model.json"),
        csv: join(directory, "rows.csv"),
      };
      await mkdir(join(place.data, "segments"), { recursive: true });
      for (const name of ["village", "town"]) {
        await writeFile(place.model, JSON.stringify({ ...SPENDING, dataset: { ...SPENDING.dataset, name } }));
        await writeRows(place, 1);
        assert.equal((await once(start(loadArgs(place)), "exit"))[0], 0);
      }
      const longest = await measure(() => once(start(loadArgs(place)), "exit"));
      const village = `${ROWS} × ${ROWS}`;
      let sure = village;
      const counts = { acknowledged: 0, whole: 0, absent: 0 };
      for (let round = 2; round < KILLS + 2; round++) {
        const kind = random.pick(Object.keys(ROUNDS));
        await writeRows(place, round);
        const maybe = `${ROWS} × ${ROWS * round}`;
        const isAcknowledged = await ROUNDS[kind]!(place, random, longest);
        const found = await readTotals(place);
        const where = `round ${round}, ${kind}`;
        assert.equal(found["village"], village, where);
        if (isAcknowledged) assert.equal(found["town"], maybe, where);
        else assert.ok(found["town"] === sure || found["town"] === maybe, `${where}: ${found["town"]}`);
        const outcome = isAcknowledged ? "acknowledged" : found["town"] === maybe ? "whole" : "absent";
        if (kind !== "start") counts[outcome]++;
        sure = found["town"]!;
        const names = [...(await readdir(place.data)), ...(await readdir(join(place.data, "segments")))];
        assert.deepEqual(
          names.filter((name) => name.endsWith(".tmp") || name.includes("damaged")),
          [],
          where,
        );
        const segments = names.filter((name) => name.endsWith(".segment"));
        assert.deepEqual(segments.toSorted(), await listReferenced(place, names), where);
      }
      context.diagnostic(JSON.stringify(counts));
      assert.ok(counts.absent > 0);
    }));
});
