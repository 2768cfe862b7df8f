import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import { Pace } from "#src/core/engine/pace.js";
import { OverCapacity } from "#src/core/errors/errors.js";

const NEVER_CANCELLED = { aborted: false, addEventListener: () => {}, removeEventListener: () => {} };

const TOO_LONG = { name: "OverCapacity", limit: "deadline" };

describe("the pace of a computation", () => {
  it("yields to the event loop after a long step, and can be cancelled there", async () => {
    let now = 0;
    const controller = new AbortController();
    const pace = new Pace({ deadline: Infinity, signal: controller.signal }, { now: () => now });
    setImmediate(() => controller.abort());
    for (let step = 0; step < 9; step++) {
      now += 1;
      await pace.step();
    }
    assert.equal(controller.signal.aborted, false);
    now += 1000;
    await assert.rejects(pace.step(), OverCapacity);
  });

  it("measures the time since it last yielded", async () => {
    let now = 0;
    let turns = 0;
    const pace = new Pace({ deadline: Infinity }, { now: () => now });
    const count = (): void => {
      turns++;
      setImmediate(count).unref();
    };
    setImmediate(count);
    now += 1000;
    await pace.step();
    const before = turns;
    await pace.step();
    assert.equal(turns, before);
  });

  for (const [turn, steps] of [
    [undefined, 10],
    [2, 2],
    [UNBOUNDED.turn, 2],
  ] as const) {
    it(`yields after ${steps} ms, if the turn of its bounds is ${turn}`, async () => {
      let now = 0;
      let pauses = 0;
      const pause = async (): Promise<void> => void pauses++;
      const pace = new Pace({ deadline: Infinity, ...(turn !== undefined && { turn }) }, { now: () => now, pause });
      for (let step = 0; step < steps * 3; step++) {
        now += 1;
        await pace.step();
      }
      assert.equal(pauses, 3);
    });
  }

  it("counts what was computed, not what others computed while it yielded", async () => {
    let now = 0;
    const signal = { ...NEVER_CANCELLED, usage: { computed: 0 } };
    const pace = new Pace({ deadline: Infinity, maxComputing: 100, signal }, { now: () => now });
    for (let step = 0; step < 4; step++) {
      now += 25;
      setImmediate(() => (now += 1000));
      await pace.step();
    }
    assert.equal(signal.usage.computed, 100);
    now += 1;
    assert.throws(pace.check, TOO_LONG);
  });

  it("shares the time of a request with its other computations", () => {
    let now = 0;
    const signal = { ...NEVER_CANCELLED, usage: { computed: 0 } };
    const bounds = { deadline: Infinity, maxComputing: 100, signal };
    const first = new Pace(bounds, { now: () => now });
    now = 70;
    first.end();
    now = 500;
    const second = new Pace(bounds, { now: () => now });
    assert.equal(second.deadline, 530);
    now = 530;
    second.check();
    now = 531;
    assert.throws(second.check, TOO_LONG);
  });

  it("ends at the deadline, even if time to compute is left", () => {
    assert.equal(new Pace({ deadline: 40, maxComputing: 100 }, { now: () => 0 }).deadline, 40);
  });

  it("is over after the deadline", async () => {
    const pace = new Pace({ deadline: 0 });
    assert.throws(pace.check, TOO_LONG);
    await assert.rejects(pace.step(), TOO_LONG);
  });
});

/** A pace by a clock on which nothing passes but what steps take. */
function timed(maxComputing = Infinity) {
  const clock = { now: 0, pauses: 0 };
  const signal = { aborted: false, usage: { computed: 0 }, addEventListener() {}, removeEventListener() {} };
  const pace = new Pace(
    { deadline: Infinity, maxComputing, signal },
    {
      now: () => clock.now,
      pause: async () => {
        clock.pauses++;
        // Other work runs.
        clock.now += 1000;
      },
    },
  );
  return { clock, signal, pace };
}

describe("work on many items", () => {
  it("pauses after every ten milliseconds, and counts only its own time", async () => {
    const { clock, signal, pace } = timed();
    const done: number[] = [];
    await pace.repeat(100, (at) => {
      done.push(at);
      clock.now += 1;
    });
    assert.equal(done.length, 100);
    assert.deepEqual([clock.pauses, signal.usage.computed], [9, 100]);
    assert.deepEqual(await pace.map([1, 2, 3], (item) => item * 2), [2, 4, 6]);
  });

  it("ends when the time of the request is used up", async () => {
    const { clock, pace } = timed(50);
    let steps = 0;
    const work = pace.repeat(1000, () => {
      steps++;
      clock.now += 1;
    });
    await assert.rejects(work, (error) => error instanceof OverCapacity && error.limit === "deadline");
    assert.equal(steps, 51);
  });

  it("ends when the request is cancelled", async () => {
    const { clock, signal, pace } = timed();
    const work = pace.repeat(1000, (at) => {
      clock.now += 1;
      if (at === 25) signal.aborted = true;
    });
    await assert.rejects(work, (error) => error instanceof OverCapacity && error.limit === "cancelled");
    assert.ok(clock.now < 4000);
  });

  it("pauses between items that are taken one by one", async () => {
    const { clock, pace } = timed();
    for await (const _ of pace.over(Array.from({ length: 30 }))) clock.now += 5;
    assert.equal(clock.pauses, 14);
  });
});
