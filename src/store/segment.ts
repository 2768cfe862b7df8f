import { setImmediate } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { DamagedStore } from "../errors/errors.js";
import { checksumOf, packEnvelope, readEnvelope, SEGMENT } from "./envelope.js";
import { newSegmentName, SEGMENTS, segmentPath } from "./file-names.js";
import type { FileSystem, OpenFile } from "./file-system.js";
import type { SegmentReference } from "./manifest.js";
import { expectEnd, readBytes, withFile } from "./read-bytes.js";
import { writeFile } from "./write-file.js";

/** Bytes that have a checksum of their own; the last chunk of a part may be shorter. */
export const CHUNK = 2 ** 20;
/** Chunks that are summed before others get their turn. */
const TURN = 16;

/** One version of a dataset, as it is written. */
export interface SegmentContent {
  /** The model file as JSON text: its keys are anyone's. */
  readonly document: string;
  /** What the format of the table says of it. */
  readonly table: unknown;
  /** Its columns as they lie in memory. */
  readonly parts: readonly Uint8Array[];
}

export interface SegmentHeader {
  readonly document: string;
  readonly table: unknown;
  /** Of each part, in bytes. */
  readonly lengths: readonly number[];
  /** Of each part, of each of its chunks. */
  readonly checksums: readonly (readonly number[])[];
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
  const lengths = parts.map(({ length }) => length);
  const checksums: number[][] = [];
  for (const part of parts) checksums.push(await sumChunks(part));
  const header = packEnvelope(SEGMENT, { document, table, lengths, checksums } satisfies SegmentHeader);
  await writeFile(files, segmentPath(directory, file), [header, ...parts]);
  const length = lengths.reduce((sum, each) => sum + each, header.length);
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
        return readChunks(file, name, header, length, roomFor, () => {});
      },
      check: (onRead) => {
        const room = Buffer.allocUnsafeSlow(CHUNK);
        const roomFor = (_: number, first: number, end: number) => room.subarray(0, end - first);
        return readChunks(file, name, header, length, roomFor, onRead);
      },
    });
  });
}

async function readChunks(
  file: OpenFile,
  name: string,
  { lengths, checksums }: SegmentHeader,
  start: number,
  roomFor: (part: number, first: number, end: number) => Uint8Array,
  onRead: (bytes: number) => void,
): Promise<void> {
  let position = start;
  for (const [part, length] of lengths.entries()) {
    for (let first = 0, chunk = 0; first < length; first += CHUNK, chunk++) {
      const room = roomFor(part, first, Math.min(length, first + CHUNK));
      if ((await readBytes(file, room, position)) < room.length) throw new DamagedStore(`${name} is cut short`);
      if (crc32(room) !== checksums[part]![chunk]) {
        throw new DamagedStore(`${name} is damaged between byte ${position} and byte ${position + room.length}`);
      }
      position += room.length;
      onRead(room.length);
    }
  }
  await expectEnd(file, position, name);
}

async function sumChunks(part: Uint8Array): Promise<number[]> {
  const sums: number[] = [];
  for (let first = 0; first < part.length; first += CHUNK) {
    sums.push(crc32(part.subarray(first, first + CHUNK)));
    if (sums.length % TURN === 0) await setImmediate();
  }
  return sums;
}
