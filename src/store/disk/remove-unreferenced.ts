import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  digestIn,
  generationOf,
  isDerived,
  isFacts,
  isRecords,
  isSegment,
  isTemporary,
  keptName,
  manifestName,
  SEGMENTS,
  segmentPath,
  segmentsCompared,
  SOURCES,
  TEMPORARY,
} from "./file-names.js";
import type { FileSystem } from "./file-system.js";
import { keptDigests, type Manifest, segmentsOf } from "./manifest.js";
import { listNames } from "./read-bytes.js";

/** Names that are looked at before other work has its turn. */
const STRIDE = 256;

/** Remove the manifests of generations that are not kept, and those of interrupted writes. @returns false if some are left */
export function removeOldManifests(files: FileSystem, directory: string, kept: readonly Manifest[]): Promise<boolean> {
  const manifests = new Set(kept.map(({ generation }) => manifestName(generation)));
  return removeAll(
    files,
    directory,
    (name) => isTemporary(name) || (generationOf(name) !== undefined && !manifests.has(name)),
  );
}

/** Remove files of records. @returns false if some are left */
export async function removeBlocks(files: FileSystem, directory: string, names: readonly string[]): Promise<boolean> {
  let hasFailed = false;
  for (const name of names) await files.unlink(segmentPath(directory, name)).catch(() => void (hasFailed = true));
  return !hasFailed;
}

/**
 * Remove the segments, their other files, the records and the sources that no kept generation refers to, and those of interrupted
 * writes. Manifests are removed before, so that none refers to a missing segment.
 * Cost: a step for each file of all datasets.
 * @param kept the current and the previous generation
 * @param pending files that are being written: segments and kept sources that a generation is about to refer to, and
 * derived data
 * @returns false if some are left, because the system refused to remove them
 */
export async function removeUnreferenced(
  files: FileSystem,
  directory: string,
  kept: readonly Manifest[],
  pending: ReadonlySet<string>,
): Promise<boolean> {
  // Generations share the records that did not change.
  const datasets = [...new Set(kept.flatMap(({ state }) => state.datasets))];
  const used = new Set(segmentsOf({ datasets }).map(({ file }) => stemOf(file)));
  const digests = new Set(keptDigests({ datasets }));
  for (const file of kept.flatMap(({ blocks }) => blocks)) used.add(stemOf(file));
  const isPending = (name: string): boolean => pending.has(name.replace(TEMPORARY, ""));
  const isGarbage = (name: string): boolean => (isTemporary(name) || isUnused(name, used)) && !isPending(name);
  const hasRemoved = await removeAll(files, join(directory, SEGMENTS), isGarbage);
  return (
    (await removeAll(files, join(directory, SOURCES), (name) => {
      const digest = digestIn(name);
      return digest !== undefined && !digests.has(digest) && !isPending(keptName(digest));
    })) && hasRemoved
  );
}

function isUnused(name: string, used: ReadonlySet<string>): boolean {
  const compared = segmentsCompared(name);
  if (compared) return !compared.every((segment) => used.has(stemOf(segment)));
  return (isSegment(name) || isDerived(name) || isFacts(name) || isRecords(name)) && !used.has(stemOf(name));
}

/** Return what the names of a segment and of the files beside it begin with. */
function stemOf(file: string): string {
  return file.slice(0, file.indexOf("."));
}

async function removeAll(files: FileSystem, directory: string, isGarbage: (name: string) => boolean): Promise<boolean> {
  let hasFailed = false;
  const fail = (): void => void (hasFailed = true);
  const names = await listNames(files, directory).catch(() => (fail(), []));
  for (const [at, name] of names.entries()) {
    if (at % STRIDE === STRIDE - 1) await setImmediate();
    if (isGarbage(name)) await files.unlink(join(directory, name)).catch(fail);
  }
  return !hasFailed;
}
