import { join } from "node:path";
import { compareLists } from "../../core/engine/compare-lists.js";
import { derivedName, keptName, OPENINGS_FILE, SEGMENTS, segmentsCompared, SOURCES } from "./file-names.js";
import type { FileSystem } from "./file-system.js";
import { digestsOf, keptDigests, segmentsOf, type State, listVersions } from "./manifest.js";
import { removeOpenings } from "./openings-file.js";
import { listNames } from "./read-bytes.js";

/** Files of purged versions. */
export interface Purged {
  /** Names of segments. */
  readonly segments: readonly string[];
  /** Digests of kept sources. */
  readonly digests: readonly string[];
}

/** List what the versions had that a state purged and an earlier one still has; `null` if there are none. */
export function listPurged({ datasets }: State, before: State): Purged | null {
  const { gone, fresh } = compareLists(before.datasets, datasets);
  const byName = new Map(gone.map((record) => [record.name, record]));
  const versions = fresh.flatMap((record) => {
    const was = byName.get(record.name);
    if (was?.created !== record.created) return [];
    const purged = new Set(record.earlier.filter((version) => version.purged).map(({ number }) => number));
    if (purged.size === 0) return [];
    return listVersions(was).filter(({ number, segment }) => segment && purged.has(number));
  });
  if (versions.length === 0) return null;
  return { segments: versions.map(({ segment }) => segment!.file), digests: versions.flatMap(digestsOf) };
}

/**
 * Remove every file with data of purged versions, also those that were set aside as damaged.
 * @returns the paths, within the data directory, of those that are left, because they could not be removed
 */
export async function removePurged(
  files: FileSystem,
  directory: string,
  purged: Purged,
  kept: State,
): Promise<readonly string[]> {
  const used = new Set(segmentsOf(kept).map(({ file }) => file));
  const gone = purged.segments.filter((file) => !used.has(file));
  const isOfThem = (name: string): boolean =>
    segmentsCompared(name)?.some((file) => gone.includes(file)) ??
    gone.some((file) => name.endsWith(file) || name.endsWith(derivedName(file)));
  const digests = new Set(keptDigests(kept));
  const sources = new Set(purged.digests.filter((digest) => !digests.has(digest)).map(keptName));
  return [
    ...((await removeOpenings(files, directory)) ? [] : [OPENINGS_FILE]),
    ...(await removeAny(files, directory, SEGMENTS, isOfThem)),
    ...(await removeAny(files, directory, SOURCES, (name) => sources.has(`${SOURCES}/${name}`))),
  ];
}

/** @returns the paths of those that are left */
async function removeAny(
  files: FileSystem,
  directory: string,
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<readonly string[]> {
  const path = join(directory, folder);
  for (const name of await listNames(files, path)) {
    if (isWanted(name)) await files.unlink(join(path, name)).catch(() => {});
  }
  return (await listNames(files, path)).filter(isWanted).map((name) => `${folder}/${name}`);
}
