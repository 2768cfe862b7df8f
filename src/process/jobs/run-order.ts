import { getHeapStatistics } from "node:v8";
import { parentPort } from "node:worker_threads";
import { columnarFormat } from "../../engines/columnar/format.js";
import { WORTH_CLUSTERING } from "../../engines/columnar/clustering/choose-keys.js";
import { shareTable, takeTable } from "../../engines/columnar/share-table.js";
import { loaderHere, type TableLoad } from "../../sources/ingest/table-loader.js";
import type { Progress } from "../../sources/ingest/progress.js";
import { Kernel } from "../../engines/kernel/kernel.js";
import { makeCollector } from "../../engines/kernel/memory/collect-garbage.js";
import { parseCarriedModel } from "../../core/model/parse/carried-model.js";
import { parseLoadedModel } from "../../core/model/parse/parse-stored.js";
import { secondThread } from "./second-thread/start-second-thread.js";
import { describeFailure } from "./thread-failure.js";
import type {
  AnalysisOrder,
  Ended,
  LoadJob,
  MembersOrder,
  MemoryStorage,
  Order,
  Outcome,
  RecordOrder,
  ShapesOrder,
  ThreadMessage,
} from "./messages.js";

/** Size of the V8 heap above which a thread takes no other order, as its end frees the memory at once. */
const SMALL_HEAP = 64 * 2 ** 20;

let collect: (() => void) | undefined;

/** Run an order, and send its outcome or its failure; run others if it was small. */
export async function runOrder(order: Order): Promise<void> {
  const ended = await outcomeOf(order);
  const waits = getHeapStatistics().total_heap_size <= SMALL_HEAP;
  send({ ended, waits });
  // The order's values are garbage by then.
  if (waits) setImmediate(waitForOrder);
}

function waitForOrder(): void {
  collect ??= makeCollector();
  collect();
  // Without a listener, a thread whose order never ends would end: the other side is told.
  parentPort!.once("message", (order: Order) => void runOrder(order));
}

async function outcomeOf(order: Order): Promise<Ended> {
  try {
    if (order.kind === "record") return await readRecord(order);
    if (order.kind === "members") return await parseMembers(order);
    if (order.kind === "shapes") return await drawShapes(order);
    return order.kind === "load" ? await load(order) : await analyse(order);
  } catch (error) {
    return { failure: describeFailure(error) };
  }
}

async function load({ storage, document, layout, watched, ...load }: LoadJob): Promise<Outcome> {
  const common = {
    ...load,
    model: { ...readModel(document), layout },
    onProgress: watched ? sendProgress : undefined,
  };
  if (storage.engine === "memory") return loadIntoMemory(storage, common);
  const { loadIntoClusterHere } = await import("./cluster-orders.js");
  return loadIntoClusterHere(storage, common);
}

async function loadIntoMemory(
  { module, previous, clusterEntries, secondThreadRows }: MemoryStorage,
  load: Omit<TableLoad, "previous">,
): Promise<Outcome> {
  const kernel = Kernel.start({ module });
  const layout = { ...WORTH_CLUSTERING, rows: clusterEntries };
  const format = columnarFormat(kernel, undefined, layout, undefined, secondThread(secondThreadRows));
  const { engine, report, content } = await loaderHere(format).load({
    ...load,
    previous: previous && takeTable(kernel, parseCarriedModel(previous.model), previous),
  });
  return { version: shareTable(engine), report, content };
}

// Modules that only some orders need are imported by those: to find all of them takes a moment.

async function drawShapes(order: ShapesOrder): Promise<Outcome> {
  const { shapeDrawerHere } = await import("../../sources/shapes/shape-drawer.js");
  return { shapes: await shapeDrawerHere.drawShapes(order) };
}

async function analyse({ watched, ...request }: AnalysisOrder): Promise<Outcome> {
  const { analyserHere } = await import("../../sources/analysis/table-analyser.js");
  return { analysis: await analyserHere.analyse({ ...request, onProgress: watched ? sendProgress : undefined }) };
}

async function readRecord({ document, layout, ...request }: RecordOrder): Promise<Outcome> {
  const { recordReaderHere } = await import("../../sources/ingest/read-record.js");
  const model = { ...readModel(document), layout };
  return { record: await recordReaderHere.readRecord({ ...request, model }) };
}

async function parseMembers({ document, ...order }: MembersOrder): Promise<Outcome> {
  const { parseMembersOfCluster } = await import("./cluster-orders.js");
  return parseMembersOfCluster(readModel(document), order);
}

function readModel(document: string): ReturnType<typeof parseLoadedModel>["model"] {
  return parseLoadedModel(JSON.parse(document)).model;
}

function sendProgress(progress: Progress): void {
  send({ progress });
}

function send(message: ThreadMessage): void {
  const port = parentPort!;
  port.postMessage(message);
}
