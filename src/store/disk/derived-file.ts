import type { SerializedVersion } from "../../core/engine/serialized.js";
import type { DerivedData } from "../../core/engine/derived-data.js";
import { errorText } from "../../core/errors/error-text.js";
import { DamagedStore } from "../../core/errors/errors.js";
import { type PartSums, readParts, sumParts } from "./chunks.js";
import { DERIVED, packEnvelope, readEnvelope } from "./envelope.js";
import { derivedName, SEGMENTS, segmentPath } from "./file-names.js";
import type { FileSystem } from "./file-system.js";
import type { SegmentReference } from "./manifest.js";
import { withFile } from "./read-bytes.js";
import { writeWithoutFsync } from "./write-without-fsync.js";

interface DerivedHeader extends PartSums {
  /** Checksum of the segment that the data is derived from. */
  readonly segment: number;
  /** The engine's description of the parts. */
  readonly derived: unknown;
}

/**
 * Write the derived data of a segment: an envelope with the header, then the parts, one after the other.
 * @throws the system's error if a step fails
 */
export async function writeDerived(
  files: FileSystem,
  directory: string,
  { file, checksum }: SegmentReference,
  { header: derived, parts }: SerializedVersion,
): Promise<void> {
  const header: DerivedHeader = { segment: checksum, derived, ...(await sumParts(parts)) };
  await writeWithoutFsync(files, segmentPath(directory, derivedName(file)), [packEnvelope(DERIVED, header), ...parts]);
}

/** Read the derived data of a segment, if there is any. Errors are ignored, because all of it can be computed again. */
export async function readDerived(
  files: FileSystem,
  directory: string,
  segment: SegmentReference,
  derived: DerivedData,
): Promise<void> {
  try {
    await openDerived(files, directory, segment, derived);
  } catch {
    // It may be missing, damaged, of another version or too large for memory. Answers do not depend on it.
  }
}

/** Open the derived data of a segment. @throws any error; then the engine has none of it */
async function openDerived(
  files: FileSystem,
  directory: string,
  segment: SegmentReference,
  derived: DerivedData,
): Promise<void> {
  const file = derivedName(segment.file);
  const name = `${SEGMENTS}/${file}`;
  await withFile(files, segmentPath(directory, file), name, async (opened) => {
    const { value, length } = await readEnvelope(DERIVED, opened, name);
    const header = value as DerivedHeader;
    if (header.segment !== segment.checksum)
      throw new DamagedStore(errorText("stored_file_of_other_segment", { file: name }));
    const opening = derived.open(header.derived, header.lengths);
    try {
      const targetFor = (part: number, first: number, end: number): Uint8Array | null =>
        opening.parts[part]?.subarray(first, end) ?? null;
      await readParts(opened, name, header, length, targetFor);
      opening.open();
    } finally {
      opening.dispose();
    }
  });
}
