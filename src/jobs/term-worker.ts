import { parentPort, workerData } from "node:worker_threads";
import { writeTerms } from "../columnar/search/build-term-index.js";
import { Kernel } from "../kernel/kernel.js";
import { describeFailure } from "./thread-failure.js";
import type { TermReply, TermRequest, TermThreadStart } from "./term-messages.js";

const { module } = workerData as TermThreadStart;
const kernel = Kernel.start({ module, spareBytes: 0 });
const port = parentPort!;
port.on("message", (message: TermRequest | "end") => {
  if (message === "end") {
    // The thread ends by itself: that which started it is busy with the table.
    port.close();
    return;
  }
  port.postMessage(index(message));
  kernel.collect();
});

function index({ columns, memories }: TermRequest): TermReply {
  try {
    const adopted = memories.map(({ memory, tableBytes }) => kernel.adoptMemory(memory, tableBytes));
    const { place, memory } = writeTerms(kernel, adopted, columns);
    return { place, memory: memory.memory, bytes: memory.tableBytes };
  } catch (error) {
    return { failure: describeFailure(error) };
  }
}
