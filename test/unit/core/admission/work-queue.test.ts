import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { WorkQueue } from "#src/core/admission/work-queue.js";
import { OverCapacity } from "#src/core/errors/errors.js";

/** Create a queue whose jobs take ten milliseconds each, with a limit on their wait. */
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

/** Overload the queue. */
async function overload(queue: WorkQueue, work: () => Promise<void>): Promise<void> {
  await Promise.allSettled(Array.from({ length: 20 }, () => queue.run(work)));
  await turn();
}

/** Wait until the queue has noticed that it is empty. */
async function turn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

describe("WorkQueue", () => {
  it("runs jobs in order, one at a time", async () => {
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

  it("gives other work a turn of the event loop between two jobs", async () => {
    const queue = new WorkQueue(10);
    const log: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      log.push(name);
      if (name === "a") void setImmediate().then(() => log.push("light"));
    };
    await Promise.all(["a", "b"].map((name) => queue.run(work(name))));
    assert.deepEqual(log, ["a", "light", "b"]);
  });

  it("passes results and errors on, and continues after an error", async () => {
    const queue = new WorkQueue(10);
    const failing = queue.run(() => Promise.reject(new Error("no")));
    const good = queue.run(async () => 5);
    await assert.rejects(failing, /no/);
    assert.equal(await good, 5);
  });

  it("refuses jobs when the queue is full", async () => {
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

  it("works off a burst, however long the jobs have waited", async () => {
    const { queue, work } = timedQueue(10);
    const done = await Promise.allSettled(Array.from({ length: 6 }, () => queue.run(work)));
    assert.deepEqual(
      done.map(({ status }) => status),
      Array(6).fill("fulfilled"),
    );
  });

  it("keeps only the newest jobs after a long wait in a queue that was always busy", async () => {
    const { queue, work } = timedQueue(10);
    const first = Array.from({ length: 7 }, () => queue.run(work));
    await first[2];
    const late = Array.from({ length: 3 }, () => queue.run(work));
    const done = await Promise.allSettled([...first, ...late]);
    // At 60 the seventh job has waited for more than 10, and the queue has been busy for more than 50.
    assert.deepEqual(
      done.map(({ status }) => status),
      [...Array(6).fill("fulfilled"), "rejected", "rejected", "fulfilled", "fulfilled"],
    );
    await assert.rejects(first[6]!, OverCapacity);
  });

  it("replaces the oldest waiting job by a new one during an overload, and reports its free capacity", async () => {
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

  it("stays at full capacity under triple load, with a short wait for each answer", async () => {
    const { queue, clock } = timedQueue(10);
    const waits: number[] = [];
    const calls = { asked: 0, refused: 0 };
    const ask = (): void => {
      const at = clock.now;
      const begin = async (): Promise<void> => {
        waits.push(clock.now - at);
        clock.now += 10;
        // Three more requests arrive while it runs.
        for (let i = 0; i < 3 && calls.asked < 3000; i++) ask();
      };
      calls.asked++;
      void queue.run(begin).catch(() => calls.refused++);
    };
    ask();
    while (queue.waiting > 0 || calls.asked < 3000) await setImmediate();
    await turn();
    assert.equal(waits.length + calls.refused, 3000);
    // The queue is always busy, and at first it works off a burst.
    assert.ok(waits.length >= 1000, `${waits.length} were answered`);
    assert.ok(Math.max(...waits.slice(10)) <= 20, "those after the burst waited for two others");
  });

  it("works off a burst again after enough idle time", async () => {
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

  it("is overloaded when full after a long busy time, and then accepts the newest job", async () => {
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

  it("serves many clients that each send their next request after the last answer", async () => {
    const { queue, work, clock } = timedQueue(500);
    const ask = async (): Promise<void> => {
      while (clock.now < 20_000) await queue.run(work);
    };
    await Promise.all(Array.from({ length: 30 }, ask));
    assert.equal(queue.isOverloaded, false);
  });

  it("does not start an aborted job", async () => {
    const queue = new WorkQueue(10);
    const gone = new AbortController();
    let begun = false;
    const first = queue.run(async () => gone.abort());
    const second = queue.run(async () => (begun = true), gone.signal);
    await first;
    await assert.rejects(second, OverCapacity);
    assert.equal(begun, false);
  });

  /** A signal of a client's request. */
  const of = (client: string) => ({ client, aborted: false, addEventListener() {}, removeEventListener() {} });

  it("takes turns between clients by the time that each has had, however many of one wait", async () => {
    const clock = { now: 0 };
    const queue = new WorkQueue(1000, Infinity, () => clock.now);
    const begun: string[] = [];
    const ask = (client: string, milliseconds: number): Promise<void> =>
      queue.run(async () => {
        begun.push(client);
        clock.now += milliseconds;
      }, of(client));
    await Promise.all([
      ...Array.from({ length: 50 }, () => ask("a", 100)),
      ...Array.from({ length: 3 }, () => ask("b", 10)),
      ask("c", 10),
    ]);
    // The first job began at once.
    assert.deepEqual(begun.slice(0, 6), ["a", "b", "c", "b", "b", "a"]);
  });

  it("keeps a place for other clients among the jobs that run at once", async () => {
    const queue = new WorkQueue(100, Infinity, undefined, 3, 2);
    const open: (() => void)[] = [];
    const begun: string[] = [];
    const ask = (client: string): Promise<void> =>
      queue.run(() => {
        begun.push(client);
        return new Promise((resolve) => open.push(resolve));
      }, of(client));
    const asked = ["a", "a", "a", "b", "b"].map(ask);
    await turn();
    assert.deepEqual(begun, ["a", "a", "b"]);
    while (begun.length < asked.length) {
      for (const each of open.splice(0)) each();
      await turn();
    }
    for (const each of open) each();
    await Promise.all(asked);
    assert.deepEqual(begun.toSorted(), ["a", "a", "a", "b", "b"]);
  });

  it("refuses the newest job of the client with the most when it is full", async () => {
    const queue = new WorkQueue(4);
    let open = (): void => {};
    const running = queue.run(() => new Promise<void>((resolve) => (open = resolve)), of("a"));
    const waiting = Array.from({ length: 4 }, () => queue.run(async () => {}, of("a")));
    const other = queue.run(async () => "answered", of("b"));
    await assert.rejects(waiting[3]!, /4 requests are waiting already/);
    await assert.rejects(
      queue.run(async () => {}, of("a")),
      OverCapacity,
    );
    open();
    await Promise.all([running, ...waiting.slice(0, 3)]);
    assert.equal(await other, "answered");
  });

  it("refuses the jobs of the client with the most during an overload", async () => {
    const { queue, work } = timedQueue(10);
    await Promise.allSettled(Array.from({ length: 20 }, () => queue.run(work, of("a"))));
    const ask = () => Promise.allSettled(Array.from({ length: 20 }, () => queue.run(work, of("a"))));
    const many = ask();
    assert.deepEqual([queue.room, queue.hasRoomFor("a"), queue.hasRoomFor("b")], [0, false, true]);
    const one = queue.run(async () => "answered", of("b"));
    const more = ask();
    assert.equal(await one, "answered");
    const settled = [...(await many), ...(await more)];
    assert.ok(settled.some(({ status }) => status === "rejected"));
  });
});
