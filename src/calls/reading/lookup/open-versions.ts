import type { Actor } from "../../../access/actor.js";
import { mayRead, mayUpdate } from "../../../access/permissions.js";
import type { Catalog } from "../../../store/catalog.js";
import type { Dataset, PastVersion } from "../../../store/dataset.js";
import { nameVersion, readVersionName } from "../../../store/version-name.js";

/** A catalog that opens versions that are not current. */
type VersionCatalog = Pick<Catalog, "get" | "openVersion">;

/** List the versions of a dataset that a caller who may read it may read, the newest first. */
export function readableVersions(actor: Actor, dataset: Dataset): readonly PastVersion[] {
  return mayUpdate(actor, dataset) ? dataset.history : dataset.history.filter(({ isWithheld }) => !isWithheld);
}

/** Find the version that was current at the end of a day (UTC); `undefined` if there was none, or the day is to come. */
export function findVersionOf(day: string, versions: readonly PastVersion[], now: Date): PastVersion | undefined {
  const begin = Date.parse(day);
  const end = begin + 24 * 60 * 60 * 1000;
  return begin > now.getTime() ? undefined : versions.find(({ since }) => since.getTime() < end);
}

/**
 * Open the versions that a request names and its caller may read. Names of anything else are left to the call.
 * @param names such as `town@3` and `town@2026-11-22`
 * @returns the names by number of those that are named by a day
 * @throws OverCapacity if there is no memory, DamagedStore, ForeignStore, Unreadable
 */
export async function openVersions(
  catalog: VersionCatalog,
  actor: Actor,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const numbered = new Map<string, string>();
  for (const name of names) {
    const version = readVersionName(name);
    const dataset = version && catalog.get(version.dataset);
    if (!dataset || !mayRead(actor, dataset)) continue;
    const { wanted } = version;
    const versions = readableVersions(actor, dataset);
    if ("number" in wanted) {
      if (versions.some(({ number, isKept }) => number === wanted.number && isKept)) await catalog.openVersion(name);
    } else {
      const found = findVersionOf(wanted.day, versions, new Date());
      if (found) numbered.set(name, nameVersion(version.dataset, found.number));
    }
  }
  return numbered;
}
