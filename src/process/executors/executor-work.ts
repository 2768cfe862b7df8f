import { WorkQueue } from "../../core/admission/work-queue.js";
import type { Answer, Redirect } from "../../calls/answer.js";
import { VersionFacts } from "../../core/engine/version-facts.js";
import { ParentMaps } from "../../core/engine/parent-maps.js";
import { ShapeFolder } from "../../store/shape-folder.js";
import type { Context } from "../../calls/context.js";
import { type Cluster, reopenCluster } from "../../engines/clickhouse/client/cluster.js";
import { addPulledCells, takeVersion } from "../../engines/clickhouse/lend-version.js";
import { addRollup, takeTable } from "../../engines/columnar/share-table.js";
import type { RouteCall } from "../../web/http/reply/body-executor.js";
import type { ByteStream } from "../../web/http/message/message.js";
import type { CallInput, Route } from "../../web/http/message/route.js";
import { computeBody, type ComputedBody } from "../../web/http/reply/compute-body.js";
import { BATCH } from "../../web/http/reply/batches.js";
import { Utf8Writers } from "../../web/http/reply/utf8-writers.js";
import { useSystemFonts } from "../../web/raster/fonts.js";
import { makeThreadRoutes } from "../../features/features.js";
import { Kernel } from "../../engines/kernel/kernel.js";
import { WorkerLost } from "../../engines/kernel/workers/worker-pool.js";
import { makeCollector } from "../../engines/kernel/memory/collect-garbage.js";
import { limitMemory } from "../../engines/kernel/memory/memory-limit.js";
import { lowerPriority } from "../jobs/lower-priority.js";
import { parameters } from "../../core/query/parameters.js";
import { FactsFiles } from "../../store/disk/facts-file.js";
import { readLatePart } from "../../store/disk/late-part.js";
import { ChangesFiles } from "../../store/disk/changes-file.js";
import { type VersionLease, VersionLeases } from "../../store/version-leases.js";
import { BorrowedTable } from "./borrowed-table.js";
import { describeOutcome } from "./bound-outcome.js";
import { errorText } from "../../core/errors/error-text.js";
import { OverCapacity } from "../../core/errors/errors.js";
import { Cancelled } from "./cancelled.js";
import { describeFailure, type Failure } from "../jobs/thread-failure.js";
import {
  type BodyOrder,
  type MeasureOrder,
  type ExecutorReply,
  type ExecutorRequest,
  type ExecutorStart,
  type ComputedAnswer,
  NO_QUERY_MEMORY,
} from "./messages.js";
import { OrderCancel } from "./order-cancel.js";
import { PieceSender } from "./piece-sender.js";
import { ParsedModels } from "./parsed-models.js";
import { ShownDatasets } from "./shown-datasets.js";

/** Tables that stay open between orders: on a site with many datasets, a search may open all, and the next one again. */
const MAX_OPEN = 4000;

type Reply = (reply: ExecutorReply, bytes?: Uint8Array) => void;

/** The work of an executor's thread: makes the bodies that it is asked for, from tables lent to it. */
export class ExecutorWork {
  readonly #reply: Reply;
  readonly #kernel: Kernel;
  /** `null` if tables are in this process's memory. */
  readonly #cluster: Cluster | null;
  readonly #models = new ParsedModels();
  readonly #datasets = new ShownDatasets(this.#models);
  readonly #tables = new Map<number, BorrowedTable>();
  /** Tables that are open, the least recently read first. */
  readonly #open = new Set<BorrowedTable>();
  /** Called when a table is taken back. */
  readonly #retire = new Map<number, (dispose: () => void) => void>();
  /** The tables of lent rollups, by the numbers of these. */
  readonly #rollups = new Map<number, { readonly of: number; readonly table: BorrowedTable }>();
  readonly #leases = new VersionLeases();
  readonly #routes: ReadonlyMap<string, Route["call"]>;
  readonly #writers = new Utf8Writers(BATCH);
  readonly #cancelled: Cancelled;
  readonly #orders = new Map<number, OrderCancel>();
  readonly #senders = new Map<number, PieceSender>();
  /** Milliseconds in the kernel since the cost of the last body: orders may overlap. */
  #kernelMs = 0;

  readonly #maxOpen: number;

  /** @param maxOpen tables that stay open between orders */
  constructor(
    { module, cluster, lane, memoryBytes, threads, niceness, settings, cancelled }: ExecutorStart,
    reply: Reply,
    maxOpen = MAX_OPEN,
  ) {
    this.#maxOpen = maxOpen;
    lowerPriority(niceness);
    this.#reply = reply;
    this.#cluster = cluster ? reopenCluster(cluster) : null;
    this.#cluster?.watchQueries((queried) => reply({ queried: { ...queried, error: textOf(queried.error) } }));
    this.#cancelled = new Cancelled(cancelled);
    const onWork = (milliseconds: number): void => void (this.#kernelMs += milliseconds);
    // Memories belong to the server's thread: this one must never use them again for something else.
    this.#kernel = Kernel.start({
      module,
      lane,
      threads,
      memory: limitMemory(memoryBytes, undefined, makeCollector()),
      onWork,
      spareBytes: 0,
      collectsWhenIdle: true,
    });
    const { directory, without, fonts = [], ...limits } = settings;
    useSystemFonts(fonts);
    const context: Context = {
      ...limits,
      shapes: directory === undefined ? undefined : new ShapeFolder(directory),
      changes: directory === undefined ? undefined : new ChangesFiles(directory),
      fileFacts: directory === undefined ? undefined : new FactsFiles(directory, settings.version),
      catalog: this.#datasets,
      // The server's thread decides what waits.
      queue: new WorkQueue(Infinity),
      parents: new ParentMaps(),
      facts: new VersionFacts(),
      ending: new AbortController().signal,
    };
    const routes = makeThreadRoutes(context, without);
    this.#routes = new Map(routes.map(({ path, call }) => [path, call]));
  }

  receive(request: ExecutorRequest): void {
    if ("make" in request) void this.#make(request.make, request.order);
    else if ("bind" in request) void this.#bind(request.bind, request.call);
    else if ("measure" in request) void this.#measure(request.measure, request.order);
    else if ("more" in request) this.#senders.get(request.more)?.allowMore();
    else if ("stop" in request) this.#stop(request.stop);
    else if ("show" in request) this.#datasets.show(request, this.#tables);
    else if ("collections" in request) this.#datasets.collections = request.collections;
    else if ("lend" in request) this.#takeTable(request.lend, request.table);
    else if ("lendRollup" in request) this.#takeRollup(request);
    else if ("takeBack" in request) this.#returnTable(request.takeBack);
    else this.#returnRollup(request.takeBackRollup);
  }

  #takeTable(id: number, table: Extract<ExecutorRequest, { lend: number }>["table"]): void {
    const { carried } = this.#models.find(table.model);
    const borrowed = new BorrowedTable(
      { ...table, model: carried },
      {
        open: (shared, onFreed) => {
          const model = this.#models.open(this.#models.find(carried));
          return "facts" in shared
            ? takeVersion(this.#cluster!, model, shared, {
                onFreed,
                noteColumns: (columns) => this.#reply({ columns, table: id }),
              })
            : takeTable(this.#kernel, model, shared, {
                onFreed,
                read: readLatePart,
                count: (...counted) => this.#reply({ counted, table: id }),
              });
        },
        addSums: (engine, sums) =>
          "layout" in sums ? addRollup(this.#kernel, engine, sums) : addPulledCells(engine, sums),
        onRead: (read) => {
          this.#open.delete(read);
          this.#open.add(read);
        },
        onFreed: () => this.#noteFreed(id),
      },
    );
    this.#tables.set(id, borrowed);
    this.#retire.set(id, this.#leases.publish());
  }

  /** Close the tables that were least recently read, if there are many. */
  #closeSome(): void {
    for (const table of this.#open) {
      if (this.#open.size <= this.#maxOpen) break;
      this.#open.delete(table);
      table.close();
    }
    this.#models.trim(this.#maxOpen);
  }

  #returnTable(id: number): void {
    const table = this.#tables.get(id)!;
    this.#tables.delete(id);
    this.#open.delete(table);
    this.#retire.get(id)!(() => table.dispose());
    this.#retire.delete(id);
  }

  #noteFreed(id: number): void {
    for (const [rollup, { of }] of this.#rollups) if (of === id) this.#rollups.delete(rollup);
    this.#reply({ returned: id });
  }

  #takeRollup({ lendRollup, of, rollup }: Extract<ExecutorRequest, { lendRollup: number }>): void {
    const table = this.#tables.get(of)!;
    table.addSums(lendRollup, rollup);
    this.#rollups.set(lendRollup, { of, table });
  }

  #returnRollup(id: number): void {
    this.#rollups.get(id)!.table.dropSums(id);
    this.#rollups.delete(id);
    this.#reply({ returned: id });
  }

  #stop(id: number): void {
    this.#orders.get(id)?.abort();
    this.#senders.get(id)?.stop();
  }

  #make(id: number, order: BodyOrder): Promise<void> {
    return this.#obey(id, order.maxSteps, async (cancel, lease) => {
      const computed = await this.#computeAnswer(order, cancel);
      const bytes = computed && Buffer.isBuffer(computed.body) ? ownBytes(computed.body) : null;
      const { body = null, ...rest } = computed ?? {};
      this.#reply(
        { computed: id, answer: computed && { ...(rest as Omit<ComputedAnswer, "bytes">), bytes } },
        bytes ?? undefined,
      );
      if (body !== null && !bytes) await this.#send(id, body as ByteStream, lease);
    });
  }

  #measure(id: number, { call, version }: MeasureOrder): Promise<void> {
    return this.#obey(id, undefined, async (cancel) => {
      const answer = await this.#call(call, cancel);
      const isSame = !("redirect" in answer) && answer.version === version;
      this.#reply({ measured: id, facts: isSame ? await answer.measure!() : null });
    });
  }

  #bind(id: number, call: RouteCall): Promise<void> {
    return this.#obey(id, undefined, async (cancel) => {
      const outcome = await describeOutcome(() => this.#call(call, cancel));
      this.#reply({ bound: id, outcome, computing: cancel.usage.computed });
    });
  }

  /** Carry out an order, or reply with its error. */
  async #obey(
    id: number,
    maxSteps: number | undefined,
    order: (cancel: OrderCancel, lease: VersionLease) => Promise<void>,
  ): Promise<void> {
    const lease = this.#leases.begin();
    const cancel = new OrderCancel(() => this.#cancelled.has(id), maxSteps);
    this.#orders.set(id, cancel);
    try {
      await order(cancel, lease);
    } catch (error) {
      if (cancel.isOutgrown) return this.#reply({ outgrown: id, computing: cancel.usage.computed });
      this.#reply({ failed: id, failure: describeFailure(error, NO_QUERY_MEMORY), computing: cancel.usage.computed });
      // The lost worker may go on writing to the scratch memory.
      if (error instanceof WorkerLost) throw error;
    } finally {
      lease.end();
      this.#orders.delete(id);
      if (this.#orders.size === 0) this.#closeSome();
    }
  }

  async #call(call: RouteCall, cancel: OrderCancel): Promise<Answer | Redirect> {
    // Routes that only read give nothing else.
    return (await this.#routes.get(call.route)!(inputOf(call, cancel))) as Answer | Redirect;
  }

  async #computeAnswer(
    order: BodyOrder,
    cancel: OrderCancel,
  ): Promise<(ComputedBody & Pick<ComputedAnswer, "cost">) | null> {
    const answer = await this.#call(order.call, cancel);
    if ("redirect" in answer || answer.version !== order.version || answer.canonical !== order.canonical) return null;
    if (answer.effort) answer.effort.waited = order.waited;
    const computed = await computeBody(answer, order.requested, this.#writers);
    // Figures that a page leaves out for lack of time are there in the other lane.
    if (cancel.isOutgrown) throw new OverCapacity(errorText("query_too_long_for_lane"));
    const kernel = this.#kernelMs;
    this.#kernelMs = 0;
    return { ...computed, cost: { matches: answer.effort?.matches ?? null, kernel, computing: cancel.usage.computed } };
  }

  async #send(id: number, body: ByteStream, lease: VersionLease): Promise<void> {
    const sender = new PieceSender(body);
    this.#senders.set(id, sender);
    lease.seal();
    let failure: Failure | null = null;
    try {
      await sender.run((piece) => {
        const bytes = ownBytes(piece);
        this.#reply({ piece: id, bytes }, bytes);
      });
    } catch (error) {
      failure = describeFailure(error, NO_QUERY_MEMORY);
    }
    this.#senders.delete(id);
    this.#reply({ ended: id, failure });
  }
}

/** Return bytes that share their block with no others, so that they can be moved to another thread. */
function ownBytes(bytes: Buffer): Uint8Array {
  if (bytes.buffer instanceof ArrayBuffer && bytes.length === bytes.buffer.byteLength) return bytes;
  return new Uint8Array(bytes);
}

/** Write an error for another thread. */
function textOf(error: unknown): string | null {
  return error === null ? null : String(error instanceof Error ? (error.stack ?? error) : error);
}

function inputOf(call: RouteCall, cancel: OrderCancel): CallInput {
  const { segments, pairs, actor, user, origin, language, format, remoteAddress } = call;
  const noBody = (): never => {
    throw new TypeError("Calls that only read have no body");
  };
  return {
    segments,
    pairs,
    actor,
    user,
    origin,
    language,
    format,
    remoteAddress,
    isRebound: false,
    cancel,
    parameters: parameters(pairs),
    secure: false,
    contentType: undefined,
    cookie: undefined,
    site: undefined,
    referer: undefined,
    protocolVersion: undefined,
    read: noBody,
    body: noBody,
    bodyBytes: 0,
    upload: { [Symbol.asyncIterator]: noBody },
  };
}
