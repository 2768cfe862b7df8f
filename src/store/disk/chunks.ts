import { setImmediate } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { errorText } from "../../core/errors/error-text.js";
import { DamagedStore } from "../../core/errors/errors.js";
import type { OpenFile } from "./file-system.js";
import { expectEnd, readBytesAt } from "./read-bytes.js";

/** Bytes that share a checksum; the last chunk of a part may be shorter. */
export const CHUNK = 2 ** 20;
/** Chunks to checksum before yielding to other tasks. */
const CHUNKS_PER_TURN = 16;

/** Lengths and checksums of the large parts of a file, which follow its envelope one after the other. */
export interface PartSums {
  /** Bytes of each part. */
  readonly lengths: readonly number[];
  /** Checksums of the chunks of each part. */
  readonly checksums: readonly (readonly number[])[];
}

/** Compute the checksums of parts. */
export async function sumParts(parts: readonly Uint8Array[]): Promise<PartSums> {
  const checksums: number[][] = [];
  for (const part of parts) checksums.push(await sumChunks(part));
  return { lengths: parts.map(({ length }) => length), checksums };
}

/**
 * Read the parts of a file and verify the checksum of every chunk that is read.
 * @param start offset of the first part
 * @param targetFor returns the memory for a range of bytes of a part; `null` to skip them
 * @param onRead called with the number of bytes after each chunk that was read
 * @throws DamagedStore if anything differs from what was written; then the memory must not be used
 */
export async function readParts(
  file: OpenFile,
  name: string,
  { lengths, checksums }: PartSums,
  start: number,
  targetFor: (part: number, first: number, end: number) => Uint8Array | null,
  onRead: (bytes: number) => void = () => {},
): Promise<void> {
  let position = start;
  for (const [part, length] of lengths.entries()) {
    for (let first = 0, chunk = 0; first < length; first += CHUNK, chunk++) {
      const end = Math.min(length, first + CHUNK);
      const target = targetFor(part, first, end);
      if (target) await readChunk(file, name, target, position, checksums[part]![chunk]);
      position += end - first;
      if (target) onRead(target.length);
    }
  }
  await expectEnd(file, position, name);
}

async function readChunk(
  file: OpenFile,
  name: string,
  target: Uint8Array,
  position: number,
  checksum: number | undefined,
): Promise<void> {
  if ((await readBytesAt(file, target, position)) < target.length)
    throw new DamagedStore(errorText("stored_file_cut_short", { file: name }));
  if (crc32(target) === checksum) return;
  const last = position + target.length;
  throw new DamagedStore(errorText("stored_file_damaged", { file: name, first: position, last }));
}

async function sumChunks(part: Uint8Array): Promise<number[]> {
  const sums: number[] = [];
  for (let first = 0; first < part.length; first += CHUNK) {
    sums.push(crc32(part.subarray(first, first + CHUNK)));
    if (sums.length % CHUNKS_PER_TURN === 0) await setImmediate();
  }
  return sums;
}
