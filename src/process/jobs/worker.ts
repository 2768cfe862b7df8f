import { workerData } from "node:worker_threads";
import { lowerPriority } from "./lower-priority.js";
import type { Order } from "./messages.js";
import { runOrder } from "./run-order.js";

lowerPriority();
void runOrder(workerData as Order);
