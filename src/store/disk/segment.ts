import { errorText } from "../../core/errors/error-text.js";
import { DamagedStore } from "../../core/errors/errors.js";
import { CHUNK, type PartSums, readParts, sumParts } from "./chunks.js";
import { checksumOf, packEnvelope, readEnvelope, SEGMENT } from "./envelope.js";
import { newSegmentName, SEGMENTS, segmentPath } from "./file-names.js";
import type { FileSystem } from "./file-system.js";
import type { SegmentReference } from "./manifest.js";
import { readAtOnce, withFile } from "./read-bytes.js";
import { writeFile } from "./write-file.js";

/** The contents of a segment: one version of a dataset. */
export interface SegmentContent {
  /** The model file as JSON text: users choose its keys, which envelopes must not have. */
  readonly document: string;
  /** Header of the table, as its format describes it. */
  readonly table: unknown;
  /** The columns as they are in memory. */
  readonly parts: readonly Uint8Array[];
}

export interface SegmentHeader extends PartSums {
  readonly document: string;
  readonly table: unknown;
}

/**
 * Write a segment under a new name: an envelope with the header, then the parts, one after the other.
 * @throws the errors of `writeFile`
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

/** A segment that is being read. The checksum of its header was verified. */
export interface OpenSegment {
  readonly header: SegmentHeader;
  /** Offset of the first part. */
  readonly start: number;
  /**
   * Read the parts into memory and verify every chunk.
   * @param parts memory for each part, of the part's length
   * @throws DamagedStore if anything differs from what was written; then the memory must not be used
   */
  readParts(parts: readonly Uint8Array[]): Promise<void>;
  /**
   * Verify every chunk without keeping it.
   * @param onRead called with the number of bytes after each chunk
   * @throws DamagedStore if anything differs from what was written
   */
  check(onRead: (bytes: number) => void): Promise<void>;
}

/** Maximum length of a small segment, which is read whole. */
const SMALL = 2 ** 18;

/** True for a segment that may be read later, by one call. */
export function isShortSegment({ length }: SegmentReference): boolean {
  return length <= SMALL;
}

/** Open a segment, use it and close it. @throws DamagedStore, ForeignStore, Unreadable */
export async function withSegment<T>(
  files: FileSystem,
  directory: string,
  reference: SegmentReference,
  use: (segment: OpenSegment) => Promise<T>,
): Promise<T> {
  const name = `${SEGMENTS}/${reference.file}`;
  return withFile(files, segmentPath(directory, reference.file), name, async (opened) => {
    const file = isShortSegment(reference) ? readAtOnce(opened, reference.length) : opened;
    const { value, checksum, length } = await readEnvelope(SEGMENT, file, name);
    if (checksum !== reference.checksum) throw new DamagedStore(errorText("stored_file_replaced", { file: name }));
    const header = value as SegmentHeader;
    return use({
      header,
      start: length,
      readParts: (parts) => {
        const targetFor = (part: number, first: number, end: number) => parts[part]!.subarray(first, end);
        return readParts(file, name, header, length, targetFor);
      },
      check: (onRead) => {
        const buffer = Buffer.allocUnsafeSlow(CHUNK);
        const targetFor = (_: number, first: number, end: number) => buffer.subarray(0, end - first);
        return readParts(file, name, header, length, targetFor, onRead);
      },
    });
  });
}
