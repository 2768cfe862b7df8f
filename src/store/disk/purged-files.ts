import { join } from "node:path";
import { derivedName, SEGMENTS, segmentsCompared } from "./file-names.js";
import type { FileSystem } from "./file-system.js";
import { type DatasetRecord, segmentsOf, type State, type VersionRecord } from "./manifest.js";
import { listNames } from "./read-bytes.js";

/** List the segments of versions that a state purged and an earlier one still has. */
export function listPurged({ datasets }: State, before: State): readonly string[] {
  return datasets.flatMap((record) => {
    const was = before.datasets.find(({ name, created }) => name === record.name && created === record.created);
    const purged = new Set(record.earlier.filter((version) => version.purged).map(({ number }) => number));
    return was
      ? versionsOf(was).flatMap(({ number, segment }) => (segment && purged.has(number) ? segment.file : []))
      : [];
  });
}

function versionsOf({ current, earlier }: DatasetRecord): readonly VersionRecord[] {
  return [current, ...earlier];
}

/**
 * Remove every file with data of purged segments, also those that were set aside as damaged.
 * @returns the names of those that are left, because they could not be removed
 */
export async function removePurged(
  files: FileSystem,
  directory: string,
  purged: readonly string[],
  kept: State,
): Promise<readonly string[]> {
  const used = new Set(segmentsOf(kept).map(({ file }) => file));
  const gone = purged.filter((file) => !used.has(file));
  const isOfThem = (name: string): boolean =>
    segmentsCompared(name)?.some((file) => gone.includes(file)) ??
    gone.some((file) => name.endsWith(file) || name.endsWith(derivedName(file)));
  const segments = join(directory, SEGMENTS);
  for (const name of await listNames(files, segments)) {
    if (isOfThem(name)) await files.unlink(join(segments, name)).catch(() => {});
  }
  return (await listNames(files, segments)).filter(isOfThem);
}
