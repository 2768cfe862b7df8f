import { join } from "node:path";
import { MANIFEST, wrapPacked } from "./envelope.js";
import { manifestName } from "./file-names.js";
import type { FileSystem } from "./file-system.js";
import type { Manifest, State } from "./manifest.js";
import { packShared } from "./pack-shared.js";
import { cutIntoBlocks, fileBytes, type RecordBlock, writeBlock } from "./record-blocks.js";
import { writeFile } from "./write-file.js";

/** The value of a manifest's file: a state whose long lists are in blocks. */
export interface StoredManifest {
  readonly generation: number;
  readonly state: Readonly<Record<string, unknown>>;
}

/** A list in blocks, each with its file, its length and its checksum. */
interface StoredBlocks {
  readonly blocks: readonly (readonly [file: string, length: number, checksum: number])[];
}

/** Lists are those of the state. */
const LIST_DEPTH = 3;

/**
 * Write a manifest, and before it the blocks of its lists that are not stored yet.
 * @param stored names of the files that hold blocks of the generations before
 * @throws the errors of `writeFile`
 */
export async function writeManifest(
  files: FileSystem,
  directory: string,
  { generation, state }: Pick<Manifest, "generation" | "state">,
  stored: ReadonlySet<string>,
): Promise<Manifest> {
  const blocks: RecordBlock[] = [];
  const lists = Object.entries(state).map(([key, value]): readonly [string, unknown] => {
    const cut = Array.isArray(value) ? cutIntoBlocks(value as readonly object[]) : null;
    if (!cut) return [key, value];
    blocks.push(...cut);
    return [key, { blocks: cut.map(({ file, length, checksum }) => [file, length, checksum]) } satisfies StoredBlocks];
  });
  for (const block of blocks) if (!stored.has(block.file)) await writeBlock(files, directory, block);
  const value: StoredManifest = { generation, state: Object.fromEntries(lists) };
  const bytes = wrapPacked(MANIFEST, packShared(value, LIST_DEPTH));
  await writeFile(files, join(directory, manifestName(generation)), [bytes]);
  return {
    generation,
    state,
    blocks: blocks.map(({ file }) => file),
    bytes: bytes.length + blocks.reduce((sum, block) => sum + fileBytes(block), 0),
  };
}

/** List the blocks that a manifest refers to. */
export function blocksIn({ state }: StoredManifest): readonly RecordBlock[] {
  return Object.values(state).flatMap((list) => (isInBlocks(list) ? readReferences(list) : []));
}

/** Blocks that are read at the same time. */
const AT_ONCE = 16;

/** Read the lists of a stored state. @param readItems reads the items of a block, which is closed unless it is the last of its list */
export async function readLists(
  { state }: StoredManifest,
  readItems: (block: RecordBlock, isClosed: boolean) => Promise<readonly object[]>,
): Promise<State> {
  const read: [string, unknown][] = [];
  for (const [key, list] of Object.entries(state)) {
    if (!isInBlocks(list)) {
      read.push([key, list]);
      continue;
    }
    const blocks = readReferences(list);
    const items: object[] = [];
    for (let at = 0; at < blocks.length; at += AT_ONCE) {
      const some = blocks.slice(at, at + AT_ONCE);
      const found = await Promise.all(some.map((block) => readItems(block, block !== blocks.at(-1))));
      items.push(...found.flat());
    }
    read.push([key, items]);
  }
  return Object.fromEntries(read) as unknown as State;
}

function isInBlocks(list: unknown): list is StoredBlocks {
  return typeof list === "object" && list !== null && "blocks" in list;
}

function readReferences({ blocks }: StoredBlocks): readonly RecordBlock[] {
  return blocks.map(([file, length, checksum]) => ({ file, length, checksum }));
}
