import { errorText } from "../../../core/errors/error-text.js";
import type { Actor } from "../../../access/actor.js";
import { Conflict, UserError } from "../../../core/errors/errors.js";
import type { LoadResult } from "./load-request.js";
import { auditFailure } from "./audit-load.js";
import { runLoad, failTask } from "./run-load.js";
import type { Loads } from "./loads.js";
import type { Run } from "./run.js";
import type { Task } from "./task.js";

/** A task that is stored on disk and will run, even if its client has disconnected. */
export interface Enqueued {
  /** The runs that it consists of. */
  readonly runs: readonly Run[];
  /** Rejects with the error of the task. */
  readonly done: Promise<LoadResult>;
}

/** Refuse a load while another change of the dataset is running. @throws Conflict */
export function refuseSecond({ services }: Loads, dataset: string): void {
  if (!services.lock.isTaken(dataset)) return;
  throw new Conflict(errorText("load_is_running", { dataset }));
}

/**
 * Put a task into the queue. Locks the dataset until the task is done.
 * @param plan called when no other change of the dataset is running
 * @param onEnd called when the task has ended, successfully or not
 * @throws Conflict when another change of the dataset is running, OverCapacity when too many loads wait or memory is
 * short, Unwritable; then there is no run and `onEnd` is not called
 */
export async function enqueue(
  loads: Loads,
  actor: Actor,
  dataset: string,
  plan: () => Task,
  onEnd: () => Promise<void> = async () => {},
): Promise<Enqueued> {
  const { services, queue } = loads;
  refuseSecond(loads, dataset);
  queue.checkCapacity();
  services.loader.checkMemory(services.catalog.get(dataset)?.engine ?? null);
  const task = plan();
  const runs = task.steps.map(({ run }) => run);
  let isStored = false;
  let begun = (): void => {};
  const stored = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const work = async (signal: AbortSignal): Promise<LoadResult> => {
    await services.runs.begin(runs);
    isStored = true;
    begun();
    let hasBegun = false;
    try {
      const run = (limited: AbortSignal): Promise<LoadResult> => {
        hasBegun = true;
        return runLoad(services, { ...task, signal: limited });
      };
      return await queue.run(actor.id ?? "", () => withinTime(loads, signal, run), signal);
    } catch (error) {
      if (!hasBegun) await auditFailure(services, task, error);
      await reportFailure(loads, task, error);
      throw error;
    } finally {
      await onEnd();
    }
  };
  // Free the dataset, then say so.
  const done = services.lock.take(dataset, undefined, work).finally(() => services.runs.showEnd(runs));
  // A caller that does not wait reads the error from the run.
  done.catch(() => {});
  await Promise.race([stored, done]).catch((error: unknown) => {
    if (!isStored) throw error;
  });
  return { runs, done };
}

/**
 * Run a load with a signal that is aborted with this one, or when the load takes longer than the server allows.
 * @throws the signal's reason once it is aborted
 */
async function withinTime<T>(
  { maxLoadMs }: Loads,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const either = AbortSignal.any([signal, late.signal]);
  const minutes = (maxLoadMs / 60_000).toLocaleString("en");
  const reason = `The load took more than ${minutes} minutes, the maximum here (--max-load-minutes); nothing was changed`;
  const timer = maxLoadMs === Infinity ? undefined : setTimeout(() => late.abort(new Conflict(reason)), maxLoadMs);
  try {
    return await run(either);
  } catch (error) {
    // Interrupted work, such as a request, reports that in its own way.
    throw either.aborted ? either.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

async function reportFailure({ services, onError }: Loads, task: Task, error: unknown): Promise<void> {
  if (!(error instanceof UserError)) onError(error);
  await failTask(services, task, error).catch((unstored: unknown) => {
    if (!(unstored instanceof UserError)) onError(unstored);
  });
}
