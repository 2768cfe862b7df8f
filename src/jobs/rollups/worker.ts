import { parentPort, workerData } from "node:worker_threads";
import { type RollupBuilder, buildHere } from "../../columnar/rollups/builder.js";
import { Kernel } from "../../kernel/kernel.js";
import { isOutOfMemory } from "../out-of-memory.js";
import { lowerPriority } from "../lower-priority.js";
import type { RollupReply, RollupRequest, RollupThreadStart } from "./messages.js";

const { module, columns } = workerData as RollupThreadStart;
lowerPriority();
// A rollup's memory must be no larger than needed. Memories are not reused: scratch memory ends with the thread.
const builder = buildHere(Kernel.start({ module, spareBytes: 0, maxGrowth: Infinity }), columns);
const port = parentPort!;
port.on("message", (request: RollupRequest) => {
  void answer(builder, request).then((reply) => port.postMessage(reply));
});

async function answer({ count, build }: RollupBuilder, request: RollupRequest): Promise<RollupReply> {
  try {
    if ("count" in request) return { count: await count(request.keys, request.count) };
    const built = await build(request.keys, request.build);
    return { built: built && { columns: built.columns, memory: built.memory.memory } };
  } catch (error) {
    if (isOutOfMemory(error)) return "count" in request ? { count: null } : { built: null };
    throw error;
  }
}
