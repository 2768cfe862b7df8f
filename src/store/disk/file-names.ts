import { randomBytes } from "node:crypto";
import { join } from "node:path";

/**
 * Names of the files in a data directory:
 *
 *     manifest-000000000012         the contents of the store after the 12th write
 *     segments/9f2c….segment        one version of a dataset
 *     segments/9f2c….extra          its derived data
 *     segments/9f2c….facts          lengths and digests of the files that it is downloaded as
 *     segments/9f2c…-41aa….changes  rows by which it differs from another version
 *     segments/07d1….records        records of a list that is too long for a manifest
 *     sources/5891….gz              a file that was loaded, compressed, by the digest of its content
 *     rights                        visibility and managers of datasets, and users
 *     secret                        the secret that API keys are derived from
 *     openings                      what a start needs of many small segments, so that it does not read them
 *     reserve                       deleted when the disk is full, so that a dataset can be dropped
 *     ….tmp                         a file being written, or left by an interrupted write
 *     damaged-manifest-…            set aside as damaged
 *     segments/damaged-….segment
 *
 * The store ignores files of other names.
 */
export const SEGMENTS = "segments";
export const SOURCES = "sources";
export const TEMPORARY = ".tmp";
export const DAMAGED = "damaged-";
export const SECRET = "secret";
export const RIGHTS = "rights";
export const RESERVE = "reserve";
export const OPENINGS_FILE = "openings";

const MANIFEST = /^manifest-(\d{12})$/;
const SEGMENT = /^[0-9a-f]{32}\.segment$/;
const DERIVED = /^[0-9a-f]{32}\.extra$/;
const FACTS = /^[0-9a-f]{32}\.facts$/;
const RECORDS = /^[0-9a-f]{32}\.records$/;
const CHANGES = /^([0-9a-f]{32})-([0-9a-f]{32})\.changes$/;

const KEPT = /^([0-9a-f]{64})\.gz$/;

export function manifestName(generation: number): string {
  return `manifest-${String(generation).padStart(12, "0")}`;
}

/** Return the generation in a manifest's name; `undefined` for other names. */
export function generationOf(name: string): number | undefined {
  const digits = MANIFEST.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Return the generation in a manifest's name, also in that of a temporary file or one set aside; 0 for other names. */
export function generationIn(name: string): number {
  return Number(/^(?:damaged-)*manifest-(\d{12})/.exec(name)?.[1] ?? 0);
}

/** Make a random, unused segment name. It never contains the dataset's name. */
export function newSegmentName(): string {
  return `${randomBytes(16).toString("hex")}.segment`;
}

/** Make a random, unused name for a file of records. */
export function newRecordsName(): string {
  return `${randomBytes(16).toString("hex")}.records`;
}

export function isRecords(name: string): boolean {
  return RECORDS.test(name);
}

export function isSegment(name: string): boolean {
  return SEGMENT.test(name);
}

/** Return the file name of a segment's derived data. */
export function derivedName(segment: string): string {
  return segment.replace(/\.segment$/, ".extra");
}

export function isDerived(name: string): boolean {
  return DERIVED.test(name);
}

/** Return the name of the file with the lengths and digests of a segment's files. */
export function factsName(segment: string): string {
  return segment.replace(/\.segment$/, ".facts");
}

export function isFacts(name: string): boolean {
  return FACTS.test(name);
}

/** Return the name of the file of the rows by which a segment differs from an earlier one. */
export function changesName(before: string, after: string): string {
  return `${after.replace(/\.segment$/, "")}-${before.replace(/\.segment$/, "")}.changes`;
}

/** Return the segments that a file of changed rows compares; `null` for other names. */
export function segmentsCompared(name: string): readonly string[] | null {
  const [, after, before] = CHANGES.exec(name) ?? [];
  return after === undefined ? null : [`${after}.segment`, `${before}.segment`];
}

/** True for a file that an interrupted write of the store left. */
export function isTemporary(name: string): boolean {
  if (!name.endsWith(TEMPORARY)) return false;
  const written = name.slice(0, -TEMPORARY.length);
  if (written === RIGHTS || written === SECRET || written === RESERVE) return true;
  return (
    isSegment(written) ||
    isRecords(written) ||
    isDerived(written) ||
    isFacts(written) ||
    segmentsCompared(written) !== null ||
    generationOf(written) !== undefined
  );
}

/** True for a file that was set aside as damaged. @param name path within the data directory */
export function isSetAside(name: string): boolean {
  return name.startsWith(DAMAGED) || name.startsWith(`${SEGMENTS}/${DAMAGED}`);
}

/** Return the path of a segment, of its derived data, or of records. */
export function segmentPath(directory: string, name: string): string {
  return join(directory, SEGMENTS, name);
}

/** Return the path of a kept file of a source within the data directory. @param digest of its content */
export function keptName(digest: string): string {
  return `${SOURCES}/${digest}.gz`;
}

/** Return the digest in the name of a kept file; `undefined` for other names. */
export function digestIn(name: string): string | undefined {
  return KEPT.exec(name)?.[1];
}
