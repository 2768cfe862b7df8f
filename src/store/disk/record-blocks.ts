import { crc32 } from "node:zlib";
import { errorText } from "../../core/errors/error-text.js";
import { DamagedStore } from "../../core/errors/errors.js";
import { checksumOf, readEnvelope, RECORDS, wrapPacked } from "./envelope.js";
import { newRecordsName, segmentPath, SEGMENTS } from "./file-names.js";
import type { FileSystem, OpenFile } from "./file-system.js";
import { packItem, packShared } from "./pack-shared.js";
import { expectEnd, readAtOnce, withFile } from "./read-bytes.js";
import { writeFile } from "./write-file.js";

/** A list of more items is stored in blocks, so that a write stores those that changed. */
const LONG = 256;
/** Bytes of a block, on average. */
const USUAL_BYTES = 8192;
/** A block's bytes stand twice in its file: all generations share it, so that damage to it would leave none. */
const COPIES = 2;

/** Items of a long list that follow each other, in a file of their own that is never changed. */
export interface RecordBlock {
  /** Name of the file in the segments directory. */
  readonly file: string;
  /** Bytes of one copy of the block. */
  readonly length: number;
  /** Checksum of its items. */
  readonly checksum: number;
}

interface Known extends RecordBlock {
  readonly items: readonly object[];
  /** True if no item can follow: it ends where the items say, not where the list did. */
  readonly isClosed: boolean;
}

/** Blocks by their first items. */
const known = new WeakMap<object, Known>();

/** Cut a list into blocks, as far as possible those that it had before; `null` if it is short. */
export function cutIntoBlocks(list: readonly object[]): readonly RecordBlock[] | null {
  if (list.length <= LONG) return null;
  const blocks: Known[] = [];
  for (let at = 0; at < list.length; at += blocks.at(-1)!.items.length) {
    blocks.push(findKnown(list, at) ?? cutBlock(list, at));
  }
  return blocks;
}

function findKnown(list: readonly object[], at: number): Known | null {
  const found = known.get(list[at]!);
  if (!found?.items.every((item, index) => list[at + index] === item)) return null;
  return found.isClosed || at + found.items.length === list.length ? found : null;
}

/**
 * Cut a block that begins at an item. It ends after an item whose bytes say so: wherever items are added or removed, the
 * blocks around stay as they are.
 */
function cutBlock(list: readonly object[], from: number): Known {
  let to = from;
  let isClosed = false;
  while (to < list.length && !isClosed) isClosed = isLast(packItem(list[to++]!));
  const items = list.slice(from, to);
  const bytes = packBlock(items);
  const block = { file: newRecordsName(), length: bytes.length, checksum: checksumOf(bytes), items, isClosed };
  known.set(items[0]!, block);
  return block;
}

/** Choose the items that end blocks, the more of them the longer they are. */
function isLast(packed: Buffer): boolean {
  return crc32(packed) < (packed.length / USUAL_BYTES) * 2 ** 32;
}

function packBlock(items: readonly object[]): Buffer {
  return wrapPacked(RECORDS, packShared(items, 1));
}

/** Write a block that `cutIntoBlocks` returned. @throws the errors of `writeFile` */
export async function writeBlock(files: FileSystem, directory: string, block: RecordBlock): Promise<void> {
  const bytes = packBlock((block as Known).items);
  await writeFile(files, segmentPath(directory, block.file), Array<Uint8Array>(COPIES).fill(bytes));
}

/** Bytes of a block's file. */
export function fileBytes({ length }: Pick<RecordBlock, "length">): number {
  return COPIES * length;
}

/** Items that were read, and what is wrong with a copy of them. */
export interface ReadBlock {
  readonly items: readonly object[];
  /** Error of the first damaged copy; `null` if all that were read are intact. */
  readonly damage: string | null;
}

/** An error about a block of which no copy is intact. */
export class DamagedBlock extends DamagedStore {
  /** Path within the data directory. */
  readonly file: string;

  constructor(file: string, message: string) {
    super(message);
    this.file = file;
  }
}

/**
 * Read the items of a block.
 * @param checksAll true to read all copies, not only up to the first that is intact
 * @throws DamagedBlock if no copy is intact, ForeignStore, Unreadable
 */
export async function readBlock(
  files: FileSystem,
  directory: string,
  block: RecordBlock,
  checksAll = false,
): Promise<ReadBlock> {
  const name = `${SEGMENTS}/${block.file}`;
  const found: (readonly object[])[] = [];
  const damages: string[] = [];
  const note = (error: unknown): void => {
    if (!(error instanceof DamagedStore)) throw error;
    damages.push(error.message);
  };
  const readCopies = async (opened: OpenFile): Promise<void> => {
    const file = readAtOnce(opened, fileBytes(block));
    for (let copy = 0; copy < COPIES; copy++) {
      if (found.length > 0 && !checksAll) return;
      await readCopy(file, block, copy, name).then((items) => void found.push(items), note);
    }
  };
  await withFile(files, segmentPath(directory, block.file), name, readCopies).catch(note);
  const [items] = found;
  if (!items) throw new DamagedBlock(name, damages[0]!);
  return { items, damage: damages[0] ?? null };
}

async function readCopy(
  file: OpenFile,
  { length, checksum }: RecordBlock,
  copy: number,
  name: string,
): Promise<readonly object[]> {
  const begin = copy * length;
  const part: OpenFile = { ...file, read: (into, position) => file.read(into, begin + position) };
  const read = await readEnvelope(RECORDS, part, name);
  if (read.length !== length || read.checksum !== checksum) {
    throw new DamagedStore(errorText("stored_file_changed", { file: name }));
  }
  if (copy === COPIES - 1) await expectEnd(file, fileBytes({ length }), name);
  return read.value as readonly object[];
}

/**
 * Remember that items are stored in a block, so that the next write need not store them again.
 * @param isClosed false if items can be added to it
 */
export function rememberBlock(block: RecordBlock, items: readonly object[], isClosed: boolean): void {
  known.set(items[0]!, { ...block, items, isClosed });
}
