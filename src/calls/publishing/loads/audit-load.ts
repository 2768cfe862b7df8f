import { type AuditEvent, auditedSource, auditedText, auditedUser } from "../../../access/audit-log.js";
import { errorsOf } from "./end-runs.js";
import type { LoadResult } from "./load-request.js";
import type { LoadServices } from "./load-services.js";
import type { Run } from "./run.js";
import type { Task } from "./task.js";

type Services = Pick<LoadServices, "audit" | "runs">;

/** Run a load, and record its begin and its end or failure in the audit log: one event for each source. */
export async function auditLoad(services: Services, task: Task, load: () => Promise<LoadResult>): Promise<LoadResult> {
  const begin = performance.now();
  await record(services, task, (run) => ({
    action: "dataset.load.begin",
    ...describeRun(run),
    ...auditedUser(task.by),
  }));
  try {
    const result = await load();
    const entries = result.dataset.engine.numEntries;
    await record(services, task, (run) => ({
      action: "dataset.load",
      ...describeRun(run),
      entries,
      rows: run.counts.rowsRead,
      seconds: secondsSince(begin),
      ...describeWarnings(result.report.warnings),
      ...auditedUser(task.by),
    }));
    return result;
  } catch (error) {
    await auditFailure(services, task, error, begin);
    throw error;
  }
}

/** Record the failure of a load in the audit log. @param begin by `performance.now()`; now if the load never began */
export async function auditFailure(
  services: Services,
  task: Task,
  error: unknown,
  begin = performance.now(),
): Promise<void> {
  const [first = ""] = errorsOf(error);
  await record(services, task, (run) => ({
    action: "dataset.load.failed",
    ...describeRun(run),
    error: auditedText(first),
    rows: run.counts.rowsRead,
    seconds: secondsSince(begin),
    ...auditedUser(task.by),
  }));
}

async function record({ audit, runs }: Services, { steps }: Task, describe: (run: Run) => AuditEvent): Promise<void> {
  for (const { run } of steps) await audit.record(describe(runs.find(run.dataset, run.id) ?? run));
}

function describeRun({ operation, dataset, source }: Run): Pick<Run, "operation" | "dataset"> & { source: string } {
  return { operation, dataset, source: auditedSource(source.url) };
}

function describeWarnings([first, ...others]: readonly string[]): {
  readonly warnings?: number;
  readonly warning?: string;
} {
  return first === undefined ? {} : { warnings: 1 + others.length, warning: auditedText(first) };
}

function secondsSince(begin: number): number {
  return Math.round(performance.now() - begin) / 1000;
}
