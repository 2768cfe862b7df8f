import { parentPort, workerData } from "node:worker_threads";
import { ExecutorWork } from "./executor-work.js";
import { ownThread } from "./thread-time.js";
import type { ExecutorReply, ExecutorRequest, ExecutorStart } from "./messages.js";

const port = parentPort!;
port.postMessage({ thread: ownThread() } satisfies ExecutorReply);
const executing = new ExecutorWork(workerData as ExecutorStart, (reply: ExecutorReply, bytes?: Uint8Array) =>
  port.postMessage(reply, bytes ? [bytes.buffer as ArrayBuffer] : []),
);
port.on("message", (request: ExecutorRequest) => executing.receive(request));
