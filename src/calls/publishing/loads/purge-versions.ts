import type { Actor } from "../../../access/actor.js";
import { type Audit, auditedUser } from "../../../access/audit-log.js";
import { checkStill } from "../../../access/permissions.js";
import type { Catalog } from "../../../store/catalog.js";
import type { Dataset } from "../../../store/dataset.js";
import { listVersions, type RunRecord } from "../../../store/disk/manifest.js";
import type { ChangeRuns } from "../../../store/load.js";
import { type RunPeriod, periodsOf } from "../../../store/purge.js";
import { requireRecord } from "../../reading/lookup/require-dataset.js";
import type { PurgedVersions } from "./load-request.js";
import type { Run } from "./run.js";

interface PurgeServices {
  readonly catalog: Catalog;
  readonly audit: Audit;
}

/**
 * Purge the version that a load has replaced, within that load, and other versions with the same data.
 * @returns nothing purged if the load changed nothing, or if the current version has the same data
 * @throws NotFound, Forbidden, Unwritable
 */
export async function purgeReplaced(
  services: PurgeServices,
  { model, number }: Dataset,
  by: Actor,
): Promise<PurgedVersions> {
  const { name } = model.dataset;
  const [current, ...earlier] = listVersions(requireRecord(services.catalog, name));
  const file = earlier.find((version) => version.number === number)?.segment?.file;
  const hasData = file !== undefined && file !== current!.segment?.file;
  const replaced = hasData ? earlier.filter(({ segment }) => segment?.file === file) : [];
  const purged = replaced.map((version) => version.number);
  if (purged.length > 0) await purgeLocked(services, name, purged, by);
  const kept = earlier.filter((version) => version.segment !== null && !replaced.includes(version));
  return { purged, kept: kept.map((version) => version.number) };
}

/** Purge versions of a dataset whose lock the caller holds. @throws InvalidQuery, NotFound, Forbidden, Conflict, Unwritable */
export async function purgeLocked(
  { catalog, audit }: PurgeServices,
  name: string,
  numbers: readonly number[],
  by: Actor,
): Promise<void> {
  const periods = periodsOf(requireRecord(catalog, name), numbers);
  const changeRuns: ChangeRuns = (runs) => runs.map((run) => withoutDetails(run, periods));
  await catalog.purge(name, numbers, changeRuns, checkStill(by, name));
  await audit.record({ action: "dataset.purge", dataset: name, versions: numbers, ...auditedUser(by) });
}

/** Remove what a run quotes from its source, if it made a version that is purged. */
function withoutDetails(run: RunRecord, periods: readonly RunPeriod[]): RunRecord {
  const { ended = null, source } = run as Partial<Run> & RunRecord;
  const isOfThem = periods.some(
    ({ dataset, after, until }) => run.dataset === dataset && ended !== null && ended > after && ended <= until,
  );
  if (!isOfThem) return run;
  return {
    ...run,
    source: { ...source, url: "purged" },
    errors: [],
    groups: [],
    notes: [],
    warnings: [],
    warningCodes: [],
  } as RunRecord;
}
