import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { TableFormat } from "#src/core/engine/storage.js";
import type { WorkQueue } from "#src/core/admission/work-queue.js";
import { makeRoutes } from "#src/features/features.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { Catalog } from "#src/store/catalog.js";
import { contextOf, entryInput, spendingModel } from "../../fixtures.js";
import { startTestServer } from "../server.js";

const ROWS = 4000;
const RELOADS = 100;
const READERS = 8;

interface Cell {
  readonly invoice: string;
  readonly amount: number;
  readonly num_entries: number;
}

const ENTRIES = Array.from({ length: ROWS }, (_, row) => ({
  ...entryInput({ id: `${row}`, paid: 0n }),
  id: createHash("sha1").update(`${row}`).digest("hex"),
}));

/** A version in which every entry has paid the same amount, another one than in any other version. */
async function reload(catalog: Catalog, format: TableFormat, amount: number): Promise<void> {
  const model = spendingModel();
  const builder = format.build(model, null, 1);
  const amounts = [amount, 0].map((each) => ({ unscaled: BigInt(each), scale: 0 }));
  await builder.write(ENTRIES.map((entry) => ({ ...entry, amounts })));
  await catalog.publish({
    model,
    engine: (await builder.finish()).engine,
    sources: [],
    base: catalog.get(model.dataset.name),
    private: false,
    managers: [],
  });
}

/** Read an answer in pieces, and let others run before each next one. */
async function readSlowly(url: string): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve) => {
    get(url, { agent: false }, resolve);
  });
  let text = "";
  for await (const piece of response) {
    text += String(piece);
    for (let turn = 0; turn < 20; turn++) await setImmediate();
  }
  return text;
}

/** @returns the amount that every entry had paid in the version that was read */
function checkAnswer(text: string, cells: number): number {
  const { summary, drilldown } = JSON.parse(text) as { summary: Omit<Cell, "invoice">; drilldown: readonly Cell[] };
  const amount = summary.amount / ROWS;
  assert.equal(summary.num_entries, ROWS);
  assert.ok(Number.isInteger(amount) && amount > 0, `a sum of ${summary.amount}`);
  assert.equal(drilldown.length, cells);
  assert.ok(drilldown.every((cell) => cell.amount === amount && cell.num_entries === 1));
  assert.equal(new Set(drilldown.map(({ invoice }) => invoice)).size, cells);
  return amount;
}

describe("readers while a dataset is loaded a hundred times", () => {
  it("get answers of one version each, and never of an older one than before", async () => {
    const directory = await mkdtemp(join(tmpdir(), "spendcube-"));
    const kernel = Kernel.start({ threads: 2, parallelEntries: 0 });
    const format = columnarFormat(kernel);
    const catalog = await Catalog.open(join(directory, "data"), format);
    let published = 0;
    // The heaviest load: what is asked for begins when the version that it found was replaced twice.
    const held: (() => void)[][] = [];
    const queue = {
      async run<T>(work: () => Promise<T>): Promise<T> {
        const turn = Math.min(RELOADS, published + 2);
        await new Promise<void>((resolve) => (held[turn] ??= []).push(resolve));
        return work();
      },
    } as unknown as WorkQueue;
    const routes = makeRoutes(contextOf([], { catalog, queue }));
    const server = await startTestServer(routes, { beginReading: () => catalog.beginReading() });
    try {
      const reloadNext = async (): Promise<void> => {
        await reload(catalog, format, published + 1);
        published++;
        for (const release of held[published] ?? []) release();
      };
      await reloadNext();
      const isNearlyDone = (): boolean => published > RELOADS - 3;
      const read = async (reader: number): Promise<number> => {
        let answers = 0;
        let last = 0;
        while (!isNearlyDone()) {
          const before = published;
          // Every request has an answer of its own.
          const cells = ROWS - reader;
          const query = `dataset=town&drilldown=invoice&pagesize=${cells}`;
          const amount = checkAnswer(await readSlowly(`${server.url}/api/2/aggregate?${query}`), cells);
          assert.ok(amount >= before && amount >= last, `${amount} after ${before} and ${last}`);
          last = amount;
          answers++;
        }
        return answers;
      };
      const readers = Promise.all(Array.from({ length: READERS }, (_, reader) => read(reader)));
      for (let left = RELOADS - 1; left > 0; left--) {
        await reloadNext();
        await setImmediate();
      }
      const answers = await readers;
      assert.ok(
        answers.every((each) => each > 3),
        `${answers} answers`,
      );
    } finally {
      await server.stop();
      await kernel.close();
      await rm(directory, { recursive: true });
    }
  });
});
