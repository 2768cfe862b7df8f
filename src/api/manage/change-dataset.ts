import type { Audit } from "../../access/audit-log.js";
import { Conflict } from "../../errors/errors.js";
import type { Catalog } from "../../store/catalog.js";
import type { CheckManagers } from "../../store/records.js";
import { requireRecord } from "../lookup/require-dataset.js";
import type { DatasetLock } from "../loads/dataset-lock.js";

/** The services that change a dataset as a whole. Callers check permissions first. */
export interface ChangeServices {
  readonly catalog: Catalog;
  readonly lock: DatasetLock;
  readonly audit: Audit;
}

/** Name of a user; `null` is the operator. */
type By = string | null;

/** Let everyone read a dataset. @throws InvalidQuery, NotFound, Unwritable */
export async function publishDataset({ catalog, audit }: ChangeServices, name: string, by: By): Promise<void> {
  requireRecord(catalog, name);
  await catalog.setPrivate(name, false);
  await audit.record({ action: "dataset.publish", dataset: name, by });
}

/**
 * Let only managers and administrators read a dataset. Takes effect at once, even while a load is running.
 * @throws InvalidQuery, NotFound, Unwritable
 */
export async function retractDataset({ catalog, audit }: ChangeServices, name: string, by: By): Promise<void> {
  requireRecord(catalog, name);
  await catalog.setPrivate(name, true);
  await audit.record({ action: "dataset.retract", dataset: name, by });
}

/**
 * Add and remove managers of a dataset.
 * @param check runs in the same step as the change; its error prevents the change
 * @throws InvalidQuery, NotFound, Unwritable, and the errors of `check`
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
 * Restore the dataset's version before its last load, once no other change of it is running.
 * @param version the version that is replaced, if one was shown to the user; any other version is a conflict
 * @returns the number of entries it has now
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
      throw new Conflict(`The dataset "${name}" was changed meanwhile; check what would be restored now`);
    }
    await catalog.rollBack(name);
    await audit.record({ action: "dataset.rollback", dataset: name, by });
    return requireRecord(catalog, name).current.numEntries;
  });
}

/**
 * Drop a dataset with its sources and runs, once no other change of it is running.
 * @returns the number of entries it had
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
