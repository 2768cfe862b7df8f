import { join } from "node:path";
import { DAMAGED, isRecords, isSegment, manifestName, SEGMENTS } from "./file-names.js";
import type { FileSystem } from "./file-system.js";
import { type Manifest, segmentsOf } from "./manifest.js";
import { listNames } from "./read-bytes.js";
import { syncDirectory } from "./write-file.js";

/**
 * Set damaged generations aside: rename their manifests, and all segments and records that no remaining generation refers to. No
 * data is deleted, and none of it is used. Manifests are renamed last, so that an interrupted call is repeated.
 * @param kept the remaining generations
 */
export async function setAside(
  files: FileSystem,
  directory: string,
  generations: readonly number[],
  kept: readonly Manifest[],
): Promise<void> {
  const segments = join(directory, SEGMENTS);
  const used = new Set(kept.flatMap(({ state, blocks }) => [...segmentsOf(state).map(({ file }) => file), ...blocks]));
  const unused = (await listNames(files, segments)).filter(
    (name) => (isSegment(name) || isRecords(name)) && !used.has(name),
  );
  await renameAll(files, segments, unused);
  await renameAll(files, directory, generations.map(manifestName));
}

async function renameAll(files: FileSystem, directory: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const taken = new Set(await listNames(files, directory));
  for (const name of names) {
    let aside = DAMAGED + name;
    while (taken.has(aside)) aside = DAMAGED + aside;
    await files.rename(join(directory, name), join(directory, aside));
  }
  await syncDirectory(files, directory);
}
