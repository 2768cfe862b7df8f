import { setImmediate } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { DamagedStore } from "../../errors/errors.js";
import type { OpenFile } from "./file-system.js";
import { expectEnd, readRange } from "./read-bytes.js";

/** Bytes that have a checksum of their own; the last chunk of a part may be shorter. */
export const CHUNK = 2 ** 20;
/** Chunks that are summed before others get their turn. */
const TURN = 16;

/** What is known of the large parts of a file, which follow its envelope one after the other. */
export interface PartSums {
  /** Of each part, in bytes. */
  readonly lengths: readonly number[];
  /** Of each part, of each of its chunks. */
  readonly checksums: readonly (readonly number[])[];
}

export async function sumParts(parts: readonly Uint8Array[]): Promise<PartSums> {
  const checksums: number[][] = [];
  for (const part of parts) checksums.push(await sumChunks(part));
  return { lengths: parts.map(({ length }) => length), checksums };
}

/**
 * Read the parts of a file and check every chunk that is read.
 * @param start where the first begins
 * @param roomFor where bytes of a part belong; `null`: they are passed over
 * @param onRead called with a number of bytes after each chunk
 * @throws DamagedStore when anything is not what was written: then nothing may be read from the memory
 */
export async function readParts(
  file: OpenFile,
  name: string,
  { lengths, checksums }: PartSums,
  start: number,
  roomFor: (part: number, first: number, end: number) => Uint8Array | null,
  onRead: (bytes: number) => void = () => {},
): Promise<void> {
  let position = start;
  for (const [part, length] of lengths.entries()) {
    for (let first = 0, chunk = 0; first < length; first += CHUNK, chunk++) {
      const end = Math.min(length, first + CHUNK);
      const room = roomFor(part, first, end);
      if (room) await readChunk(file, name, room, position, checksums[part]![chunk]);
      position += end - first;
      if (room) onRead(room.length);
    }
  }
  await expectEnd(file, position, name);
}

async function readChunk(
  file: OpenFile,
  name: string,
  room: Uint8Array,
  position: number,
  checksum: number | undefined,
): Promise<void> {
  if ((await readRange(file, room, position)) < room.length) throw new DamagedStore(`${name} is cut short`);
  if (crc32(room) === checksum) return;
  throw new DamagedStore(`${name} is damaged between byte ${position} and byte ${position + room.length}`);
}

async function sumChunks(part: Uint8Array): Promise<number[]> {
  const sums: number[] = [];
  for (let first = 0; first < part.length; first += CHUNK) {
    sums.push(crc32(part.subarray(first, first + CHUNK)));
    if (sums.length % TURN === 0) await setImmediate();
  }
  return sums;
}
