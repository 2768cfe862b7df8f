import { join } from "node:path";
import { type Kind, readEnvelope, wrapPacked } from "./envelope.js";
import { RIGHTS } from "./file-names.js";
import type { FileSystem } from "./file-system.js";
import { compareLists } from "../../core/engine/compare-lists.js";
import { type AccountRecord, type DatasetRecord, type Manifest, type State } from "./manifest.js";
import { hashDataset } from "./dataset-hash.js";
import { packShared } from "./pack-shared.js";
import { expectEnd, listNames, withFile } from "./read-bytes.js";
import { writeFile } from "./write-file.js";

const KIND: Kind = { text: "spendcube-right\n", format: 2 };

/**
 * Visibility and managers of datasets, and all users. They are written to a file of their own before the manifest
 * of a change: when the manifest is lost, what it made private stays private.
 */
export interface Rights {
  /** All datasets; those that changed, if `changed` is there. */
  readonly datasets: readonly DatasetRights[];
  readonly accounts: readonly AccountRecord[];
  readonly changed?: ChangedRights;
}

/** Since when the datasets have changed that rights list: all others are as they were. */
export interface ChangedRights {
  /** The first generation that all changes are known since. */
  readonly since: number;
  /** Hashes of the names of datasets that were dropped. */
  readonly dropped: readonly string[];
}

type DatasetRights = Pick<DatasetRecord, "name" | "created" | "private" | "managers">;

/** Rights as of a generation. They also hold for later generations that changed no rights. */
export interface StoredRights extends Rights {
  readonly generation: number;
}

/** Return the rights of all datasets. */
export function rightsOf({ datasets, accounts }: State): Rights {
  return { datasets: datasets.map(rightsOfRecord), accounts };
}

function rightsOfRecord({ name, created, private: isPrivate, managers }: DatasetRecord): DatasetRights {
  return { name, created, private: isPrivate, managers };
}

/** Return the rights of the datasets in which a state differs from any of the generations before it. */
export function rightsSince(state: State, before: readonly [Manifest, ...Manifest[]]): Rights {
  const changes = before.map((manifest) => compareRights(manifest.state, state));
  const datasets = new Set(changes.flatMap(({ changed }) => changed));
  const dropped = new Set(changes.flatMap(({ dropped: names }) => names.map(hashDataset)));
  const since = Math.min(...before.map(({ generation }) => generation));
  const { accounts } = state;
  return { datasets: [...datasets].map(rightsOfRecord), accounts, changed: { since, dropped: [...dropped] } };
}

/** True if two states have the same rights. */
export function hasSameRights(one: State, other: State): boolean {
  const { changed, dropped } = compareRights(one, other);
  return changed.length === 0 && dropped.length === 0 && isEqual(one.accounts, other.accounts);
}

interface RightsChanges {
  /** Datasets that are new or have other rights. */
  readonly changed: readonly DatasetRecord[];
  /** Names of datasets that are no longer there. */
  readonly dropped: readonly string[];
}

function compareRights(before: State, after: State): RightsChanges {
  const { gone, fresh } = compareLists(before.datasets, after.datasets);
  const were = new Map(gone.map((record) => [record.name, rightsOfRecord(record)]));
  const are = new Set(fresh.map(({ name }) => name));
  return {
    changed: fresh.filter((record) => !isEqual(were.get(record.name), rightsOfRecord(record))),
    dropped: [...were.keys()].filter((name) => !are.has(name)),
  };
}

function isEqual(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Give an older state the rights of a later one. A dataset is public only if it was in both; one that the later state
 * does not have was dropped, and is private.
 */
export function applyRights({ generation, state }: Manifest, { datasets, accounts, changed }: Rights): State {
  const byName = new Map(datasets.map((each) => [each.name, each]));
  const dropped = new Set(changed?.dropped);
  const isUnchanged = ({ name }: DatasetRecord): boolean =>
    changed !== undefined && generation >= changed.since && !byName.has(name) && !dropped.has(hashDataset(name));
  const restrict = (record: DatasetRecord): DatasetRecord => {
    if (isUnchanged(record)) return record;
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
