import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { columnarFormat } from "../columnar/builder.js";
import { loaderHere } from "../ingest/table-loader.js";
import { Kernel } from "../kernel/kernel.js";
import { parseModel } from "../model/parse.js";
import { describeFailure } from "./failure.js";
import type { LoadNews, LoadOrder } from "./messages.js";
import { handOver, takeTable } from "./share-table.js";
import { sumUpFirst } from "./sum-up.js";

/** Of 20 steps down: aggregates come first where a load takes their processor. */
const NICENESS = 10;

void runLoad(workerData as LoadOrder).then(tell);

async function runLoad(order: LoadOrder): Promise<LoadNews> {
  giveWay();
  try {
    const { document, layout, previous, cuboidShare, watched, module, ...load } = order;
    const kernel = Kernel.start({ module });
    const { engine, report, content } = await loaderHere(columnarFormat(kernel)).load({
      ...load,
      model: { ...readModel(document), layout },
      previous: previous && takeTable(kernel, readModel(previous.document), previous),
      onProgress: watched ? (progress) => tell({ progress }) : undefined,
    });
    sumUpFirst(engine, cuboidShare);
    return { table: handOver(engine), report, content };
  } catch (error) {
    return { failure: describeFailure(error) };
  }
}

function readModel(document: string): ReturnType<typeof parseModel>["model"] {
  return parseModel(JSON.parse(document)).model;
}

function tell(news: LoadNews): void {
  const port = parentPort!;
  port.postMessage(news);
}

/** Elsewhere it would slow the whole process down; Linux takes each thread for itself. */
function giveWay(): void {
  if (process.platform === "linux") setPriority(0, NICENESS);
}
