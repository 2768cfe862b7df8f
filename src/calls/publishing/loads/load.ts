import type { LoadRequest, LoadResult } from "./load-request.js";
import type { LoadServices } from "./load-services.js";
import type { Run } from "./run.js";
import { runLoad } from "./run-load.js";
import { planLoad } from "./plan-task.js";

/**
 * Load sources once all earlier changes of the dataset have ended: into a new dataset, as new sources of an existing
 * one, or again, so that their rows replace the entries that they wrote last. The result becomes visible at once, when
 * all of it is on disk.
 * @throws BadSource when a source cannot be read or, unless `skipInvalid`, any row of it cannot be loaded
 * @throws Conflict when the dataset has another mapping, or was changed meanwhile
 * @throws Unwritable when the data directory cannot be written
 */
export async function loadSources(services: LoadServices, request: LoadRequest): Promise<LoadResult> {
  let loaded: readonly Run[] = [];
  const result = await services.lock.take(request.model.dataset.name, request.signal, async (signal) => {
    const task = { ...planLoad(services, request), signal };
    loaded = task.steps.map(({ run }) => run);
    try {
      return await runLoad(services, task);
    } catch (error) {
      services.runs.forget(loaded);
      throw error;
    }
  });
  services.runs.showEnd(loaded);
  return result;
}
