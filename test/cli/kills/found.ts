import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Engine } from "#src/core/engine/engine.js";
import type { TableFormat } from "#src/core/engine/storage.js";
import { withReader } from "#src/core/engine/with-reader.js";
import type { Model } from "#src/core/model/cube.js";
import { decimalText } from "#src/core/model/values/decimal.js";
import { Catalog } from "#src/store/catalog.js";
import { generationOf, keptName, SEGMENTS, SOURCES } from "#src/store/disk/file-names.js";
import { nodeFileSystem } from "#src/store/disk/file-system.js";
import {
  type DatasetRecord,
  keptDigests,
  listVersions,
  type LoadRecord,
  type Manifest,
  segmentsOf,
  type VersionRecord,
} from "#src/store/disk/manifest.js";
import { ownerNames } from "#src/store/disk/owners.js";
import { readManifest } from "#src/store/disk/read-manifest.js";
import { verifyDirectory } from "#src/store/disk/verify.js";
import { openLoad } from "#src/store/load-tables.js";
import type { Contents, ExpectedVersion } from "./expected.js";

/**
 * Recover a data directory as the program does, check all of its files, and read the data of every version.
 * @throws AssertionError if anything is damaged, left over or not what the records say
 */
export async function findContents(data: string, format: TableFormat): Promise<Contents> {
  const catalog = await Catalog.open(data, format);
  assert.deepEqual(catalog.health, { status: "ok", reasons: [] });
  for (const { engine } of catalog.list()) engine.dispose();
  assert.deepEqual((await verifyDirectory(nodeFileSystem, data)).damages, []);
  await checkFiles(data);
  const datasets: [string, Contents["datasets"][string]][] = [];
  for (const record of catalog.records) {
    datasets.push([record.name, await describeDataset(data, format, record, catalog)]);
  }
  const users = catalog.accounts.map(({ name, keyVersion, password }) => {
    return [name, { keyVersion, hasPassword: password !== null }] as const;
  });
  return { datasets: Object.fromEntries(datasets), users: Object.fromEntries(users) };
}

async function describeDataset(
  data: string,
  format: TableFormat,
  record: DatasetRecord,
  catalog: Pick<Catalog, "accounts">,
): Promise<Contents["datasets"][string]> {
  const versions: ExpectedVersion[] = [];
  for (const version of listVersions(record)) versions.push(await describeVersion(data, format, version));
  return { private: record.private, managers: ownerNames(catalog, record.managers).toSorted(), versions };
}

async function describeVersion(data: string, format: TableFormat, version: VersionRecord): Promise<ExpectedVersion> {
  const { number, restored, numEntries, totals, note, segment, purged, sources } = version;
  const total = `${numEntries} × ${new Map(totals).get("amount")}`;
  if (segment) assert.equal(await readTotal(data, format, version as LoadRecord), total);
  else assert.ok(purged);
  const isKept = sources.some(({ content }) => content?.kept);
  const state = purged ? "purged" : isKept ? "with its source" : "stored";
  return { number, loadedAs: restored ?? number, total, note: note ?? null, state };
}

async function readTotal(data: string, format: TableFormat, version: LoadRecord): Promise<string> {
  const { model, engine } = await openLoad(nodeFileSystem, data, format, version);
  try {
    return await addUp(model, engine);
  } finally {
    engine.dispose();
  }
}

async function addUp({ measures }: Model, engine: Engine): Promise<string> {
  const query = { filters: [], keys: [], measures, order: [], first: 0, limit: 0 };
  const bounds = { maxCells: 1, deadline: Number.POSITIVE_INFINITY };
  const { totals } = await withReader(engine, bounds, (reader) => reader.aggregate(query));
  const { index } = measures.find(({ name }) => name === "amount")!;
  return `${engine.numEntries} × ${decimalText(totals[index]!)}`;
}

/** Check that there are the files that a manifest refers to, and no others. */
async function checkFiles(data: string): Promise<void> {
  const names = await readdir(data);
  const generations = names.flatMap((name) => generationOf(name) ?? []);
  assert.ok(generations.length <= 2, names.join());
  assert.deepEqual(
    names.filter((name) => name.endsWith(".tmp") || name.includes("damaged")),
    [],
  );
  const manifests: Manifest[] = [];
  for (const generation of generations) manifests.push(await readManifest(nodeFileSystem, data, generation));
  const used = manifests.flatMap(({ state, blocks }) => [
    ...blocks.map((file) => `${SEGMENTS}/${file}`),
    ...segmentsOf(state).map(({ file }) => `${SEGMENTS}/${file}`),
    ...keptDigests(state).map(keptName),
  ]);
  // Derived data is optional.
  const present = [SEGMENTS, SOURCES].map(async (folder) =>
    (await readdir(join(data, folder)).catch(() => []))
      .filter((name) => !name.endsWith(".extra") && !name.endsWith(".facts"))
      .map((name) => `${folder}/${name}`),
  );
  assert.deepEqual((await Promise.all(present)).flat().toSorted(), [...new Set(used)].toSorted());
}
