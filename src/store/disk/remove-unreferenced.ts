import { join } from "node:path";
import {
  derivedName,
  generationOf,
  isDerived,
  isSegment,
  isTemporary,
  manifestName,
  SEGMENTS,
  TEMPORARY,
} from "./file-names.js";
import type { FileSystem } from "./file-system.js";
import { type Manifest, segmentsOf } from "./manifest.js";
import { listNames } from "./read-bytes.js";

/**
 * Remove the files of the store that no kept generation refers to, and those that a write has left half done.
 * What cannot be removed now is tried again after the next write.
 * @param kept the current generation and those that are kept beside it
 * @param pending files that are being written: segments that a generation is about to refer to, and extras
 */
export async function collect(
  files: FileSystem,
  directory: string,
  kept: readonly Manifest[],
  pending: ReadonlySet<string>,
): Promise<void> {
  const segments = join(directory, SEGMENTS);
  const used = new Set(kept.flatMap(({ state }) => segmentsOf(state).flatMap(({ file }) => [file, derivedName(file)])));
  const manifests = new Set(kept.map(({ generation }) => manifestName(generation)));
  const isPending = (name: string): boolean => pending.has(name.replace(TEMPORARY, ""));
  // A generation goes before the segments that it refers to.
  await removeAll(
    files,
    directory,
    (name) => isTemporary(name) || (generationOf(name) !== undefined && !manifests.has(name)),
  );
  await removeAll(
    files,
    segments,
    (name) => (isTemporary(name) || ((isSegment(name) || isDerived(name)) && !used.has(name))) && !isPending(name),
  );
}

async function removeAll(files: FileSystem, directory: string, isGarbage: (name: string) => boolean): Promise<void> {
  for (const name of await listNames(files, directory).catch(() => [])) {
    if (isGarbage(name)) await files.unlink(join(directory, name)).catch(() => {});
  }
}
