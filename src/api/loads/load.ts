import type { LoadRequest, LoadResult } from "./load-request.js";
import type { LoadServices } from "./load-services.js";
import { runLoad } from "./run-load.js";
import { planLoad } from "./plan-task.js";

/**
 * Load the rows of sources, once everybody who changes the dataset has done so: a new dataset, new sources of one that
 * exists, or sources again, whose rows then replace the entries that they last wrote. Nobody sees anything of it before
 * all of it is on disk.
 * @throws BadSource when a source cannot be read or, unless `skipInvalid`, any row of it cannot be loaded
 * @throws Conflict when the dataset has another mapping, or was loaded by someone else meanwhile
 * @throws Unwritable when it cannot be written
 */
export async function loadSources(services: LoadServices, request: LoadRequest): Promise<LoadResult> {
  return services.lock.take(request.model.dataset.name, request.signal, async () => {
    const task = planLoad(services, request);
    try {
      return await runLoad(services, task);
    } catch (error) {
      services.runs.forget(task.steps.map(({ run }) => run));
      throw error;
    }
  });
}
