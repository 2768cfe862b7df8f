import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Pace } from "#src/engines/columnar/base/pace.js";
import { OverCapacity } from "#src/core/errors/errors.js";
import { OutOfTime } from "#src/engines/kernel/memory/errors.js";

const NEVER_CANCELLED = { aborted: false, addEventListener: () => {}, removeEventListener: () => {} };

describe("the pace of a computation", () => {
  it("yields to the event loop after a long step, and can be cancelled there", async () => {
    let now = 0;
    const controller = new AbortController();
    const pace = new Pace({ deadline: Infinity, signal: controller.signal }, () => now);
    setImmediate(() => controller.abort());
    for (let step = 0; step < 10; step++) {
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
    const pace = new Pace({ deadline: Infinity }, () => now);
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

  it("counts what was computed, not what others computed while it yielded", async () => {
    let now = 0;
    const signal = { ...NEVER_CANCELLED, usage: { computed: 0 } };
    const pace = new Pace({ deadline: Infinity, maxComputing: 100, signal }, () => now);
    for (let step = 0; step < 4; step++) {
      now += 25;
      setImmediate(() => (now += 1000));
      await pace.step();
    }
    assert.equal(signal.usage.computed, 100);
    now += 1;
    assert.throws(pace.check, OutOfTime);
  });

  it("shares the time of a request with its other computations", () => {
    let now = 0;
    const signal = { ...NEVER_CANCELLED, usage: { computed: 0 } };
    const bounds = { deadline: Infinity, maxComputing: 100, signal };
    const first = new Pace(bounds, () => now);
    now = 70;
    first.end();
    now = 500;
    const second = new Pace(bounds, () => now);
    assert.equal(second.deadline, 530);
    now = 530;
    second.check();
    now = 531;
    assert.throws(second.check, OutOfTime);
  });

  it("ends at the deadline, even if time to compute is left", () => {
    assert.equal(new Pace({ deadline: 40, maxComputing: 100 }, () => 0).deadline, 40);
  });

  it("throws OutOfTime after the deadline", async () => {
    const pace = new Pace({ deadline: 0 });
    assert.throws(pace.check, OutOfTime);
    await assert.rejects(pace.step(), OutOfTime);
  });
});
