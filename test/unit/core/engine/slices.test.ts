import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Slices } from "#src/core/engine/slices.js";
import { OverCapacity } from "#src/core/errors/errors.js";

/** Slices by a clock on which nothing passes but what steps take. */
function timed(maxComputing = Infinity) {
  const clock = { now: 0, pauses: 0 };
  const signal = { aborted: false, usage: { computed: 0 }, addEventListener() {}, removeEventListener() {} };
  const slices = new Slices(
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
  return { clock, signal, slices };
}

describe("work in slices", () => {
  it("pauses after every ten milliseconds, and counts only its own time", async () => {
    const { clock, signal, slices } = timed();
    const done: number[] = [];
    await slices.repeat(100, (at) => {
      done.push(at);
      clock.now += 1;
    });
    assert.equal(done.length, 100);
    assert.deepEqual([clock.pauses, signal.usage.computed], [9, 100]);
    assert.deepEqual(await slices.map([1, 2, 3], (item) => item * 2), [2, 4, 6]);
  });

  it("ends when the time of the request is used up", async () => {
    const { clock, slices } = timed(50);
    let steps = 0;
    const work = slices.repeat(1000, () => {
      steps++;
      clock.now += 1;
    });
    await assert.rejects(work, (error) => error instanceof OverCapacity && error.limit === "deadline");
    assert.equal(steps, 60);
  });

  it("ends when the request is cancelled", async () => {
    const { clock, signal, slices } = timed();
    const work = slices.repeat(1000, (at) => {
      clock.now += 1;
      if (at === 25) signal.aborted = true;
    });
    await assert.rejects(work, (error) => error instanceof OverCapacity && error.limit === "cancelled");
    assert.ok(clock.now < 4000);
  });

  it("pauses between items that are taken one by one", async () => {
    const { clock, slices } = timed();
    for await (const _ of slices.over(Array.from({ length: 30 }))) clock.now += 5;
    assert.equal(clock.pauses, 14);
  });
});
