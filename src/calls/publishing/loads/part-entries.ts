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
import type { LoadServices } from "./load-services.js";
import type { Task } from "./task.js";

/** Services and settings of a reading of kept files. */
export interface KeptReading {
  readonly services: Pick<LoadServices, "loader" | "catalog">;
  readonly download: Task["download"];
  readonly signal: AbortSignal;
}

/** True if a model no longer corrects what an earlier one did: entries have lost the names that were read for them. */
export function undoesCorrections(before: Model, after: Model): boolean {
  const now = correctionsOf(after);
  return [...correctionsOf(before)].some(([dimension, was]) => isUndone(was, now.get(dimension)));
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

/**
 * Read all kept files of a dataset again, with the corrections that are left: the table has corrected names only.
 * Cost: that of the loads of all sources
 * @param model by which its files are read
 * @throws InvalidQuery if a file is not kept, or gives other entries than those that are there
 */
export async function partEntries(reading: KeptReading, dataset: Dataset, model: Model): Promise<Engine> {
  const { sources } = dataset;
  if (!keepsFiles(dataset)) {
    const lost = sources.filter(({ content }) => !content?.kept);
    const named = lost.map(({ id }) => String(id)).join(", ");
    throw new InvalidQuery(errorText("correction_needs_files", { sources: named }));
  }
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
async function checkSame(
  { services: { loader }, download, signal }: KeptReading,
  { model, engine: now }: Dataset,
  read: Engine,
): Promise<void> {
  const load = { model, source: null, previous: read, sourceId: 0, skipInvalid: false, corrects: true };
  const { engine } = await loader.load({ ...load, download, signal });
  try {
    const bounds = { ...UNBOUNDED, signal };
    const changes = await withReader(engine, bounds, (after) =>
      withReader(now, bounds, (before) => after.compare(before, shareFields(model, model), 1)),
    );
    if (!isUnchanged(changes)) throw new InvalidQuery(errorText("kept_files_differ"));
  } finally {
    engine.dispose();
  }
}
