import { errorText } from "../../../core/errors/error-text.js";
import { type Actor, isAnonymous } from "../../../access/actor.js";
import { mayRead } from "../../../access/permissions.js";
import { NotFound, Unauthenticated } from "../../../core/errors/errors.js";
import type { Dataset } from "../../../store/dataset.js";
import type { DatasetRecord, LoadRecord } from "../../../store/disk/manifest.js";
import { versionBefore } from "../../../store/versions.js";
import { type DatasetDescription, describeDataset } from "../../reading/describe/describe-dataset.js";
import { ownerNames } from "../../../store/disk/owners.js";
import { type DatasetUse, findUses } from "../../reading/describe/dataset-uses.js";
import { findDataset } from "../../reading/lookup/find-dataset.js";
import { isFetched } from "../loads/change-source.js";
import { sourceUrl } from "../../reading/describe/links.js";
import { runUrl } from "../loads/links.js";
import { refuseStranger } from "../loads/request-load.js";
import { readableRuns } from "../loads/readable-runs.js";
import { isOver, type RunStatus } from "../loads/run.js";
import type { LoadContext } from "../loads/load-context.js";
import type { Context } from "../../context.js";

/** The state of a dataset as its managers see it, with everything that they can change. */
export interface Editor {
  readonly dataset: DatasetDescription;
  readonly version: string;
  /** Names of its managers. */
  readonly managers: readonly string[];
  readonly current: Holding;
  /** The state before the last load; `null` if none is stored. */
  readonly earlier: (Holding & Pick<StoredVersion, "number">) | null;
  /** Earlier versions whose data is stored, the newest first. */
  readonly stored: readonly StoredVersion[];
  readonly sources: readonly EditedSource[];
  /** Datasets that use it as a series or a crosswalk, of those that the manager may read. */
  readonly uses: readonly DatasetUse[];
  /** Page of the load that is running; `null` if none is. */
  readonly running: string | null;
}

/** The state of a dataset after a load. */
export interface Holding {
  readonly entries: number;
  readonly sources: number;
  /** Time of the last load: ISO 8601, UTC. */
  readonly loaded: string | null;
}

/** A version that can be gone back to. */
export interface StoredVersion {
  readonly number: number;
  /** When it became current: ISO 8601, UTC. */
  readonly since: string;
  readonly entries: number;
}

export interface EditedSource {
  readonly id: number;
  readonly url: string;
  readonly html_url: string;
  readonly loaded: string;
  /** True if the server can load it again from its URL. */
  readonly isFetched: boolean;
  readonly lastRun: { readonly status: RunStatus; readonly html_url: string } | null;
}

/**
 * Find a dataset that the caller manages. Checks the right to read first, so that private datasets are not revealed.
 * @throws NotFound, Unauthenticated, Forbidden
 */
export function findManaged(context: Context, actor: Actor, name: string): Dataset {
  const dataset = findDataset(context, actor, name, NotFound);
  if (dataset.isFixed) throw new NotFound(errorText("version_never_changes", { name }));
  if (isAnonymous(actor)) throw new Unauthenticated(errorText("sign_in_to_manage"));
  refuseStranger(actor, dataset);
  return dataset;
}

/** @throws NotFound, Unauthenticated, Forbidden */
export function readEditor(context: LoadContext, actor: Actor, name: string, origin: string): Editor {
  const dataset = findManaged(context, actor, name);
  const record = context.catalog.records.find((each) => each.name === name)!;
  const runs = readableRuns(context.loads.services.runs.of(name), actor, dataset);
  const running = runs.find((run) => !isOver(run));
  return {
    dataset: describeDataset(dataset, origin),
    version: dataset.ownVersion ?? dataset.version,
    managers: ownerNames(context.catalog, dataset.managers),
    uses: listUses(context, actor, name),
    current: describeHolding(record.current),
    earlier: describeEarlier(record),
    stored: record.earlier.flatMap(({ number, since, numEntries, segment }) =>
      segment === null ? [] : [{ number, since, entries: numEntries }],
    ),
    sources: dataset.sources.map((source) => {
      const last = runs.find((run) => run.source.id === source.id);
      return {
        id: source.id,
        url: source.url,
        html_url: sourceUrl(origin, name, source.id),
        loaded: source.loaded.toISOString(),
        isFetched: isFetched(source),
        lastRun: last ? { status: last.status, html_url: runUrl(origin, last) } : null,
      };
    }),
    running: running ? runUrl(origin, running) : null,
  };
}

/** List the datasets that use one, of those that the caller may read. */
export function listUses({ catalog }: Pick<Context, "catalog">, actor: Actor, name: string): readonly DatasetUse[] {
  const uses = findUses(catalog.list()).get(name) ?? [];
  return uses.filter(({ by }) => {
    const user = catalog.get(by);
    return user !== undefined && mayRead(actor, user);
  });
}

function describeEarlier(record: DatasetRecord): Editor["earlier"] {
  const before = versionBefore(record);
  return before && { ...describeHolding(before), number: before.number };
}

function describeHolding({ numEntries, sources }: LoadRecord): Holding {
  const loaded = sources.map((source) => source.loaded).toSorted();
  return { entries: numEntries, sources: sources.length, loaded: loaded.at(-1) ?? null };
}
