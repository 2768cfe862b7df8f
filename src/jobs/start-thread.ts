import type { Worker } from "node:worker_threads";
import { startWorker } from "../assets/assets.js";
import type { Order } from "./messages.js";

/**
 * Start a thread that runs one order.
 * @param heapMegabytes limit of the thread's V8 heap; `undefined`: V8's default
 */
export function startLoadThread(order: Order, heapMegabytes: number | undefined): Worker {
  const resourceLimits = heapMegabytes === undefined ? {} : { maxOldGenerationSizeMb: heapMegabytes };
  return startWorker("dist/jobs/worker.js", { workerData: order, resourceLimits });
}
