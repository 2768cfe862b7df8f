import { workerData } from "node:worker_threads";
import { startCastingAhead } from "../../sources/ingest/start-casting.js";
import { lowerPriority } from "./lower-priority.js";
import type { Order } from "./messages.js";
import { needsCastingThread } from "./parallel-bytes.js";

// Both threads of a load load their modules at the same time: this module starts the other before it loads most of its own.

const order = workerData as Order;
// Threads that this one starts inherit it.
lowerPriority();
const casting = needsCastingThread(order) ? startCastingAhead() : undefined;
void import("./run-order.js").then(({ runOrder }) => runOrder(order, casting?.start)).finally(() => casting?.close());
