import { errorText } from "../core/errors/error-text.js";
import { Conflict, NotFound } from "../core/errors/errors.js";
import {
  type DatasetRecord,
  type DroppedRecord,
  listVersions,
  type LoadRecord,
  type State,
  type VersionRecord,
} from "./disk/manifest.js";
import { hashDataset } from "./disk/dataset-hash.js";

/** Choice of what is kept of earlier versions and sources. */
export interface Keeping {
  /** Maximum number of versions of a dataset, the current one included; at least 2. */
  readonly versions: number;
  /** Maximum bytes of all versions that are not current. The one before the current one stays nevertheless. */
  readonly bytes: number;
  /** True to keep the files that are loaded, with the versions that have them. */
  readonly sources: boolean;
}

export const USUAL_KEEPING: Keeping = { versions: 20, bytes: Number.POSITIVE_INFINITY, sources: false };

/** Number the next version of a dataset. */
export function nextNumber({ datasets, dropped = [] }: State, name: string): number {
  const current = datasets.find((record) => record.name === name)?.current.number;
  return 1 + (current ?? dropped.find(({ hash }) => hash === hashDataset(name))?.lastVersion ?? 0);
}

/** Remember the last number of a dataset that is dropped. */
export function rememberNumber({ dropped = [] }: State, { name, current }: DatasetRecord): readonly DroppedRecord[] {
  const hash = hashDataset(name);
  return [...dropped.filter((each) => each.hash !== hash), { hash, lastVersion: current.number }];
}

/** Find a version of a dataset. @throws NotFound */
export function findVersion(record: DatasetRecord, number: number): VersionRecord {
  const found = listVersions(record).find((version) => version.number === number);
  if (!found) throw new NotFound(errorText("no_version_of_number", { dataset: record.name, number }));
  return found;
}

/** Find a version of a dataset whose data is stored. @throws NotFound, Conflict */
export function findStored(record: DatasetRecord, number: number): LoadRecord {
  const found = findVersion(record, number);
  if (!isStored(found)) throw new Conflict(errorText("version_no_longer_kept", { number, dataset: record.name }));
  return found;
}

/** Find the version that a rollback restores; `null` if none is stored. */
export function versionBefore({ current, earlier }: DatasetRecord): LoadRecord | null {
  const shown = current.restored ?? current.number;
  const before = earlier.find(({ number }) => number < shown);
  return before && isStored(before) ? before : null;
}

function isStored(version: VersionRecord): version is LoadRecord {
  return version.segment !== null;
}

/**
 * Drop the data of the versions that are too many, the oldest first. Those with a note are dropped last, the current
 * one and the one before never.
 */
export function dropOldVersions(state: State, { versions, bytes }: Keeping): State {
  const dropped = new Set<VersionRecord>();
  for (const record of state.datasets) {
    // Few of thousands of datasets have so many.
    if (record.earlier.length < versions) continue;
    const kept = listVersions(record).filter(isStored);
    for (const each of dispensable(record).slice(0, Math.max(0, kept.length - versions))) dropped.add(each);
  }
  const excess = (): number => sizeOfEarlier(state, dropped) - bytes;
  for (const each of bytes === Number.POSITIVE_INFINITY ? [] : inOrder(state.datasets.flatMap(dispensable))) {
    if (excess() <= 0) break;
    dropped.add(each);
  }
  return dropped.size === 0 ? state : withoutData(state, (version) => dropped.has(version));
}

/** Add up the files of earlier versions. A restored version shares its file with the one that it was. */
function sizeOfEarlier({ datasets }: State, dropped: ReadonlySet<VersionRecord>): number {
  const kept = datasets.flatMap(({ earlier }) => earlier).filter((version) => !dropped.has(version));
  const sizes = new Map(kept.flatMap(({ segment }) => (segment ? [[segment.file, segment.length] as const] : [])));
  for (const { current } of datasets) sizes.delete(current.segment.file);
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

/** List the versions whose data may be dropped, in the order in which it is. */
function dispensable({ earlier }: DatasetRecord): readonly VersionRecord[] {
  return inOrder(earlier.slice(1).filter(isStored));
}

function compareTexts(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}

function inOrder(versions: readonly VersionRecord[]): readonly VersionRecord[] {
  const rank = ({ note }: VersionRecord): number => (note === undefined ? 0 : 1);
  return versions.toSorted((a, b) => rank(a) - rank(b) || compareTexts(a.since, b.since) || a.number - b.number);
}

/** Drop the data of some earlier versions. */
function withoutData(state: State, isDropped: (version: VersionRecord) => boolean): State {
  const drop = (version: VersionRecord): VersionRecord =>
    isDropped(version) ? { ...version, segment: null } : version;
  return {
    ...state,
    datasets: state.datasets.map((record) =>
      record.earlier.some(isDropped) ? { ...record, earlier: record.earlier.map(drop) } : record,
    ),
  };
}
