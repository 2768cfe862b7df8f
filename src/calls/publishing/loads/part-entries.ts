import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { UNBOUNDED } from "../../../core/engine/bounds.js";
import { isUnchanged } from "../../../core/engine/changed-rows.js";
import type { Engine } from "../../../core/engine/engine.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { errorText } from "../../../core/errors/error-text.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import { correctionsOf } from "../../../core/model/corrections.js";
import type { Model } from "../../../core/model/cube.js";
import type { MemberCorrections } from "../../../core/model/member-corrections.js";
import { shareFields } from "../../../core/model/shared-fields.js";
import { unpackCopy } from "../../../sources/ingest/read-record.js";
import type { Dataset, LoadedSource } from "../../../store/dataset.js";
import { nameVersion } from "../../../store/version-name.js";
import { requireDataset } from "../../reading/lookup/require-dataset.js";
import type { LoadServices } from "./load-services.js";
import type { Task } from "./task.js";

/** Services and settings to write entries anew. */
interface EntryWriting extends Pick<Task, "download" | "signal"> {
  readonly services: Pick<LoadServices, "loader">;
}

/** Services and settings to write entries anew with the names that were read. */
interface KeptReading extends EntryWriting {
  readonly services: Pick<LoadServices, "loader" | "catalog">;
  readonly signal: AbortSignal;
}

/** Corrections of members by dimension. */
type Corrections = ReadonlyMap<string, MemberCorrections>;

/** True if a model no longer corrects what an earlier one did: entries have lost the names that were read for them. */
export function undoesCorrections(before: Model, after: Model): boolean {
  return undoesAny(correctionsOf(before), correctionsOf(after));
}

function undoesAny(before: Corrections, after: Corrections): boolean {
  return [...before].some(([dimension, was]) => isUndone(was, after.get(dimension)));
}

function isUndone(was: MemberCorrections, is: MemberCorrections | undefined): boolean {
  // A member that is renamed to one of its spellings stays united.
  const isParted = ([name, to]: readonly [string, string]): boolean =>
    !is?.values.has(name) && is?.values.get(to) !== name;
  const isPlain = (name: string): boolean => !is?.labels.has(name) && !is?.values.has(name);
  return [...was.values].some(isParted) || [...was.labels.keys()].some(isPlain);
}

/** True if all files of a dataset are kept. */
export function keepsFiles({ sources }: Pick<Dataset, "sources">): boolean {
  return sources.length > 0 && sources.every(({ content }) => content?.kept);
}

/** Plan a test if the names are known that entries of a dataset have with the corrections that are left. */
export function planParting(dataset: Dataset): (left: Corrections) => boolean {
  if (keepsFiles(dataset)) return () => true;
  // The oldest has mostly the fewest corrections, and is tested soonest.
  const versions = listAlike(dataset).toReversed();
  return (left) => versions.some(({ corrections }) => !undoesAny(corrections, left));
}

interface AlikeVersion {
  readonly number: number;
  readonly corrections: Corrections;
}

/** List the stored versions of the same files as a dataset, the newest first. */
function listAlike({ asLoaded, history, number, sources }: Dataset): readonly AlikeVersion[] {
  const loaded = correctionsOf(asLoaded);
  const files = filesOf(sources);
  return history
    .filter((each) => each.isKept && each.number !== number && filesOf(each.sources) === files)
    .map((each) => ({ number: each.number, corrections: new Map([...loaded, ...(each.corrections ?? [])]) }));
}

function filesOf(sources: readonly LoadedSource[]): string {
  return JSON.stringify(sources.map(({ id, loaded, content }) => [id, loaded.getTime(), content?.digest]));
}

/**
 * Write the entries of a dataset anew with the corrections that are left: its table has corrected names only. They are
 * read from its files, if all of these are kept, else from a version before the corrections.
 * Cost: that of the loads of all sources
 * @param model the dataset's, with the corrections that are left
 * @param read the model by which its files are read
 * @throws InvalidQuery if the names are not known, or files give other entries than those that are there
 */
export async function partEntries(reading: KeptReading, dataset: Dataset, model: Model, read: Model): Promise<Engine> {
  if (keepsFiles(dataset)) return partFromFiles(reading, dataset, read);
  const left = correctionsOf(model);
  const version = listAlike(dataset).find(({ corrections }) => !undoesAny(corrections, left));
  if (version) return partFromVersion(reading, dataset, model, version.number);
  const lost = dataset.sources.filter(({ content }) => !content?.kept);
  const named = lost.map(({ id }) => String(id)).join(", ");
  throw new InvalidQuery(errorText("correction_needs_files", { sources: named }));
}

async function partFromVersion(reading: KeptReading, dataset: Dataset, model: Model, number: number): Promise<Engine> {
  const { catalog } = reading.services;
  const name = nameVersion(dataset.model.dataset.name, number);
  // The version stays open until then, also where others want the memory.
  const lease = catalog.beginReading();
  try {
    await catalog.openVersion(name);
    const engine = await correctEntries(reading, model, requireDataset(catalog, name).engine);
    try {
      await checkSame(reading, dataset, engine);
      return engine;
    } catch (error) {
      engine.dispose();
      throw error;
    }
  } finally {
    lease.end();
  }
}

/**
 * Write entries anew, with the corrections of a model: no source is read.
 * Cost: that of a load
 */
export async function correctEntries(
  { services, download, signal }: EntryWriting,
  model: Model,
  previous: Engine,
): Promise<Engine> {
  const load = { model, source: null, previous, sourceId: 0, skipInvalid: false, corrects: true };
  return (await services.loader.load({ ...load, download, signal })).engine;
}

async function partFromFiles(reading: KeptReading, dataset: Dataset, model: Model): Promise<Engine> {
  const { sources } = dataset;
  let engine: Engine | null = null;
  try {
    for (const source of sources.toSorted((a, b) => a.loaded.getTime() - b.loaded.getTime())) {
      const next: Engine = await readKept(reading, source, model, engine);
      engine?.dispose();
      engine = next;
    }
    await checkSame(reading, dataset, engine!);
    return engine!;
  } catch (error) {
    engine?.dispose();
    throw error;
  }
}

async function readKept(
  { services: { catalog, loader }, download, signal }: KeptReading,
  { id, content, layout = null }: LoadedSource,
  model: Model,
  previous: Engine | null,
): Promise<Engine> {
  const path = join(download.directory, `kept-${randomUUID()}`);
  const { digest } = content!;
  try {
    await mkdir(download.directory, { recursive: true, mode: 0o700 });
    await unpackCopy(catalog.keptPath(digest), digest, path, signal).catch((cause: Error) => {
      signal.throwIfAborted();
      throw new InvalidQuery(errorText("correction_needs_files", { sources: String(id) }), { cause });
    });
    const source = { kind: "file", path, name: `source ${id}` } as const;
    const load = { model: { ...model, layout }, source, previous, sourceId: id, skipInvalid: true, unique: false };
    return (await loader.load({ ...load, download, signal })).engine;
  } finally {
    await rm(path, { force: true });
  }
}

/** Check that entries that were read again are those of a dataset, once they are corrected as it is. */
async function checkSame(reading: KeptReading, { model, engine: now }: Dataset, read: Engine): Promise<void> {
  const engine = await correctEntries(reading, model, read);
  try {
    const bounds = { ...UNBOUNDED, signal: reading.signal };
    const changes = await withReader(engine, bounds, (after) =>
      withReader(now, bounds, (before) => after.compare(before, shareFields(model, model), 1)),
    );
    if (!isUnchanged(changes)) throw new InvalidQuery(errorText("kept_files_differ"));
  } finally {
    engine.dispose();
  }
}
