import assert from "node:assert/strict";
import { after, describe, it, mock } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { WHOLE_SCRATCH } from "#src/engines/kernel/memory/cube-memory.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { Cancelled } from "#src/process/executors/cancelled.js";
import { ExecutorWork } from "#src/process/executors/executor-work.js";
import { Loans } from "#src/process/executors/loans.js";
import type { BoundAnswer } from "#src/process/executors/messages.js";
import type { ExecutorReply } from "#src/process/executors/messages.js";
import type { Dataset } from "#src/store/dataset.js";
import { entryInput, spendingDataset, spendingModel } from "../../../fixtures.js";

const kernel = Kernel.start({ threads: 1 });
after(() => kernel.close());

async function townOf(number: number): Promise<Dataset> {
  const own = spendingModel();
  const name = `town-${number}`;
  const document = { ...own.document, dataset: { ...own.document.dataset, name } };
  const model = { ...own, dataset: { ...own.dataset, name }, document };
  const builder = columnarFormat(kernel).build(model, null, 1);
  await builder.write([entryInput({ id: `${number}`, paid: BigInt(number), function: "Common payee" })]);
  const { engine } = await builder.finish();
  return { ...spendingDataset([]), version: name, model, asLoaded: model, engine };
}

/** An executor that works in this thread. */
async function start(towns: number, maxOpen: number) {
  const datasets: Dataset[] = [];
  for (let town = 0; town < towns; town++) datasets.push(await townOf(town));
  const waiting = new Map<number, (reply: ExecutorReply) => void>();
  const settings = {
    version: "1",
    without: [],
    hidePrivate: false,
    maxClauses: 10,
    maxNesting: 10,
    maxCells: 1000,
    maxSeconds: 30,
    maxAnonymousSeconds: 30,
  };
  const { module } = kernel;
  const memory = { lane: WHOLE_SCRATCH, memoryBytes: Infinity, threads: 1, niceness: 0 };
  const executing = new ExecutorWork(
    { module, ...memory, settings, cancelled: new Cancelled().buffer },
    (reply) => {
      const id =
        "bound" in reply ? reply.bound : "computed" in reply ? reply.computed : "failed" in reply ? reply.failed : 0;
      waiting.get(id)?.(reply);
    },
    maxOpen,
  );
  const loans = new Loans((request) => executing.receive(request));
  loans.show(datasets);
  await loans.showing;
  let orders = 0;
  const order = (request: object): Promise<ExecutorReply> =>
    new Promise((resolve) => {
      const id = ++orders;
      waiting.set(id, resolve);
      const [[kind, rest]] = Object.entries(request) as [[string, object]];
      executing.receive({ [kind]: id, ...rest } as never);
    });
  return async (query: string | Readonly<Record<string, string>>): Promise<string> => {
    const call = {
      route: "/api/2/search",
      segments: new Map(),
      pairs: Object.entries(typeof query === "string" ? { q: query } : query),
      actor: ANONYMOUS,
      origin: "http://x",
      language: "en",
      format: "json",
      remoteAddress: "",
    };
    const bound = (await order({ bind: { call } })) as Extract<ExecutorReply, { bound: number }>;
    const { version, canonical } = (bound.outcome as BoundAnswer).facts;
    const requested = { format: "json", pretty: false, callback: undefined, encodings: ["identity"] };
    const made = await order({ make: { order: { call, requested, version, canonical, waited: 0 } } });
    return Buffer.from((made as Extract<ExecutorReply, { computed: number }>).answer!.bytes!).toString();
  };
}

/** Count the tables that are opened while something runs, and the instances of the kernel that are made. */
async function count(run: () => Promise<unknown>): Promise<{ readonly opened: number; readonly instances: number }> {
  const adopt = mock.method(Kernel.prototype, "adoptMemory");
  const { WebAssembly } = globalThis as unknown as {
    readonly WebAssembly: { Instance: new (...given: never[]) => object };
  };
  const { Instance } = WebAssembly;
  let instances = 0;
  WebAssembly.Instance = class extends Instance {
    constructor(...given: never[]) {
      super(...given);
      instances++;
    }
  };
  try {
    await run();
    return { opened: adopt.mock.callCount(), instances };
  } finally {
    WebAssembly.Instance = Instance;
    adopt.mock.restore();
  }
}

describe("an executor that is lent many tables", () => {
  it("closes those that were least recently read, and opens them again with the same answer", async () => {
    const ask = await start(12, 8);
    const first = await ask('"common payee"');
    assert.match(first, /"results_count":12\b/);
    assert.ok((await count(() => ask("nothing"))).opened <= 1);
    const again = await count(async () => assert.equal(await ask('"common payee"'), first));
    assert.ok(again.opened >= 4, "some were closed");
    const all = await start(12, 12);
    await all('"common payee"');
    assert.equal((await count(() => all('"common payee"'))).opened, 0);
  });

  it("makes no kernel for small ones, to search, count and describe their entries", async () => {
    const ask = await start(12, 12);
    const query = { q: '"common payee" OR x', facet_field: "cofog1.label", stats: "true" };
    const { opened, instances } = await count(async () => {
      assert.match(await ask(query), /"results_count":12\b.*\["Common payee",12\]/);
    });
    assert.equal(opened, 12);
    assert.ok(instances <= 1, "one makes the ids of entries");
  });
});
