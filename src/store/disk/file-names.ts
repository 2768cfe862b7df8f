import { randomBytes } from "node:crypto";
import { join } from "node:path";

/**
 * What the files of a data directory are called:
 *
 *     manifest-000000000012         what there is, as of the 12th write
 *     segments/9f2c….segment        one version of a dataset
 *     segments/9f2c….extra          what was made of it, to answer sooner
 *     secret                        what keys are made with
 *     ….tmp                         being written, or left by a write that was cut short
 *     damaged-manifest-…            set aside
 *     segments/damaged-….segment
 *
 * Other names are none of the store's business.
 */
export const SEGMENTS = "segments";
export const TEMPORARY = ".tmp";
export const DAMAGED = "damaged-";
export const SECRET = "secret";

const MANIFEST = /^manifest-(\d{12})$/;
const SEGMENT = /^[0-9a-f]{32}\.segment$/;
const EXTRA = /^[0-9a-f]{32}\.extra$/;

export function manifestName(generation: number): string {
  return `manifest-${String(generation).padStart(12, "0")}`;
}

/** The generation of a manifest's name; `undefined` for other names. */
export function generationOf(name: string): number | undefined {
  const digits = MANIFEST.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The generation that a file belongs to, whatever became of it: written, half written or set aside; else 0. */
export function generationIn(name: string): number {
  return Number(/^(?:damaged-)*manifest-(\d{12})/.exec(name)?.[1] ?? 0);
}

/** A name that no segment has; never after a dataset. */
export function newSegmentName(): string {
  return `${randomBytes(16).toString("hex")}.segment`;
}

export function isSegment(name: string): boolean {
  return SEGMENT.test(name);
}

/** Where the extras of a segment are. */
export function derivedName(segment: string): string {
  return segment.replace(/\.segment$/, ".extra");
}

export function isDerived(name: string): boolean {
  return EXTRA.test(name);
}

/** Left by a write of the store that was cut short. */
export function isTemporary(name: string): boolean {
  if (!name.endsWith(TEMPORARY)) return false;
  const written = name.slice(0, -TEMPORARY.length);
  return isSegment(written) || isDerived(written) || generationOf(written) !== undefined;
}

/** @param name within the data directory */
export function isSetAside(name: string): boolean {
  return name.startsWith(DAMAGED) || name.startsWith(`${SEGMENTS}/${DAMAGED}`);
}

/** Where a segment lies, or its extras. */
export function segmentPath(directory: string, name: string): string {
  return join(directory, SEGMENTS, name);
}
