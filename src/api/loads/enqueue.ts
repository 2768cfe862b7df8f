import type { Actor } from "../../access/actor.js";
import { Conflict, UserError } from "../../errors/errors.js";
import type { LoadResult } from "./load-request.js";
import { runLoad, failTask } from "./run-load.js";
import type { Loads } from "./loads.js";
import type { Run } from "./run.js";
import type { Task } from "./task.js";

/** A task that is on the disk and will be done, whoever still waits for it. */
export interface Enqueued {
  /** The runs that it consists of. */
  readonly runs: readonly Run[];
  /** Rejects with what the task failed with. */
  readonly done: Promise<LoadResult>;
}

/** @throws Conflict when somebody changes the dataset now */
export function refuseSecond({ services }: Loads, dataset: string): void {
  if (!services.lock.isTaken(dataset)) return;
  throw new Conflict(`A load of the dataset "${dataset}" is running; try again when it is done`);
}

/**
 * Put a task into the queue. The dataset is its own from now on: nobody else can change it before it is done.
 * @param plan called when nobody changes the dataset
 * @param onEnd called when the task is done or given up
 * @throws Conflict when somebody changes the dataset now, OverCapacity when too many loads wait or there is not enough
 * memory, Unwritable; then there is no run and `onEnd` is not called
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
  queue.checkRoom();
  services.loader.checkMemory(services.catalog.get(dataset)?.engine ?? null);
  const task = plan();
  const runs = task.steps.map(({ run }) => run);
  let isKept = false;
  let begun = (): void => {};
  const kept = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const done = services.lock.take(dataset, undefined, async () => {
    await services.runs.begin(runs);
    isKept = true;
    begun();
    try {
      return await queue.run(actor.name ?? "", () => runLoad(services, task));
    } catch (error) {
      await tellFailure(loads, task, error);
      throw error;
    } finally {
      await onEnd();
    }
  });
  // Whoever does not wait is told by the run.
  done.catch(() => {});
  await Promise.race([kept, done]).catch((error: unknown) => {
    if (!isKept) throw error;
  });
  return { runs, done };
}

async function tellFailure({ services, onError }: Loads, task: Task, error: unknown): Promise<void> {
  if (!(error instanceof UserError)) onError(error);
  await failTask(services, task, error).catch((unkept: unknown) => {
    if (!(unkept instanceof UserError)) onError(unkept);
  });
}
