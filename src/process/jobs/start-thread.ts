import type { Worker } from "node:worker_threads";
import { startWorker } from "../../core/assets/assets.js";
import type { Order } from "./messages.js";

/** Memory for new objects of a load, whose rows and texts are not objects. */
const YOUNG_MEGABYTES = 16;

/**
 * Start a thread that runs one order.
 * @param heapMegabytes limit of the thread's V8 heap; `undefined`: V8's default
 */
export function startLoadThread(order: Order, heapMegabytes: number | undefined): Worker {
  const resourceLimits = {
    ...(order.kind === "load" && { maxYoungGenerationSizeMb: YOUNG_MEGABYTES }),
    ...(heapMegabytes !== undefined && { maxOldGenerationSizeMb: heapMegabytes }),
  };
  return startWorker("dist/process/jobs/worker.js", { workerData: order, resourceLimits });
}
