import { join } from "node:path";
import { errorText } from "../../core/errors/error-text.js";
import { DamagedStore } from "../../core/errors/errors.js";
import { MANIFEST, readEnvelope } from "./envelope.js";
import { manifestName, SEGMENTS } from "./file-names.js";
import type { FileSystem } from "./file-system.js";
import type { Manifest, DatasetRecord, LoadRecord, State, VersionRecord, RunRecord } from "./manifest.js";
import { expectEnd, withFile } from "./read-bytes.js";
import { ownerCalled } from "./owners.js";
import { fileBytes, type ReadBlock, readBlock, type RecordBlock, rememberBlock } from "./record-blocks.js";
import { blocksIn, readLists, type StoredManifest } from "./stored-manifest.js";

/** A state of format 1 or 2, which had the current version and the one before, without numbers. */
interface UnnumberedState extends Omit<State, "datasets"> {
  readonly datasets: readonly UnnumberedDataset[];
}

type UnnumberedDataset = Omit<DatasetRecord, "current" | "earlier"> & {
  readonly current: UnnumberedLoad;
  readonly previous: UnnumberedLoad | null;
};

type UnnumberedLoad = Omit<LoadRecord, keyof Pick<VersionRecord, "number" | "since">>;

/** A manifest as it was read. */
export interface ReadManifest extends Manifest {
  /** Damage to its records that lost none. */
  readonly spoilt: readonly SpoiltBlock[];
}

export interface SpoiltBlock {
  /** Path within the data directory. */
  readonly file: string;
  readonly error: string;
}

/** Blocks by file, which two generations have in common: their records are the same objects then. */
export type BlocksRead = Map<string, Promise<ReadBlock>>;

/**
 * Read the manifest of a generation.
 * @param read blocks that were read before
 * @param checksAll true to check all copies of its records
 * @throws DamagedStore, ForeignStore
 */
export async function readManifest(
  files: FileSystem,
  directory: string,
  generation: number,
  read: BlocksRead = new Map(),
  checksAll = false,
): Promise<ReadManifest> {
  const name = manifestName(generation);
  const { value, length, format } = await withFile(files, join(directory, name), name, async (file) => {
    const envelope = await readEnvelope(MANIFEST, file, name);
    await expectEnd(file, envelope.length, name);
    return envelope;
  });
  const stored = value as StoredManifest;
  if (stored.generation !== generation)
    throw new DamagedStore(errorText("manifest_of_other_generation", { file: name }));
  const blocks = blocksIn(stored);
  const spoilt: SpoiltBlock[] = [];
  const readItems = async (block: RecordBlock, isClosed: boolean): Promise<readonly object[]> => {
    if (!read.has(block.file)) read.set(block.file, readBlock(files, directory, block, checksAll));
    const { items, damage } = await read.get(block.file)!;
    // A damaged copy is written again with the next change.
    if (damage === null) rememberBlock(block, items, isClosed);
    else spoilt.push({ file: `${SEGMENTS}/${block.file}`, error: damage });
    return items;
  };
  const state = format >= 4 ? await readLists(stored, readItems) : readOlder(stored.state, format);
  return {
    generation,
    state,
    blocks: blocks.map(({ file }) => file),
    bytes: length + blocks.reduce((sum, block) => sum + fileBytes(block), 0),
    spoilt,
  };
}

function readOlder(state: StoredManifest["state"], format: number): State {
  const numbered = numberVersions(state as unknown as UnnumberedState);
  return format === 1 ? replaceNames(numbered) : numbered;
}

/** Number the versions of a state of format 1 or 2. */
function numberVersions({ datasets, ...rest }: UnnumberedState): State {
  return { ...rest, datasets: datasets.map(numberDataset) };
}

/** It is not known who could read the version before: it may have been loaded while the dataset was private. */
function numberDataset({ current, previous, ...record }: UnnumberedDataset): DatasetRecord {
  if (!previous) return { ...record, current: numberVersion(current, 1, record), earlier: [] };
  const before = numberVersion(previous, 1, record);
  return { ...record, current: numberVersion(current, 2, record), earlier: [{ ...before, withheld: true }] };
}

function numberVersion(
  load: UnnumberedLoad,
  number: number,
  record: Pick<DatasetRecord, "created" | "private">,
): LoadRecord {
  const since = load.sources.map(({ loaded }) => loaded).reduce((last, each) => (each > last ? each : last), "");
  return { ...load, number, since: since || record.created, ...(record.private && { withheld: true }) };
}

/**
 * Replace the names of users in a state of format 1 by their ids.
 *
 * A dataset's manager without an account stays awaited: removed users were removed from the managers. Runs kept the
 * names of removed users, so a name in a run only means an account that is older than the run.
 */
function replaceNames({ accounts, datasets, runs, ...rest }: State): State {
  return {
    ...rest,
    accounts,
    datasets: datasets.map((record) => ({
      ...record,
      managers: record.managers.map((name) => ownerCalled({ accounts }, name)),
    })),
    runs: runs.map((run) =>
      replaceRunNames({ accounts: accounts.filter(({ created }) => created <= run.queued) }, run),
    ),
  };
}

function replaceRunNames(known: Pick<State, "accounts">, run: RunRecord): RunRecord {
  const ids = new Set(known.accounts.map(({ id }) => id));
  return {
    ...run,
    user: run.user === null ? null : ownerCalled(known, run.user),
    managers: run.managers.map((name) => ownerCalled(known, name)).filter((owner) => ids.has(owner)),
  };
}
