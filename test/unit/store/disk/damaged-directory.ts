import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { exportText } from "#src/calls/reading/entries/export.js";
import type { TableFormat } from "#src/core/engine/storage.js";
import { DamagedStore, UserError } from "#src/core/errors/errors.js";
import { Catalog } from "#src/store/catalog.js";
import { type Dataset, pastFacts, versionFacts } from "#src/store/dataset.js";
import { generationOf, SEGMENTS, SOURCES } from "#src/store/disk/file-names.js";
import {
  type AccountRecord,
  type DatasetRecord,
  listVersions,
  type LoadRecord,
  type State,
} from "#src/store/disk/manifest.js";
import { readManifest } from "#src/store/disk/read-manifest.js";
import { openLoad } from "#src/store/load-tables.js";
import { DATA } from "../scenario.js";
import { MemoryDisk } from "./memory-disk.js";

/** A data directory whose every figure is known. */
export interface KnownDirectory {
  readonly disk: MemoryDisk;
  /** The newest first. */
  readonly generations: readonly State[];
  /** Digests of all entries with all digits, by the segment's file. */
  readonly contents: ReadonlyMap<string, string>;
  readonly secret: Buffer | null;
}

/** Read a directory into memory, with everything that it says while it is intact. */
export async function readDirectory(path: string, format: TableFormat): Promise<KnownDirectory> {
  const disk = new MemoryDisk();
  await disk.mkdir("/var");
  for (const folder of ["", `/${SEGMENTS}`, `/${SOURCES}`]) await disk.mkdir(DATA + folder);
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    const at = join(entry.parentPath, entry.name);
    if (entry.isFile()) disk.put(join(DATA, at.slice(path.length)), readFileSync(at));
  }
  const numbers = [...disk.files.keys()].flatMap((name) => generationOf(name.slice(DATA.length + 1)) ?? []);
  const generations: State[] = [];
  for (const number of numbers.toSorted((a, b) => b - a)) {
    generations.push((await readManifest(disk, DATA, number)).state);
  }
  const contents = new Map<string, string>();
  for (const record of generations.flatMap(({ datasets }) => datasets)) {
    for (const load of storedVersions(record)) {
      contents.set(load.segment.file, await readContent(disk, format, record, load));
    }
  }
  const copy = await Catalog.open(DATA, null, disk.copy());
  assert.equal(copy.health.status, "ok");
  return { disk, generations, contents, secret: copy.secret };
}

/**
 * Open a damaged copy of a directory: it is refused with a sentence, or says of each thing what the intact one said
 * before or after its last write, and shows nothing to more people.
 * @returns what happened
 */
export async function openDamaged(
  { generations, contents, secret }: KnownDirectory,
  disk: MemoryDisk,
  format: TableFormat,
): Promise<"refused" | "degraded" | "ok"> {
  let catalog: Catalog;
  try {
    catalog = await Catalog.open(DATA, format, disk);
  } catch (error) {
    return refuseWithSentence(error);
  }
  for (const { engine } of catalog.list()) engine.dispose();
  const [newest] = generations;
  assert.ok(
    generations.some(({ datasets }) => describeAll(datasets) === describeAll(catalog.records)),
    "neither the last state nor the one before",
  );
  assert.ok(generations.some(({ accounts }) => isSame(accounts, catalog.accounts)));
  for (const { name, private: isPrivate } of catalog.records) {
    const now = newest!.datasets.find((each) => each.name === name);
    assert.ok(isPrivate || now?.private === false, `${name} has become public`);
  }
  let isDamaged = catalog.health.status !== "ok";
  if (!catalog.secret || !secret) assert.ok(!secret || isDamaged, "no reason for a lost secret");
  else assert.deepEqual(catalog.secret, secret);
  for (const record of catalog.records) {
    for (const load of storedVersions(record)) {
      try {
        assert.equal(await readContent(disk, format, record, load), contents.get(load.segment.file));
      } catch (error) {
        // Earlier versions are read when somebody asks for them.
        assert.notEqual(load.number, record.current.number);
        refuseWithSentence(error);
        isDamaged = true;
      }
    }
  }
  return isDamaged ? "degraded" : "ok";
}

function refuseWithSentence(error: unknown): "refused" {
  assert.ok(error instanceof DamagedStore || error instanceof UserError, String((error as Error).stack));
  assert.match(error.message, /^\S.{10,}$/s);
  return "refused";
}

function storedVersions(record: DatasetRecord): readonly LoadRecord[] {
  return listVersions(record).filter((version): version is LoadRecord => version.segment !== null);
}

/** Digest all entries of a version. */
async function readContent(
  disk: MemoryDisk,
  format: TableFormat,
  record: DatasetRecord,
  load: LoadRecord,
): Promise<string> {
  const loaded = await openLoad(disk, DATA, format, load);
  try {
    const isCurrent = load.number === record.current.number;
    const dataset: Dataset = isCurrent ? versionFacts(record, loaded) : pastFacts(record, load, loaded);
    const hash = createHash("sha256");
    for await (const piece of exportText(dataset, "ndjson")) hash.update(piece);
    return hash.digest("hex");
  } finally {
    loaded.engine.dispose();
  }
}

/** Describe datasets without their rights, which follow the file of rights. */
function describeAll(records: readonly DatasetRecord[]): string {
  return JSON.stringify(records.map(({ private: _private, managers: _managers, ...rest }) => rest));
}

function isSame(one: readonly AccountRecord[], other: readonly AccountRecord[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
