import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { GivenStep, SecondThread, TableStep } from "#src/engines/columnar/table-step.js";
import { shareTable } from "#src/engines/columnar/share-table.js";
import { areWritten, makeSharedKeys } from "#src/engines/columnar/table/shared-keys.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { startSecondThread } from "#src/process/jobs/second-thread/start-second-thread.js";
import { entryInput, spendingModel } from "../../../../fixtures.js";

let kernel: Kernel;
before(() => (kernel = Kernel.start()));
after(() => kernel.close());

const model = spendingModel();

function publish(start: (() => SecondThread) | null): unknown {
  const format = columnarFormat(kernel, undefined, undefined, undefined, start ? { rows: 1, start } : undefined);
  const builder = format.build(model, null, 1);
  const rows = Array.from({ length: 20_000 }, (_, at) => {
    const row = entryInput({ id: at.toString(16), paid: BigInt(at), region: `R${at % 2000}` });
    return { ...row, members: row.members.with(2, [`Invoice é ${at}`]) };
  });
  builder.write(rows);
  const { engine } = builder.finish();
  const { header, parts } = format.serialize(engine);
  const copies = parts.map((part) => part.slice());
  engine.dispose();
  return { header: JSON.stringify(header), copies };
}

/** Start a thread, and wait until it does steps. */
async function startReady(): Promise<SecondThread> {
  const second = startSecondThread(kernel);
  const format = columnarFormat(kernel);
  const builder = format.build(model, null, 1);
  builder.write([entryInput({ id: "a", paid: 1n })]);
  const { engine } = builder.finish();
  const shared = makeSharedKeys(1);
  second.give({ table: shareTable(engine), shared });
  while (!areWritten(shared)) await setImmediate();
  engine.dispose();
  return second;
}

/** A step that cannot be done. */
const BROKEN = { columns: [], memories: [] } satisfies TableStep;

describe("a second thread", () => {
  it("takes steps of writing a table, of which no byte differs", async () => {
    const taken = new Set<GivenStep>();
    const alone = publish(null);
    for (let round = 0; round < 20 && taken.size === 0; round++) {
      const second = await startReady();
      const start = (): SecondThread => ({
        give(step) {
          const given = second.give(step);
          return {
            take() {
              const made = given.take();
              if (made) taken.add(given);
              return made;
            },
          };
        },
        get waiting() {
          return second.waiting;
        },
        end: () => second.end(),
      });
      assert.deepEqual(publish(start), alone);
    }
    assert.ok(taken.size > 0);
  });

  it("leaves a step that it cannot do, and does the next ones", () => {
    const second = startSecondThread(kernel);
    try {
      assert.equal(second.give(BROKEN).take(), undefined);
      assert.equal(second.give(BROKEN).take(), undefined);
    } finally {
      second.end();
    }
  });

  it("leaves steps beyond those for which there is room", () => {
    const second = startSecondThread(kernel);
    try {
      const given = Array.from({ length: 2 ** 14 + 9 }, () => second.give(BROKEN));
      assert.deepEqual(new Set(given.map((each) => each.take())), new Set([undefined]));
    } finally {
      second.end();
    }
  });
});
