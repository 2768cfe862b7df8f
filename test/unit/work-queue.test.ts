import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WorkQueue } from "#src/engine/work-queue.js";
import { OverCapacity } from "#src/errors/errors.js";

/** A queue whose pieces take ten milliseconds each and may wait for so long. */
function timedQueue(maxWaitMs: number): {
  readonly queue: WorkQueue;
  readonly work: () => Promise<void>;
  readonly clock: { now: number };
} {
  const clock = { now: 0 };
  const queue = new WorkQueue(1000, maxWaitMs, () => clock.now);
  return {
    queue,
    clock,
    async work() {
      clock.now += 10;
    },
  };
}

describe("WorkQueue", () => {
  it("does work in the order in which it came, one piece at a time", async () => {
    const queue = new WorkQueue(10);
    const log: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
    };
    await Promise.all(["a", "b", "c"].map((name) => queue.run(work(name))));
    assert.deepEqual(log, ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  });

  it("leaves a turn of the event loop to others between two pieces", async () => {
    const queue = new WorkQueue(10);
    const log: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      log.push(name);
      if (name === "a") setImmediate(() => log.push("light"));
    };
    await Promise.all(["a", "b"].map((name) => queue.run(work(name))));
    assert.deepEqual(log, ["a", "light", "b"]);
  });

  it("hands on results and errors, and goes on after an error", async () => {
    const queue = new WorkQueue(10);
    const failing = queue.run(() => Promise.reject(new Error("no")));
    const good = queue.run(async () => 5);
    await assert.rejects(failing, /no/);
    assert.equal(await good, 5);
  });

  it("refuses more than may wait", async () => {
    const queue = new WorkQueue(1);
    let open = (): void => {};
    const running = queue.run(() => new Promise<void>((resolve) => (open = resolve)));
    const waiting = queue.run(async () => "done");
    await assert.rejects(
      queue.run(async () => "never"),
      OverCapacity,
    );
    open();
    await running;
    assert.equal(await waiting, "done");
  });

  it("works off a burst, however long each has waited", async () => {
    const { queue, work } = timedQueue(10);
    const done = await Promise.allSettled(Array.from({ length: 6 }, () => queue.run(work)));
    assert.deepEqual(
      done.map(({ status }) => status),
      Array(6).fill("fulfilled"),
    );
  });

  it("refuses what has waited for too long once there has always been something else for a while", async () => {
    const { queue, work, clock } = timedQueue(10);
    const first = Array.from({ length: 7 }, () => queue.run(work));
    await first[2];
    // Asked for after 30 and begun after 70: it has waited for longer than 10, and the queue was not empty for 50.
    const late = Array.from({ length: 3 }, () => queue.run(work));
    const done = await Promise.allSettled([...first, ...late]);
    assert.deepEqual(
      done.map(({ status }) => status),
      [...Array(7).fill("fulfilled"), "rejected", "rejected", "rejected"],
    );
    await assert.rejects(late[0]!, OverCapacity);
    // Nothing was refused for a while: all is well.
    clock.now += 51;
    const again = await Promise.allSettled(Array.from({ length: 6 }, () => queue.run(work)));
    assert.ok(again.every(({ status }) => status === "fulfilled"));
  });

  it("does the newest first then", async () => {
    const { queue, work, clock } = timedQueue(10);
    const done: string[] = [];
    const begun = Array.from({ length: 8 }, () => queue.run(work));
    await begun[6];
    const late = ["a", "b", "c"].map((name) =>
      queue.run(async () => {
        done.push(name);
        clock.now += 4;
      }),
    );
    await Promise.allSettled([...begun, ...late]);
    assert.deepEqual(done, ["c", "b", "a"]);
  });

  it("does not begin what nobody waits for any more", async () => {
    const queue = new WorkQueue(10);
    const gone = new AbortController();
    let begun = false;
    const first = queue.run(async () => gone.abort());
    const second = queue.run(async () => (begun = true), gone.signal);
    await first;
    await assert.rejects(second, OverCapacity);
    assert.equal(begun, false);
  });
});
