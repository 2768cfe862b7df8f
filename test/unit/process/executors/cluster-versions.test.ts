import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import { PulledCells } from "#src/engines/clickhouse/read/pulled-cells.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { WHOLE_SCRATCH } from "#src/engines/kernel/memory/cube-memory.js";
import { Cancelled } from "#src/process/executors/cancelled.js";
import { ExecutorWork } from "#src/process/executors/executor-work.js";
import { Loans } from "#src/process/executors/loans.js";
import type { BoundAnswer, ExecutorReply } from "#src/process/executors/messages.js";
import type { RouteCall } from "#src/web/http/reply/body-executor.js";
import { spendingDataset } from "../../../fixtures.js";
import { startFakeCluster } from "../../engines/clickhouse/fake-cluster.js";

const CALL: RouteCall = {
  route: "/api/2/aggregate",
  segments: new Map(),
  pairs: [["dataset", "town"]],
  actor: ANONYMOUS,
  user: null,
  origin: "",
  language: "en",
  format: "json",
  remoteAddress: "",
};
const SETTINGS = {
  version: "1",
  without: [],
  hidePrivate: false,
  maxClauses: 100,
  maxNesting: 10,
  maxCells: 1000,
  maxSeconds: 30,
  maxAnonymousSeconds: 5,
};
/** The total of no entries: two sums and their number. */
const TOTAL = `{\n\t"data":\n\t[\n\t\t["0", "0", "0"]\n\t],\n\n\t"statistics": {"rows_read": 0}\n}\n`;

/** An executor that works in this thread, and is lent a version. */
async function start(context: TestContext) {
  const fake = await startFakeCluster(context, () => TOTAL);
  const { module } = Kernel.start({ threads: 1, spareBytes: 0 });
  const replies: ExecutorReply[] = [];
  const waiting: (() => void)[] = [];
  const executing = new ExecutorWork(
    {
      module,
      cluster: fake.cluster.readingSettings,
      lane: WHOLE_SCRATCH,
      memoryBytes: Infinity,
      threads: 1,
      niceness: 0,
      settings: SETTINGS,
      cancelled: new Cancelled().buffer,
    },
    (reply) => {
      replies.push(reply);
      for (const wake of waiting.splice(0)) wake();
    },
  );
  const loans = new Loans((request) => executing.receive(structuredClone(request)));
  const engine = fake.openVersion();
  loans.show([spendingDataset([], { engine })]);
  const replyWith = async <Key extends string>(key: Key): Promise<ExecutorReply> => {
    for (;;) {
      const found = replies.find((reply) => key in reply);
      if (found) return found;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  /** Make the body of the call. */
  const make = async (): Promise<ExecutorReply> => {
    executing.receive({ bind: 1, call: CALL });
    const bound = await Promise.race([replyWith("bound"), replyWith("failed")]);
    if (!("bound" in bound)) return bound;
    const { outcome } = bound;
    const { version, canonical } = (outcome as BoundAnswer).facts;
    const requested = { format: "json", pretty: false, callback: undefined, encodings: ["identity"] } as const;
    executing.receive({ make: 2, order: { call: CALL, requested, version, canonical, waited: 0 } });
    return Promise.race([replyWith("computed"), replyWith("failed")]);
  };
  return { ...fake, engine, loans, replies, make };
}

describe("an executor that is lent a version in a cluster", () => {
  it("asks the cluster, and says so to the thread that counts queries and keeps sums", async (context) => {
    const { asked, make, replies } = await start(context);
    const reply = (await make()) as Extract<ExecutorReply, { computed: number }>;
    assert.match(Buffer.from(reply.answer!.bytes!).toString(), /"num_entries":0/);
    assert.equal(asked.filter((sql) => sql.startsWith("SELECT sum(m0)")).length, 1);
    assert.ok(replies.some((each) => "queried" in each && each.queried.outcome === "complete"));
    assert.ok(replies.some((each) => "columns" in each));
  });

  it("refuses at once what needs a shard that another thread knows to be silent", async (context) => {
    const { cluster, silent, asked, make } = await start(context);
    silent.add(1);
    await cluster.listLost(50);
    const reply = await make();
    assert.ok("failed" in reply);
    assert.deepEqual(asked, []);
  });

  it("answers from sums that it is lent, while the cluster is away", async (context) => {
    const { cluster, silent, asked, engine, make } = await start(context);
    const counts = new Float64Array(new SharedArrayBuffer(0));
    const sums = [0, 1].map(() => new BigInt64Array(new SharedArrayBuffer(0)));
    engine.pulled.keep(new PulledCells({ codes: new Map(), sums, counts }));
    silent.add(0).add(1);
    await cluster.listLost(50);
    const reply = await make();
    assert.ok("computed" in reply);
    assert.deepEqual(asked, []);
  });

  it("returns the version when it is taken back", async (context) => {
    const { loans, make, replies } = await start(context);
    await make();
    loans.show([]);
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(replies.some((each) => "returned" in each));
  });
});
