import { errorText } from "../../../core/errors/error-text.js";
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Actor } from "../../../access/actor.js";
import { Conflict, Forbidden } from "../../../core/errors/errors.js";
import type { Answer } from "../../answer.js";
import { describeRun } from "./describe-run.js";
import { findLoading, findRun, findSource, type RunPath } from "./find-source.js";
import type { LoadContext } from "./load-context.js";
import { mayManageRun } from "./readable-runs.js";
import { isOver } from "./run.js";

/**
 * `DELETE /{dataset}/sources/{id}/runs/{run}`: cancel a load that is running or waits, wait for its end and describe the
 * run. Nothing of the load is kept, unless it was done meanwhile.
 * @throws NotFound, Unauthenticated, Forbidden, Conflict if the run is over
 */
export async function cancelRun(context: LoadContext, actor: Actor, path: RunPath, origin: string): Promise<Answer> {
  const loading = findLoading(context, actor, path.dataset);
  const run = findRun(findSource(loading, path.source), path.run);
  if (!mayManageRun(run, actor, loading.dataset)) {
    throw new Forbidden(errorText("not_manager_of_dataset", { dataset: path.dataset }));
  }
  if (isOver(run)) throw new Conflict(errorText("run_is_over", { run: path.run }));
  await cancelLoads(context, actor, path.dataset);
  // The end of a run is shown once its dataset is free.
  await setImmediate();
  const { runs } = context.loads.services;
  const text = JSON.stringify(describeRun(runs.find(run.dataset, run.id) ?? run, origin));
  return {
    version: randomUUID(),
    lastModified: new Date(),
    canonical: "",
    public: false,
    once: true,
    formats: { json: async () => ({ chunks: [text] }) },
  };
}

/** Cancel the loads of a dataset that are running or wait, and wait for their end. */
export async function cancelLoads({ loads }: LoadContext, { name }: Actor, dataset: string): Promise<void> {
  const by = name === null ? "" : ` by ${name}`;
  await loads.services.lock.cancel(dataset, new Conflict(errorText("load_cancelled", { by })));
}
