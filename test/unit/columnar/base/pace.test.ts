import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Pace } from "#src/columnar/base/pace.js";
import { OverCapacity } from "#src/errors/errors.js";
import { OutOfTime } from "#src/kernel/memory/errors.js";

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

  it("throws OutOfTime after the deadline", async () => {
    const pace = new Pace({ deadline: 0 });
    assert.throws(pace.check, OutOfTime);
    await assert.rejects(pace.step(), OutOfTime);
  });
});
