import { errorText } from "../../../core/errors/error-text.js";
import type { Actor } from "../../../access/actor.js";
import { type Audit, auditedUser } from "../../../access/audit-log.js";
import { checkStill } from "../../../access/permissions.js";
import { Conflict } from "../../../core/errors/errors.js";
import type { Catalog } from "../../../store/catalog.js";
import type { CheckState } from "../../../store/load.js";
import { requireRecord } from "../../reading/lookup/require-dataset.js";
import type { DatasetLock } from "../loads/dataset-lock.js";
import { purgeLocked } from "../loads/purge-versions.js";

/**
 * The services that change a dataset as a whole. Callers check permissions first, so that private datasets are not
 * revealed; each change checks them again in the step that makes it.
 */
export interface ChangeServices {
  readonly catalog: Catalog;
  readonly lock: DatasetLock;
  readonly audit: Audit;
}

/**
 * Let everyone read a dataset.
 * @param withVersions true to publish the versions that were loaded while it was private, too
 * @throws InvalidQuery, NotFound, Forbidden, Unwritable
 */
export async function publishDataset(
  { catalog, audit }: ChangeServices,
  name: string,
  by: Actor,
  withVersions = false,
): Promise<void> {
  requireRecord(catalog, name);
  await catalog.setPrivate(name, false, checkStill(by, name), withVersions);
  await audit.record({ action: "dataset.publish", dataset: name, ...auditedUser(by) });
}

/**
 * Let only managers and administrators read a dataset. Takes effect at once, even while a load is running.
 * @throws InvalidQuery, NotFound, Forbidden, Unwritable
 */
export async function retractDataset({ catalog, audit }: ChangeServices, name: string, by: Actor): Promise<void> {
  requireRecord(catalog, name);
  await catalog.setPrivate(name, true, checkStill(by, name));
  await audit.record({ action: "dataset.retract", dataset: name, ...auditedUser(by) });
}

/**
 * Add and remove managers of a dataset.
 * @param check runs in the same step as the change; by default it checks the permission
 * @throws InvalidQuery, NotFound, Unwritable, and the errors of `check`
 */
export async function changeManagers(
  { catalog, audit }: ChangeServices,
  name: string,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
  by: Actor,
  check: CheckState = checkStill(by, name),
): Promise<void> {
  requireRecord(catalog, name);
  await catalog.changeManagers(name, add, remove, check);
  await audit.record({ action: "dataset.managers", dataset: name, added: add, removed: remove, ...auditedUser(by) });
}

/**
 * Write a note on a version of a dataset; `null` removes it.
 * @throws InvalidQuery, NotFound, Forbidden, Unwritable
 */
export async function noteVersion(
  { catalog, audit }: ChangeServices,
  name: string,
  number: number,
  note: string | null,
  by: Actor,
): Promise<void> {
  requireRecord(catalog, name);
  await catalog.setNote(name, number, note, checkStill(by, name));
  await audit.record({ action: "dataset.note", dataset: name, version: number, ...auditedUser(by) });
}

/**
 * Purge versions of a dataset, once no other change of it is running: no file has any of their data after that.
 * @throws InvalidQuery, NotFound, Forbidden, Conflict, Unwritable
 */
export async function purgeVersions(
  { catalog, lock, audit }: ChangeServices,
  name: string,
  numbers: readonly number[],
  by: Actor,
  signal: AbortSignal,
): Promise<void> {
  return lock.take(name, signal, () => purgeLocked({ catalog, audit }, name, numbers, by));
}

/**
 * Restore the dataset's version before its last load, once no other change of it is running.
 * @param number of the version to restore instead
 * @param version the version that is replaced, if one was shown to the user; any other version is a conflict
 * @returns the number of entries it has now
 * @throws InvalidQuery, NotFound, Forbidden, Conflict, DamagedStore, Unwritable
 */
export async function rollBackDataset(
  { catalog, lock, audit }: ChangeServices,
  name: string,
  by: Actor,
  signal: AbortSignal,
  version?: string,
  number?: number,
): Promise<number> {
  return lock.take(name, signal, async () => {
    const record = requireRecord(catalog, name);
    if (version !== undefined && record.version !== version) {
      throw new Conflict(errorText("dataset_changed_meanwhile", { name }));
    }
    await catalog.rollBack(name, checkStill(by, name), number);
    await audit.record({ action: "dataset.rollback", dataset: name, ...auditedUser(by) });
    return requireRecord(catalog, name).current.numEntries;
  });
}

/**
 * Drop a dataset with its sources and runs. Loads of it that are running or wait are cancelled.
 * @returns the number of entries it had
 * @throws InvalidQuery, NotFound, Forbidden, Unwritable
 */
export async function dropDataset(
  { catalog, lock, audit }: ChangeServices,
  name: string,
  by: Actor,
  signal: AbortSignal,
): Promise<number> {
  requireRecord(catalog, name);
  checkStill(by, name)({ accounts: catalog.accounts, datasets: catalog.records, runs: [] });
  void lock.cancel(name, new Conflict(errorText("dataset_being_dropped", { name })));
  return lock.take(name, signal, async () => {
    const { current } = requireRecord(catalog, name);
    await catalog.drop(name, checkStill(by, name));
    await audit.record({ action: "dataset.drop", dataset: name, ...auditedUser(by) });
    return current.numEntries;
  });
}
