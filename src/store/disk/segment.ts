import { DamagedStore } from "../../errors/errors.js";
import { CHUNK, type PartSums, readParts, sumParts } from "./chunks.js";
import { checksumOf, packEnvelope, readEnvelope, SEGMENT } from "./envelope.js";
import { newSegmentName, SEGMENTS, segmentPath } from "./file-names.js";
import type { FileSystem } from "./file-system.js";
import type { SegmentReference } from "./manifest.js";
import { withFile } from "./read-bytes.js";
import { writeFile } from "./write-file.js";

/** One version of a dataset, as it is written. */
export interface SegmentContent {
  /** The model file as JSON text: its keys are anyone's. */
  readonly document: string;
  /** What the format of the table says of it. */
  readonly table: unknown;
  /** Its columns as they lie in memory. */
  readonly parts: readonly Uint8Array[];
}

export interface SegmentHeader extends PartSums {
  readonly document: string;
  readonly table: unknown;
}

/**
 * Write a segment under a new name: an envelope with the header, then the parts, one after the other.
 * @throws what `writeFile` throws
 */
export async function writeSegment(
  files: FileSystem,
  directory: string,
  { document, table, parts }: SegmentContent,
  file = newSegmentName(),
): Promise<SegmentReference> {
  const sums = await sumParts(parts);
  const header = packEnvelope(SEGMENT, { document, table, ...sums } satisfies SegmentHeader);
  await writeFile(files, segmentPath(directory, file), [header, ...parts]);
  const length = sums.lengths.reduce((sum, each) => sum + each, header.length);
  return { file, length, checksum: checksumOf(header) };
}

/** A segment that is being read: its header is what was written. */
export interface OpenSegment {
  readonly header: SegmentHeader;
  /**
   * Read the parts to where they belong, and check every chunk.
   * @param parts memory for each part, of its length
   * @throws DamagedStore when anything is not what was written: then nothing may be read from the memory
   */
  readParts(parts: readonly Uint8Array[]): Promise<void>;
  /**
   * Check every chunk.
   * @param onRead called with a number of bytes after each
   * @throws DamagedStore when anything is not what was written
   */
  check(onRead: (bytes: number) => void): Promise<void>;
}

/** @throws DamagedStore, ForeignStore */
export async function withSegment<T>(
  files: FileSystem,
  directory: string,
  reference: SegmentReference,
  use: (segment: OpenSegment) => Promise<T>,
): Promise<T> {
  const name = `${SEGMENTS}/${reference.file}`;
  return withFile(files, segmentPath(directory, reference.file), name, async (file) => {
    const { value, checksum, length } = await readEnvelope(SEGMENT, file, name);
    if (checksum !== reference.checksum) throw new DamagedStore(`${name} is not the file that it was`);
    const header = value as SegmentHeader;
    return use({
      header,
      readParts: (parts) => {
        const roomFor = (part: number, first: number, end: number) => parts[part]!.subarray(first, end);
        return readParts(file, name, header, length, roomFor);
      },
      check: (onRead) => {
        const room = Buffer.allocUnsafeSlow(CHUNK);
        const roomFor = (_: number, first: number, end: number) => room.subarray(0, end - first);
        return readParts(file, name, header, length, roomFor, onRead);
      },
    });
  });
}
