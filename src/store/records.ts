import { errorText } from "../core/errors/error-text.js";
import { randomBytes } from "node:crypto";
import { Conflict, NotFound } from "../core/errors/errors.js";
import { timeAfter } from "./change-time.js";
import type { DatasetRecord, LoadRecord, State, VersionRecord } from "./disk/manifest.js";
import { awaitedOwner, ownerCalled, resolveOwners } from "./disk/owners.js";
import { findStored, findVersion, nextNumber, rememberNumber, versionBefore } from "./versions.js";

/** A version that has no number yet. */
export type UnnumberedLoad = Omit<LoadRecord, "number" | "since" | "withheld">;

/** Find a dataset's record. @throws NotFound */
export function recordOf({ datasets }: State, name: string): DatasetRecord {
  const record = datasets.find((each) => each.name === name);
  if (!record) throw new NotFound(errorText("unknown_dataset", { dataset: name, remedy: "" }));
  return record;
}

/**
 * Record a load of a dataset. An existing dataset keeps its visibility and its managers.
 * @param isChanged false if the load changed neither entries nor the model: then it makes no new version
 */
export function withLoad(
  state: State,
  name: string,
  load: UnnumberedLoad,
  ifNew: Pick<DatasetRecord, "private" | "managers">,
  isChanged = true,
): State {
  const before = state.datasets.find((each) => each.name === name);
  if (before && !isChanged) {
    const { totals: _totals, lastSource: _lastSource, edits: _edits, ...kept } = before.current;
    // Its labels may be others.
    const edited = editTime(before.current);
    return withRecord(state, changed({ ...before, current: { ...kept, ...load, edited } }, before));
  }
  const record = {
    name,
    private: before?.private ?? ifNew.private,
    managers: before?.managers ?? resolveOwners(state.accounts, ifNew.managers),
    created: before?.created ?? new Date().toISOString(),
    earlier: before ? [before.current, ...before.earlier] : [],
  };
  const current = numbered(state, record, load);
  // One of the same name may have been dropped in this second.
  const dropped = current.number > 1 ? { lastModified: current.since } : undefined;
  return withRecord(state, changed({ ...record, current }, before ?? dropped));
}

/** Give a version that becomes current its number. */
function numbered(
  state: State,
  { name, private: isPrivate }: Pick<DatasetRecord, "name" | "private">,
  load: UnnumberedLoad,
): LoadRecord {
  const since = new Date().toISOString();
  return { ...load, number: nextNumber(state, name), since, ...(isPrivate && { withheld: true }) };
}

/**
 * Remove a dataset and its runs.
 * @throws NotFound
 */
export function withoutDataset(state: State, name: string): State {
  const dropped = recordOf(state, name);
  const runs = state.runs.filter(({ dataset }) => dataset !== name);
  const datasets = state.datasets.filter((each) => each !== dropped);
  return { ...state, datasets, runs, dropped: rememberNumber(state, dropped) };
}

/**
 * Replace the edits of the last load's model file.
 * @param edits JSON text; `undefined` for none
 * @throws NotFound
 */
export function withEdits(state: State, name: string, edits: string | undefined): State {
  const record = recordOf(state, name);
  const { edits: _, ...rest } = record.current;
  const current = { ...rest, edited: editTime(record.current), ...(edits !== undefined && { edits }) };
  return withRecord(state, changed({ ...record, current }, record));
}

/**
 * Make a dataset private or public.
 * @param withVersions true to publish the versions that were loaded while it was private, too
 * @throws NotFound
 */
export function withVisibility(state: State, name: string, isPrivate: boolean, withVersions = false): State {
  const record = recordOf(state, name);
  const shown = { ...record, private: isPrivate };
  if (isPrivate) return withRecord(state, changed(shown, record));
  const earlier = withVersions ? record.earlier.map(published) : record.earlier;
  return withRecord(state, changed({ ...shown, current: published(record.current), earlier }, record));
}

function published<Version extends VersionRecord>({ withheld: _withheld, ...version }: Version): Version {
  return version as Version;
}

/** Write a note on a version, or remove it. @throws NotFound */
export function withNote(state: State, name: string, number: number, note: string | null): State {
  const record = recordOf(state, name);
  findVersion(record, number);
  const noted = <Version extends VersionRecord>(version: Version): Version => {
    if (version.number !== number) return version;
    const { note: _, ...rest } = version;
    return { ...rest, ...(note !== null && { note }) } as Version;
  };
  const versions = { current: noted(record.current), earlier: record.earlier.map(noted) };
  return withRecord(state, changed({ ...record, ...versions }, record));
}

/**
 * Add and remove managers by name. The version stays the same, because readers do not see managers.
 * @throws NotFound
 */
export function withManagers(state: State, name: string, add: readonly string[], remove: readonly string[]): State {
  const record = recordOf(state, name);
  const added = add.map((each) => ownerCalled(state, each));
  const removed = new Set(remove.flatMap((each) => [ownerCalled(state, each), awaitedOwner(each)]));
  const managers = [...new Set([...record.managers, ...added])].filter((each) => !removed.has(each));
  return withRecord(state, { ...record, managers });
}

/**
 * Make an earlier version current again, as a new version; visibility and managers stay as they are now.
 * @param number of the version; by default the one that the last load replaced
 * @throws NotFound, Conflict if it is not stored
 */
export function withPrevious(state: State, name: string, number?: number): State {
  const record = recordOf(state, name);
  const found = number === undefined ? versionBefore(record) : findStored(record, number);
  if (!found) throw new Conflict(errorText("no_earlier_version", { name }));
  const { note: _note, withheld: _withheld, ...before } = found;
  const restored = { ...before, restored: before.restored ?? before.number };
  const current = numbered(state, record, restored);
  return withRecord(state, changed({ ...record, current, earlier: [record.current, ...record.earlier] }, record));
}

/** Date a record. @param before what readers saw until now; absent if nothing */
function changed(
  record: Omit<DatasetRecord, "lastModified" | "version">,
  before: Pick<DatasetRecord, "lastModified"> | undefined,
): DatasetRecord {
  return { ...record, lastModified: timeAfter(before?.lastModified), version: randomBytes(8).toString("hex") };
}

function editTime({ edited, since }: LoadRecord): string {
  return timeAfter(edited ?? since);
}

/** Replace the record of the same name, or append a new one. */
function withRecord(state: State, record: DatasetRecord): State {
  const isNew = state.datasets.every(({ name }) => name !== record.name);
  const datasets = isNew
    ? [...state.datasets, record]
    : state.datasets.map((each) => (each.name === record.name ? record : each));
  return { ...state, datasets };
}
