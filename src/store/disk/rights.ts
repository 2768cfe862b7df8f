import { join } from "node:path";
import { type Kind, readEnvelope, wrapPacked } from "./envelope.js";
import { RIGHTS } from "./file-names.js";
import type { FileSystem } from "./file-system.js";
import type { AccountRecord, DatasetRecord, State } from "./manifest.js";
import { packShared } from "./pack-shared.js";
import { expectEnd, listNames, withFile } from "./read-bytes.js";
import { writeFile } from "./write-file.js";

const KIND: Kind = { text: "spendcube-right\n", format: 1 };

/**
 * Visibility and managers of all datasets, and all users. They are written to a file of their own before the manifest
 * of a change: when the manifest is lost, what it made private stays private.
 */
export interface Rights {
  readonly datasets: readonly Pick<DatasetRecord, "name" | "created" | "private" | "managers">[];
  readonly accounts: readonly AccountRecord[];
}

/** Rights as of a generation. They also hold for later generations that changed no rights. */
export interface StoredRights extends Rights {
  readonly generation: number;
}

/** Rights of a dataset, which its record always has the same. */
const rightsOfRecords = new WeakMap<DatasetRecord, Rights["datasets"][number]>();
/** The same as text. */
const textOfRights = new WeakMap<Rights["datasets"][number], string>();

export function rightsOf({ datasets, accounts }: State): Rights {
  return { datasets: datasets.map(rightsOfRecord), accounts };
}

function rightsOfRecord(record: DatasetRecord): Rights["datasets"][number] {
  let rights = rightsOfRecords.get(record);
  if (!rights) {
    const { name, created, private: isPrivate, managers } = record;
    rightsOfRecords.set(record, (rights = { name, created, private: isPrivate, managers }));
  }
  return rights;
}

/** Write rights as text, to compare them. */
export function printRights({ datasets, accounts }: Rights): string {
  const texts = datasets.map((rights) => {
    let text = textOfRights.get(rights);
    if (text === undefined) textOfRights.set(rights, (text = JSON.stringify(rights)));
    return text;
  });
  return `${texts.join("\n")}\n${JSON.stringify(accounts)}`;
}

/**
 * Give an older state the rights of a later one. A dataset is public only if it was in both; one that the later state
 * does not have was dropped, and is private.
 */
export function applyRights(state: State, { datasets, accounts }: Rights): State {
  const byName = new Map(datasets.map((each) => [each.name, each]));
  const restrict = (record: DatasetRecord): DatasetRecord => {
    const later = byName.get(record.name);
    if (later?.created !== record.created) return { ...record, private: true };
    return { ...record, private: record.private || later.private, managers: later.managers };
  };
  return { ...state, accounts, datasets: state.datasets.map(restrict) };
}

/** Make every dataset private. */
export function holdPrivate(state: State): State {
  return { ...state, datasets: state.datasets.map((record) => ({ ...record, private: true })) };
}

/** Read the stored rights; `null` if there are none. @throws DamagedStore, ForeignStore, Unreadable */
export async function readRights(files: FileSystem, directory: string): Promise<StoredRights | null> {
  if (!(await listNames(files, directory)).includes(RIGHTS)) return null;
  return withFile(files, join(directory, RIGHTS), RIGHTS, async (file) => {
    const { value, length } = await readEnvelope(KIND, file, RIGHTS);
    await expectEnd(file, length, RIGHTS);
    return value as StoredRights;
  });
}

/** Lists are those of the rights. */
const LIST_DEPTH = 2;

/** Write the rights in place of those before. @throws the errors of `writeFile` */
export async function writeRights(files: FileSystem, directory: string, rights: StoredRights): Promise<void> {
  await writeFile(files, join(directory, RIGHTS), [wrapPacked(KIND, packShared(rights, LIST_DEPTH))]);
}
