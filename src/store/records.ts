import { randomBytes } from "node:crypto";
import { Conflict, NotFound } from "../errors/errors.js";
import type { DatasetRecord, LoadRecord, State } from "./disk/manifest.js";
import { awaitedOwner, ownerCalled, resolveOwners } from "./disk/owners.js";

/** Find a dataset's record. @throws NotFound */
export function recordOf({ datasets }: State, name: string): DatasetRecord {
  const record = datasets.find((each) => each.name === name);
  if (!record) throw new NotFound(`no dataset with name "${name}"`);
  return record;
}

/** Record a load of a dataset. An existing dataset keeps its visibility and its managers. */
export function withLoad(
  state: State,
  name: string,
  current: LoadRecord,
  ifNew: Pick<DatasetRecord, "private" | "managers">,
): State {
  const before = state.datasets.find((each) => each.name === name);
  const record = changed({
    name,
    private: before?.private ?? ifNew.private,
    managers: before?.managers ?? resolveOwners(state.accounts, ifNew.managers),
    created: before?.created ?? new Date().toISOString(),
    current,
    previous: before?.current ?? null,
  });
  return withRecord(state, record);
}

/**
 * Remove a dataset and its runs.
 * @throws NotFound
 */
export function withoutDataset(state: State, name: string): State {
  const dropped = recordOf(state, name);
  const runs = state.runs.filter(({ dataset }) => dataset !== name);
  return { ...state, datasets: state.datasets.filter((each) => each !== dropped), runs };
}

/**
 * Replace the edits of the last load's model file.
 * @param edits JSON text; `undefined` for none
 * @throws NotFound
 */
export function withEdits(state: State, name: string, edits: string | undefined): State {
  const record = recordOf(state, name);
  const { edits: _, ...current } = record.current;
  return withRecord(state, changed({ ...record, current: edits === undefined ? current : { ...current, edits } }));
}

/** Make a dataset private or public. @throws NotFound */
export function withVisibility(state: State, name: string, isPrivate: boolean): State {
  return withRecord(state, changed({ ...recordOf(state, name), private: isPrivate }));
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
 * Go back to the version that the last load replaced; visibility and managers stay as they are now.
 * @throws NotFound, Conflict if no earlier version is stored
 */
export function withPrevious(state: State, name: string): State {
  const record = recordOf(state, name);
  if (!record.previous) throw new Conflict(`No earlier version of "${name}" is kept`);
  return withRecord(state, changed({ ...record, current: record.previous, previous: null }));
}

function changed(record: Omit<DatasetRecord, "lastModified" | "version">): DatasetRecord {
  return { ...record, lastModified: new Date().toISOString(), version: randomBytes(8).toString("hex") };
}

/** Replace the record of the same name, or append a new one. */
function withRecord(state: State, record: DatasetRecord): State {
  const isNew = state.datasets.every(({ name }) => name !== record.name);
  const datasets = isNew
    ? [...state.datasets, record]
    : state.datasets.map((each) => (each.name === record.name ? record : each));
  return { ...state, datasets };
}
