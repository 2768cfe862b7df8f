import type { Audit } from "../../access/audit-log.js";
import { Conflict } from "../../errors/errors.js";
import type { Catalog } from "../../store/catalog.js";
import type { CheckManagers } from "../../store/records.js";
import { requireRecord } from "../lookup/require-dataset.js";
import type { DatasetLock } from "../loads/dataset-lock.js";

/** Where a dataset is changed as a whole. Whether somebody may is asked before. */
export interface ChangeServices {
  readonly catalog: Catalog;
  readonly lock: DatasetLock;
  readonly audit: Audit;
}

/** Name of a user; `null` is the operator. */
type By = string | null;

/** Let everybody read a dataset. @throws InvalidQuery, NotFound, Unwritable */
export async function publishDataset({ catalog, audit }: ChangeServices, name: string, by: By): Promise<void> {
  requireRecord(catalog, name);
  await catalog.setPrivate(name, false);
  await audit.record({ action: "dataset.publish", dataset: name, by });
}

/**
 * Let nobody read a dataset but its managers and administrators. At once: a load that is running does not hold it up.
 * @throws InvalidQuery, NotFound, Unwritable
 */
export async function retractDataset({ catalog, audit }: ChangeServices, name: string, by: By): Promise<void> {
  requireRecord(catalog, name);
  await catalog.setPrivate(name, true);
  await audit.record({ action: "dataset.retract", dataset: name, by });
}

/**
 * @param check asked in the same step in which they are changed
 * @throws InvalidQuery, NotFound, Unwritable, and what `check` throws
 */
export async function changeManagers(
  { catalog, audit }: ChangeServices,
  name: string,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
  by: By,
  check?: CheckManagers,
): Promise<void> {
  requireRecord(catalog, name);
  await catalog.changeManagers(name, add, remove, check);
  await audit.record({ action: "dataset.managers", dataset: name, added: add, removed: remove, by });
}

/**
 * Go back to what a dataset held before its last load, when nobody else changes it.
 * @param version that is gone back from, where that was shown
 * @returns how many entries it has now
 * @throws InvalidQuery, NotFound, Conflict, DamagedStore, Unwritable
 */
export async function rollBackDataset(
  { catalog, lock, audit }: ChangeServices,
  name: string,
  by: By,
  signal: AbortSignal,
  version?: string,
): Promise<number> {
  return lock.take(name, signal, async () => {
    const record = requireRecord(catalog, name);
    if (version !== undefined && record.version !== version) {
      throw new Conflict(`The dataset "${name}" was changed meanwhile; look at what would be gone back to now`);
    }
    await catalog.rollBack(name);
    await audit.record({ action: "dataset.rollback", dataset: name, by });
    return requireRecord(catalog, name).current.numEntries;
  });
}

/**
 * Drop a dataset with its sources and runs, when nobody else changes it.
 * @returns how many entries it had
 * @throws InvalidQuery, NotFound, Unwritable
 */
export async function dropDataset(
  { catalog, lock, audit }: ChangeServices,
  name: string,
  by: By,
  signal: AbortSignal,
): Promise<number> {
  return lock.take(name, signal, async () => {
    const { current } = requireRecord(catalog, name);
    await catalog.drop(name);
    await audit.record({ action: "dataset.drop", dataset: name, by });
    return current.numEntries;
  });
}
