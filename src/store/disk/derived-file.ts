import type { SerializedVersion } from "../../engine/serialized.js";
import type { DerivedData } from "../../engine/derived-data.js";
import { DamagedStore } from "../../errors/errors.js";
import { type PartSums, readParts, sumParts } from "./chunks.js";
import { EXTRA, packEnvelope, readEnvelope } from "./envelope.js";
import { derivedName, SEGMENTS, segmentPath } from "./file-names.js";
import type { FileSystem } from "./file-system.js";
import type { SegmentReference } from "./manifest.js";
import { withFile } from "./read-bytes.js";
import { writeLoosely } from "./write-without-fsync.js";

interface ExtraHeader extends PartSums {
  /** Checksum of the segment that it goes with. */
  readonly segment: number;
  /** What the engine says of the parts. */
  readonly extras: unknown;
}

/**
 * Write the extras of a segment: an envelope with the header, then the parts, one after the other.
 * @throws what the system said to any step
 */
export async function writeDerived(
  files: FileSystem,
  directory: string,
  { file, checksum }: SegmentReference,
  { header: derived, parts }: SerializedVersion,
): Promise<void> {
  const header: ExtraHeader = { segment: checksum, extras: derived, ...(await sumParts(parts)) };
  await writeLoosely(files, segmentPath(directory, derivedName(file)), [packEnvelope(EXTRA, header), ...parts]);
}

/** Read what there is of the extras of a segment. Whatever is wrong with them, they are made anew. */
export async function readDerived(
  files: FileSystem,
  directory: string,
  segment: SegmentReference,
  derived: DerivedData,
): Promise<void> {
  try {
    await openDerived(files, directory, segment, derived);
  } catch {
    // Not there, damaged, of another version, too large for now: all of it is no reason to serve less.
  }
}

/** @throws whatever is wrong with them; then there are none */
async function openDerived(
  files: FileSystem,
  directory: string,
  segment: SegmentReference,
  derived: DerivedData,
): Promise<void> {
  const file = derivedName(segment.file);
  const name = `${SEGMENTS}/${file}`;
  await withFile(files, segmentPath(directory, file), name, async (opened) => {
    const { value, length } = await readEnvelope(EXTRA, opened, name);
    const header = value as ExtraHeader;
    if (header.segment !== segment.checksum) throw new DamagedStore(`${name} goes with another segment`);
    const opening = derived.open(header.extras, header.lengths);
    try {
      const roomFor = (part: number, first: number, end: number): Uint8Array | null =>
        opening.parts[part]?.subarray(first, end) ?? null;
      await readParts(opened, name, header, length, roomFor);
      opening.open();
    } finally {
      opening.dispose();
    }
  });
}
