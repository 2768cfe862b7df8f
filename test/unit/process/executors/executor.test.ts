import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { describe, it, type TestContext } from "node:test";
import type { Worker } from "node:worker_threads";
import { ANONYMOUS } from "#src/access/actor.js";
import { InvalidQuery, OverCapacity } from "#src/core/errors/errors.js";
import { Executor } from "#src/process/executors/executor.js";
import type { BodyOrder, ExecutorReply, ExecutorRequest, ExecutorStart } from "#src/process/executors/messages.js";
import { Cancelled } from "#src/process/executors/cancelled.js";
import { Cancel } from "#src/web/http/message/cancel.js";
import type { ByteStream } from "#src/web/http/message/message.js";
import { describeFailure } from "#src/process/jobs/thread-failure.js";
import { WHOLE_SCRATCH } from "#src/engines/kernel/memory/cube-memory.js";

const ORDER: BodyOrder = {
  call: {
    route: "/api/2/aggregate",
    segments: new Map(),
    pairs: [],
    actor: ANONYMOUS,
    user: null,
    origin: "",
    language: "en",
    format: "json",
    remoteAddress: "",
  },
  requested: { format: "json", pretty: false, callback: undefined, encodings: ["identity"] },
  version: "1",
  canonical: "",
  waited: 0,
};

/** A thread that does what a test says. */
class FakeThread extends EventEmitter {
  readonly received: ExecutorRequest[] = [];
  isTerminated = false;

  constructor(readonly start: ExecutorStart) {
    super();
  }

  postMessage(request: ExecutorRequest): void {
    this.received.push(request);
  }

  reply(reply: ExecutorReply): void {
    this.emit("message", reply);
  }

  unref(): void {}

  async terminate(): Promise<number> {
    this.isTerminated = true;
    this.emit("exit", 1);
    return 1;
  }

  get order(): number {
    return this.received.flatMap((each) => ("make" in each ? each.make : [])).at(-1)!;
  }
}

interface Setting {
  readonly executor: Executor;
  readonly threads: FakeThread[];
  readonly lost: Error[];
}

/** @param used returns the milliseconds of the processor that the thread has had */
function begin(used = (): number => 0): Setting {
  const threads: FakeThread[] = [];
  const lost: Error[] = [];
  const settings = {
    version: "1",
    without: [],
    hidePrivate: false,
    maxClauses: 1,
    maxNesting: 1,
    maxCells: 1,
    maxSeconds: 1,
    maxAnonymousSeconds: 1,
  };
  const module = {} as ExecutorStart["module"];
  const executor = new Executor({
    start: { module, lane: WHOLE_SCRATCH, memoryBytes: Infinity, threads: 1, niceness: 0, settings },
    heapMegabytes: 1,
    list: () => [],
    onLost: (error) => void lost.push(error),
    startThread: (start) => {
      const thread = new FakeThread(start);
      threads.push(thread);
      return thread as unknown as Worker;
    },
    timeThread: () => used,
  });
  return { executor, threads, lost };
}

function bodyOf(text: string): ExecutorReply & { readonly computed: number } {
  const bytes = Buffer.from(text);
  const cost = { matches: 1, kernel: 0, computing: 0 };
  return {
    computed: 0,
    answer: { bytes, cost, encoding: "identity", nextPage: undefined, filename: undefined, warnings: [] },
  };
}

describe("an executor", () => {
  it("starts its thread with the first order only, and once", async () => {
    const { executor, threads } = begin();
    assert.equal(threads.length, 0);
    const orders = [executor.make(ORDER, new Cancel()), executor.make(ORDER, new Cancel())];
    assert.equal(threads.length, 1);
    const [thread] = threads as [FakeThread];
    for (const computed of [2, 1]) thread.reply({ ...bodyOf(`body ${computed}`), computed });
    const bodies = await Promise.all(orders);
    assert.deepEqual(
      bodies.map((each) => String(each!.computed.body)),
      ["body 1", "body 2"],
    );
  });

  it("is started again after its thread was lost, which only its own orders notice", async () => {
    const { executor, threads, lost } = begin();
    const order = executor.make(ORDER, new Cancel());
    threads[0]!.emit("error", new Error("broken"));
    threads[0]!.emit("exit", 1);
    await assert.rejects(order, OverCapacity);
    assert.deepEqual(
      lost.map(({ message }) => message),
      ["broken"],
    );
    const next = executor.make(ORDER, new Cancel());
    assert.equal(threads.length, 2);
    threads[1]!.reply({ ...bodyOf("body"), computed: threads[1]!.order });
    assert.equal(String((await next)!.computed.body), "body");
  });

  it("starts no thread once it is closed, not even for an order that it lost", async () => {
    const { executor, threads } = begin();
    const lost = executor.measure({ call: ORDER.call, version: "1" }, new Cancel());
    const again = lost.catch(() => executor.measure({ call: ORDER.call, version: "1" }, new Cancel()));
    await executor.close();
    await assert.rejects(again, OverCapacity);
    assert.equal(threads.length, 1);
  });

  it("refuses a stream that was cancelled while its beginning was on its way", async () => {
    const { executor, threads } = begin();
    const cancel = new Cancel();
    const order = executor.make(ORDER, cancel);
    const [thread] = threads as [FakeThread];
    const { answer } = bodyOf("") as Extract<ExecutorReply, { computed: number }>;
    cancel.abort();
    thread.reply({ computed: 1, answer: { ...answer!, bytes: null } });
    thread.reply({ ended: 1, failure: null });
    await assert.rejects(order, OverCapacity);
  });

  it("passes on how a call is bound, and why it cannot be", async () => {
    const { executor, threads } = begin();
    const binds = [executor.bind(ORDER.call, new Cancel()), executor.bind(ORDER.call, new Cancel())];
    const [thread] = threads as [FakeThread];
    thread.reply({ bound: 1, outcome: { redirect: "/there" }, computing: 0 });
    thread.reply({ failed: 2, failure: describeFailure(new InvalidQuery("wrong")), computing: 0 });
    assert.deepEqual(await binds[0], { redirect: "/there" });
    await assert.rejects(binds[1]!, InvalidQuery);
  });

  it("gets each piece of a body back when the next one is asked for", async () => {
    const { executor, threads } = begin();
    const order = executor.make(ORDER, new Cancel());
    const [thread] = threads as [FakeThread];
    const { answer } = bodyOf("") as Extract<ExecutorReply, { computed: number }>;
    thread.reply({ computed: 1, answer: { ...answer!, bytes: null } });
    const body = (await order)!.computed.body as ByteStream;
    const pieces = ["one", "two"].map((text) => new Uint8Array(Buffer.from(text)));
    for (const bytes of pieces) thread.reply({ piece: 1, bytes });
    thread.reply({ ended: 1, failure: null });
    const returned = (): string[] =>
      thread.received.flatMap((each) => ("taken" in each ? Buffer.from(each.taken).toString() : []));
    assert.equal(String((await body.next()).value), "one");
    assert.deepEqual(returned(), []);
    assert.equal(String((await body.next()).value), "two");
    assert.deepEqual(returned(), ["one"]);
    assert.equal((await body.next()).done, true);
    assert.deepEqual(returned(), ["one", "two"]);
  });

  it("refuses a query that takes more memory than its thread may have", async () => {
    const { executor, threads, lost } = begin();
    const order = executor.make(ORDER, new Cancel());
    threads[0]!.emit("error", Object.assign(new Error("heap"), { code: "ERR_WORKER_OUT_OF_MEMORY" }));
    threads[0]!.emit("exit", 1);
    await assert.rejects(order, /not enough memory for this query/);
    assert.equal(lost.length, 0);
  });

  it("breaks off bodies whose thread was lost", async () => {
    const { executor, threads } = begin();
    const order = executor.make(ORDER, new Cancel());
    const { answer } = bodyOf("") as Extract<ExecutorReply, { computed: number }>;
    threads[0]!.reply({ computed: 1, answer: { ...answer!, bytes: null } });
    threads[0]!.reply({ piece: 1, bytes: Buffer.from("piece") });
    const body = (await order)!.computed.body as AsyncIterator<Buffer>;
    assert.equal(String((await body.next()).value), "piece");
    threads[0]!.emit("exit", 1);
    await assert.rejects(async () => body.next(), OverCapacity);
  });

  it("tells its thread of a cancelled order, in memory that it sees while it computes", async () => {
    const { executor, threads } = begin();
    const cancel = new Cancel();
    const order = executor.make(ORDER, cancel);
    const cancelled = new Cancelled(threads[0]!.start.cancelled);
    assert.equal(cancelled.has(1), false);
    cancel.abort();
    assert.equal(cancelled.has(1), true);
    assert.deepEqual(threads[0]!.received.at(-1), { stop: 1 });
    threads[0]!.reply({
      failed: 1,
      failure: { family: "OverCapacity", errors: ["cancelled"], fields: {} },
      computing: 5,
    });
    await assert.rejects(order, (error) => error instanceof OverCapacity && error.message === "cancelled");
  });

  it("ends a thread that goes on with a cancelled order for a second of the processor", async (t: TestContext) => {
    t.mock.timers.enable({ apis: ["setInterval"] });
    let used = 5000;
    const { executor, threads } = begin(() => used);
    const cancel = new Cancel();
    const order = executor.make(ORDER, cancel);
    order.catch(() => {});
    threads[0]!.reply({ thread: 1 });
    cancel.abort();
    t.mock.timers.tick(10_000);
    assert.equal(threads[0]!.isTerminated, false, "a thread that others keep from the processor");
    used += 999;
    t.mock.timers.tick(1000);
    assert.equal(threads[0]!.isTerminated, false);
    used += 1;
    t.mock.timers.tick(1000);
    assert.equal(threads[0]!.isTerminated, true);
    await assert.rejects(order, /took too long/);
  });

  it("ends a thread that waits for half a minute with a cancelled order", async (t: TestContext) => {
    t.mock.timers.enable({ apis: ["setInterval"] });
    let now = 0;
    t.mock.method(performance, "now", () => now);
    const { executor, threads } = begin();
    const cancel = new Cancel();
    const order = executor.make(ORDER, cancel);
    order.catch(() => {});
    cancel.abort();
    now = 29_999;
    t.mock.timers.tick(1000);
    assert.equal(threads[0]!.isTerminated, false);
    now = 30_000;
    t.mock.timers.tick(1000);
    assert.equal(threads[0]!.isTerminated, true);
    await assert.rejects(order, /took too long/);
  });

  it("does not end a thread that has obeyed", async (t: TestContext) => {
    t.mock.timers.enable({ apis: ["setInterval"] });
    const { executor, threads } = begin();
    const cancel = new Cancel();
    const order = executor.make(ORDER, cancel);
    cancel.abort();
    threads[0]!.reply({
      failed: 1,
      failure: { family: "OverCapacity", errors: ["cancelled"], fields: {} },
      computing: 5,
    });
    await assert.rejects(order);
    t.mock.timers.tick(60_000);
    assert.equal(threads[0]!.isTerminated, false);
  });

  it("lets its thread go on measuring a file that nobody waits for", async (t: TestContext) => {
    t.mock.timers.enable({ apis: ["setInterval"] });
    const { executor, threads } = begin();
    const cancel = new Cancel();
    const order = executor.measure({ call: ORDER.call, version: "1" }, cancel);
    cancel.abort();
    await assert.rejects(order, (error) => error instanceof OverCapacity && /still being measured/.test(error.message));
    t.mock.timers.tick(60_000);
    assert.equal(threads[0]!.isTerminated, false);
    threads[0]!.reply({ measured: 1, facts: { bytes: 1, sha256: "" } });
    const next = executor.measure({ call: ORDER.call, version: "1" }, new Cancel());
    threads[0]!.reply({ measured: 2, facts: { bytes: 1, sha256: "" } });
    assert.deepEqual(await next, { bytes: 1, sha256: "" });
  });
});
