import type { Loads } from "../../calls/publishing/loads/loads.js";
import type { WorkQueue } from "../../core/admission/work-queue.js";
import type { Server } from "../../web/http/start-server.js";
import type { Sources } from "../../web/metrics/metrics.js";
import type { Catalog } from "../../store/catalog.js";

/** Return the sources of metrics that are read on demand rather than counted. */
export function findSources(
  catalog: Catalog,
  { queue: loads }: Loads,
  queue: Pick<WorkQueue, "waiting">,
  server: Server,
): Sources {
  return {
    datasets: () =>
      catalog.list().map(({ model, engine, lastModified }) => {
        const { numEntries: entries, numBytes: bytes } = engine;
        return { name: model.dataset.name, entries, bytes, lastModified };
      }),
    loads: () => ({ running: loads.running, waiting: loads.waiting }),
    waiting: () => queue.waiting,
    health: () => catalog.health.status,
    server: () => server.figures(),
  };
}
