import { join } from "node:path";
import {
  derivedName,
  digestIn,
  factsName,
  generationOf,
  isDerived,
  isFacts,
  isSegment,
  isTemporary,
  keptName,
  manifestName,
  SEGMENTS,
  segmentsCompared,
  SOURCES,
  TEMPORARY,
} from "./file-names.js";
import type { FileSystem } from "./file-system.js";
import { keptDigests, type Manifest, segmentsOf } from "./manifest.js";
import { listNames } from "./read-bytes.js";

/**
 * Remove the files of the store that no kept generation refers to, and those of interrupted writes. Failures are
 * ignored: the next write tries again.
 * @param kept the current and the previous generation
 * @param pending files that are being written: segments and kept sources that a generation is about to refer to, and
 * derived data
 */
export async function removeUnreferenced(
  files: FileSystem,
  directory: string,
  kept: readonly Manifest[],
  pending: ReadonlySet<string>,
): Promise<void> {
  const segments = join(directory, SEGMENTS);
  const used = new Set(
    kept.flatMap(({ state }) => segmentsOf(state).flatMap(({ file }) => [file, derivedName(file), factsName(file)])),
  );
  const digests = new Set(kept.flatMap(({ state }) => keptDigests(state)));
  const manifests = new Set(kept.map(({ generation }) => manifestName(generation)));
  const isPending = (name: string): boolean => pending.has(name.replace(TEMPORARY, ""));
  // Manifests are removed first, so that none refers to a missing segment.
  await removeAll(
    files,
    directory,
    (name) => isTemporary(name) || (generationOf(name) !== undefined && !manifests.has(name)),
  );
  await removeAll(files, segments, (name) => (isTemporary(name) || isUnused(name, used)) && !isPending(name));
  await removeAll(files, join(directory, SOURCES), (name) => {
    const digest = digestIn(name);
    return digest !== undefined && !digests.has(digest) && !isPending(keptName(digest));
  });
}

function isUnused(name: string, used: ReadonlySet<string>): boolean {
  const compared = segmentsCompared(name);
  if (compared) return !compared.every((segment) => used.has(segment));
  return (isSegment(name) || isDerived(name) || isFacts(name)) && !used.has(name);
}

async function removeAll(files: FileSystem, directory: string, isGarbage: (name: string) => boolean): Promise<void> {
  for (const name of await listNames(files, directory).catch(() => [])) {
    if (isGarbage(name)) await files.unlink(join(directory, name)).catch(() => {});
  }
}
