import type { Worker } from "node:worker_threads";
import { startWorker } from "../assets/assets.js";
import type { Order } from "./messages.js";

/** @param heapMegabytes most that V8's heap of the thread may take; `undefined`: as much as V8 thinks fit */
export function startLoadThread(order: Order, heapMegabytes: number | undefined): Worker {
  const resourceLimits = heapMegabytes === undefined ? {} : { maxOldGenerationSizeMb: heapMegabytes };
  return startWorker("dist/jobs/worker.js", { workerData: order, resourceLimits });
}
