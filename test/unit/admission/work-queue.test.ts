import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { WorkQueue } from "#src/admission/work-queue.js";
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

/** Ask for too much for too long. */
async function overload(queue: WorkQueue, work: () => Promise<void>): Promise<void> {
  await Promise.allSettled(Array.from({ length: 20 }, () => queue.run(work)));
  await turn();
}

/** Until the queue has seen that nothing is left. */
async function turn(): Promise<void> {
  await setImmediate();
  await setImmediate();
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
      if (name === "a") void setImmediate().then(() => log.push("light"));
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

  it("keeps the newest few once something waited for too long and there has always been something to do", async () => {
    const { queue, work } = timedQueue(10);
    const first = Array.from({ length: 7 }, () => queue.run(work));
    await first[2];
    const late = Array.from({ length: 3 }, () => queue.run(work));
    const done = await Promise.allSettled([...first, ...late]);
    // At 60 the seventh has waited for more than 10, after more than 50 without rest.
    assert.deepEqual(
      done.map(({ status }) => status),
      [...Array(6).fill("fulfilled"), "rejected", "rejected", "fulfilled", "fulfilled"],
    );
    await assert.rejects(first[6]!, OverCapacity);
  });

  it("refuses the oldest for the newest then, and has as much room as those who wait leave", async () => {
    const { queue, work, clock } = timedQueue(10);
    await overload(queue, work);
    assert.deepEqual([queue.isOverloaded, queue.room], [true, 2]);
    clock.now += 10;
    const rooms: number[] = [];
    const done: string[] = [];
    const asked = ["a", "b", "c", "d", "e"].map((name) => {
      const run = queue.run(async () => {
        done.push(name);
        await work();
      });
      rooms.push(queue.room);
      return run;
    });
    const settled = await Promise.allSettled(asked);
    assert.deepEqual(rooms, [2, 1, 0, 0, 0]);
    assert.deepEqual(done, ["a", "d", "e"]);
    assert.deepEqual(
      settled.map(({ status }) => status),
      ["fulfilled", "rejected", "rejected", "fulfilled", "fulfilled"],
    );
  });

  it("answers as many as it can of three times as many, each after no more than those few", async () => {
    const { queue, clock } = timedQueue(10);
    const waits: number[] = [];
    const calls = { asked: 0, refused: 0 };
    const ask = (): void => {
      const at = clock.now;
      const begin = async (): Promise<void> => {
        waits.push(clock.now - at);
        clock.now += 10;
        // While it is done three others come.
        for (let i = 0; i < 3 && calls.asked < 3000; i++) ask();
      };
      calls.asked++;
      void queue.run(begin).catch(() => calls.refused++);
    };
    ask();
    while (queue.waiting > 0 || calls.asked < 3000) await setImmediate();
    await turn();
    assert.equal(waits.length + calls.refused, 3000);
    // All the time there is something to do, and at first a burst.
    assert.ok(waits.length >= 1000, `${waits.length} were answered`);
    assert.ok(Math.max(...waits.slice(10)) <= 20, "those after the burst waited for two others");
  });

  it("works off a burst again after some rest, but not after a moment", async () => {
    const { queue, work, clock } = timedQueue(10);
    await overload(queue, work);
    const accepted = async (): Promise<number> => {
      const burst = await Promise.allSettled(Array.from({ length: 5 }, () => queue.run(work)));
      await turn();
      return burst.filter(({ status }) => status === "fulfilled").length;
    };
    clock.now += 10;
    assert.equal(await accepted(), 3);
    clock.now += 50;
    assert.deepEqual([queue.isOverloaded, await accepted()], [false, 5]);
  });

  it("takes a queue that is full after a long time without rest for too much, and lets the newest in", async () => {
    const clock = { now: 0 };
    const queue = new WorkQueue(3, 1000, () => clock.now);
    let open = (): void => {};
    const running = queue.run(() => new Promise<void>((resolve) => (open = resolve)));
    const waiting = ["a", "b", "c"].map((name) => queue.run(async () => name));
    await assert.rejects(
      queue.run(async () => "a burst"),
      /3 requests are waiting already/,
    );
    clock.now = 5001;
    const newest = queue.run(async () => "d");
    open();
    await running;
    const settled = await Promise.allSettled([...waiting, newest]);
    assert.deepEqual(
      settled.map(({ status }) => status),
      ["rejected", "rejected", "fulfilled", "fulfilled"],
    );
  });

  it("serves many who ask again as soon as they are answered, for as long as they like", async () => {
    const { queue, work, clock } = timedQueue(500);
    const ask = async (): Promise<void> => {
      while (clock.now < 20_000) await queue.run(work);
    };
    await Promise.all(Array.from({ length: 30 }, ask));
    assert.equal(queue.isOverloaded, false);
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
