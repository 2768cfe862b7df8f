import { parentPort, workerData } from "node:worker_threads";
import { type RollupBuilder, buildHere } from "../../../engines/columnar/rollups/builder.js";
import type { CellKey } from "../../../engines/columnar/rollups/cells.js";
import { openShared } from "../../../engines/columnar/table/shared-table.js";
import { Kernel } from "../../../engines/kernel/kernel.js";
import { isOutOfMemory } from "../out-of-memory.js";
import { lowerPriority } from "../lower-priority.js";
import type { RollupReply, RollupRequest, RollupThreadStart } from "./messages.js";

const { module, table } = workerData as RollupThreadStart;
lowerPriority();
// A rollup's memory must be no larger than needed. Memories are not reused: scratch memory ends with the thread.
const kernel = Kernel.start({ module, spareBytes: 0, maxGrowth: Infinity });
const builder = buildHere(kernel, openShared(kernel, table));
const port = parentPort!;
port.on("message", (request: RollupRequest) => {
  void answer(builder, request).then((reply) => port.postMessage(reply));
});

async function answer({ keysOf, count, build }: RollupBuilder, request: RollupRequest): Promise<RollupReply> {
  try {
    if ("keysOf" in request) return { keys: (await keysOf(request.keysOf)).map(shareKey) };
    if ("count" in request) return { count: await count(request.keys, request.count) };
    const built = await build(request.keys, request.build);
    return { built: built && { columns: built.columns, memory: built.memory.memory } };
  } catch (error) {
    if (isOutOfMemory(error))
      return "keysOf" in request ? { keys: null } : "count" in request ? { count: null } : { built: null };
    throw error;
  }
}

/** Put a key's ranks into shared memory, so that sending them copies nothing. */
function shareKey({ codes, ranks, members }: CellKey): CellKey {
  return { codes, ranks: ranks && share(ranks), members: members && share(members) };
}

function share(numbers: Uint32Array): Uint32Array {
  const shared = new Uint32Array(new SharedArrayBuffer(numbers.byteLength));
  shared.set(numbers);
  return shared;
}
