import { join } from "node:path";
import { DAMAGED, isSegment, manifestName, SEGMENTS } from "./file-names.js";
import type { FileSystem } from "./file-system.js";
import { type Manifest, segmentsOf } from "./manifest.js";
import { listNames } from "./read-bytes.js";
import { syncDirectory } from "./write-file.js";

/**
 * Rename the manifests of damaged generations, and the segments that only they can have referred to: nothing of them
 * is lost, nothing of them is used. The manifests come last, so that what is cut short is done again.
 * @param kept the generations that stay
 */
export async function setAside(
  files: FileSystem,
  directory: string,
  generations: readonly number[],
  kept: readonly Manifest[],
): Promise<void> {
  const segments = join(directory, SEGMENTS);
  const used = new Set(kept.flatMap(({ state }) => segmentsOf(state).map(({ file }) => file)));
  const unused = (await listNames(files, segments)).filter((name) => isSegment(name) && !used.has(name));
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
