import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { SerializedVersion } from "../../core/engine/serialized.js";
import { type PartSums, readParts, sumParts } from "./chunks.js";
import { OPENINGS, packEnvelope, readEnvelope } from "./envelope.js";
import { OPENINGS_FILE, TEMPORARY } from "./file-names.js";
import { errorCode, type FileSystem } from "./file-system.js";
import type { SegmentReference } from "./manifest.js";
import { withFile } from "./read-bytes.js";
import { writeWithoutFsync } from "./write-without-fsync.js";

/** Facts about a segment by which a start opens its table without reading it. */
export interface Opening {
  readonly segment: Pick<SegmentReference, "file" | "checksum">;
  /** See `SegmentContent`. */
  readonly document: string;
  /** Offset of the first part in the segment, then the bytes of each part, and their checksums. */
  readonly start: number;
  readonly lengths: readonly number[];
  readonly checksums: readonly number[];
  /** See `TableFormat.describeLate`. */
  readonly known: SerializedVersion;
}

/** An opening without its bytes. */
interface OpeningHeader extends Omit<Opening, "known"> {
  readonly header: unknown;
  /** The block that holds its bytes, the offset of the first of them there, and the bytes of each. */
  readonly block: number;
  readonly offset: number;
  readonly sizes: readonly number[];
}

interface OpeningsHeader extends PartSums {
  readonly openings: readonly OpeningHeader[];
}

/** Bytes that are written at once: while they are copied, nobody else is answered. */
const BLOCK_BYTES = 2 ** 22;
const ALIGNMENT = 8;

interface Block {
  bytes: number;
  readonly places: { readonly offset: number; readonly part: Uint8Array }[];
}

/**
 * Write what a start needs of all small segments to one file: an envelope with the openings, then blocks with their bytes.
 * @throws the system's error if a step fails
 */
export async function writeOpenings(files: FileSystem, directory: string, openings: readonly Opening[]): Promise<void> {
  const blocks: Block[] = [];
  const headers = openings.map((opening) => placeOpening(blocks, opening));
  const sums: PartSums & { lengths: number[]; checksums: (readonly number[])[] } = { lengths: [], checksums: [] };
  for (const block of blocks) {
    const { lengths, checksums } = await sumParts([fillBlock(block)]);
    sums.lengths.push(...lengths);
    sums.checksums.push(...checksums);
    await setImmediate();
  }
  const header = packEnvelope(OPENINGS, { openings: headers, ...sums } satisfies OpeningsHeader);
  await writeWithoutFsync(files, join(directory, OPENINGS_FILE), listPieces(header, blocks));
}

/** Remove the file, because it tells of purged versions. @returns false if it is still there */
export async function removeOpenings(files: FileSystem, directory: string): Promise<boolean> {
  const path = join(directory, OPENINGS_FILE);
  const gone = await Promise.all([path, path + TEMPORARY].map((each) => removeFile(files, each)));
  return gone.every(Boolean);
}

async function removeFile(files: FileSystem, path: string): Promise<boolean> {
  try {
    await files.unlink(path);
    return true;
  } catch (error) {
    return errorCode(error) === "ENOENT";
  }
}

function placeOpening(blocks: Block[], { known, ...opening }: Opening): OpeningHeader {
  const sizes = known.parts.map(({ length }) => length);
  const total = sizes.reduce((sum, size) => sum + roundUp(size), 0);
  let block = blocks.at(-1);
  if (!block || block.bytes + total > BLOCK_BYTES) blocks.push((block = { bytes: 0, places: [] }));
  const offset = block.bytes;
  for (const part of known.parts) {
    block.places.push({ offset: block.bytes, part });
    block.bytes += roundUp(part.length);
  }
  return { ...opening, header: known.header, block: blocks.length - 1, offset, sizes };
}

function fillBlock({ bytes, places }: Block): Uint8Array {
  const filled = new Uint8Array(bytes);
  for (const { offset, part } of places) filled.set(part, offset);
  return filled;
}

function* listPieces(header: Uint8Array, blocks: readonly Block[]): Generator<Uint8Array> {
  yield header;
  for (const block of blocks) yield fillBlock(block);
}

/**
 * Read what a start needs of small segments, by the names of these. None without a file that is whole: errors are ignored, because
 * all of it is in the segments, too.
 */
export async function readOpenings(files: FileSystem, directory: string): Promise<ReadonlyMap<string, Opening>> {
  try {
    return await withFile(files, join(directory, OPENINGS_FILE), OPENINGS_FILE, async (opened) => {
      const { value, format, length } = await readEnvelope(OPENINGS, opened, OPENINGS_FILE);
      if (format !== OPENINGS.format) return new Map();
      const { openings, ...sums } = value as OpeningsHeader;
      const blocks = sums.lengths.map((bytes) => new Uint8Array(new SharedArrayBuffer(bytes)));
      await readParts(opened, OPENINGS_FILE, sums, length, (block, first, end) => blocks[block]!.subarray(first, end));
      return new Map(openings.map((opening) => [opening.segment.file, viewOpening(blocks, opening)]));
    });
  } catch {
    return new Map();
  }
}

function viewOpening(blocks: readonly Uint8Array[], stored: OpeningHeader): Opening {
  const { header, block, offset, sizes, ...opening } = stored;
  let at = offset;
  const parts = sizes.map((size) => {
    const part = blocks[block]!.subarray(at, at + size);
    at += roundUp(size);
    return part;
  });
  return { ...opening, known: { header, parts } };
}

function roundUp(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
