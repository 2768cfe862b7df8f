import { type Decimal } from "../../../core/model/values/decimal.js";
import type { Actor } from "../../../access/actor.js";
import { mayUpdate } from "../../../access/permissions.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import type { Dataset } from "../../../store/dataset.js";
import { type DatasetDescription, describeDataset } from "../../reading/describe/describe-dataset.js";
import { describeRun, type RunWithErrors } from "../../publishing/loads/describe-run.js";
import type { LoadContext } from "../../publishing/loads/load-context.js";
import { mayManageRun } from "../../publishing/loads/readable-runs.js";
import { isOver, type Run } from "../../publishing/loads/run.js";
import type { PageScope } from "./page-scope.js";
import { readYears } from "./years.js";
import { labelMeasures, type MeasureLabel } from "../../../core/model/measure-label.js";

/** The datasets that a user manages, and their loads, as of now. */
export interface Dashboard {
  /** True if the user manages every dataset. */
  readonly isAll: boolean;
  /** One page of datasets, the last changed first. */
  readonly datasets: readonly ManagedDataset[];
  readonly count: number;
  readonly page: number;
  readonly pages: number;
  /** Waiting and running loads. */
  readonly coming: readonly RunWithErrors[];
  /** Failed loads that were the last ones of their sources. */
  readonly failed: readonly RunWithErrors[];
}

export interface ManagedDataset {
  readonly dataset: DatasetDescription;
  /** Years that have entries, in order. */
  readonly years: readonly string[];
  readonly measure: MeasureLabel;
  readonly total: Decimal;
  /** ISO 8601, UTC. */
  readonly loaded: string | null;
}

/** Datasets on a page; each costs an aggregation. */
const PAGESIZE = 50;
/** Maximum number of failed loads on the page. */
const FAILED = 20;

/**
 * Read the datasets that the caller manages, and the state of their loads. Cost: one aggregation for each dataset on
 * the page.
 * @throws OverCapacity
 */
export async function readDashboard(
  context: LoadContext,
  actor: Actor,
  page: number,
  origin: string,
  signal: Cancellation,
): Promise<Dashboard> {
  const managed = context.catalog.list().filter((dataset) => mayUpdate(actor, dataset));
  const pages = Math.max(1, Math.ceil(managed.length / PAGESIZE));
  const shown = Math.min(Math.max(1, page), pages);
  const runs = context.loads.services.runs
    .all()
    .filter((run) => mayManageRun(run, actor, context.catalog.get(run.dataset)));
  const datasets: ManagedDataset[] = [];
  for (const dataset of managed.slice((shown - 1) * PAGESIZE, shown * PAGESIZE)) {
    datasets.push(await describeManaged({ context, actor, dataset, origin, signal }));
  }
  return {
    isAll: actor.admin,
    datasets,
    count: managed.length,
    page: shown,
    pages,
    coming: runs.filter((run) => !isOver(run)).map((run) => describeRun(run, origin)),
    failed: findFailed(runs)
      .slice(0, FAILED)
      .map((run) => describeRun(run, origin)),
  };
}

async function describeManaged(scope: PageScope): Promise<ManagedDataset> {
  const { dataset, origin } = scope;
  const [measure] = labelMeasures(dataset.model.measures);
  const { rows, totals } = await readYears(scope, [], [measure!.name]);
  return {
    dataset: describeDataset(dataset, origin),
    years: rows.flatMap(({ keys }) => keys[0]!.value ?? []),
    measure: measure!,
    total: totals[0]!,
    loaded: lastLoad(dataset)?.toISOString() ?? null,
  };
}

function lastLoad({ sources }: Dataset): Date | undefined {
  return sources.map(({ loaded }) => loaded).toSorted((a, b) => b.getTime() - a.getTime())[0];
}

/** Find failed runs. Skips those whose source was loaded again since. */
function findFailed(runs: readonly Run[]): readonly Run[] {
  const last = new Map<string, Run>();
  for (const run of runs) {
    const key = JSON.stringify([run.dataset, run.source.id]);
    if ((last.get(key)?.id ?? 0) < run.id) last.set(key, run);
  }
  return [...last.values()].filter(({ status }) => status === "failed");
}
