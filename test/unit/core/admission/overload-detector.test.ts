import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { OverloadDetector } from "#src/core/admission/overload-detector.js";

/** Create a detector that has reported an overload since 1001. */
function lastingOverload(): OverloadDetector {
  const overload = new OverloadDetector(1000);
  overload.noteBusy(0);
  overload.noteExcess(1001);
  assert.equal(overload.holds(1001), true);
  return overload;
}

describe("OverloadDetector", () => {
  it("reports no overload without an excess, however long the queue has been busy", () => {
    const overload = new OverloadDetector(1000);
    overload.noteBusy(0);
    assert.equal(overload.holds(1_000_000), false);
  });

  it("reports no overload for a burst", () => {
    const overload = new OverloadDetector(1000);
    overload.noteBusy(0);
    overload.noteExcess(1000);
    assert.equal(overload.holds(1000), false);
  });

  it("restarts the busy time after an idle moment", () => {
    const overload = new OverloadDetector(1000);
    overload.noteBusy(0);
    overload.noteIdle(900);
    overload.noteBusy(901);
    overload.noteBusy(1400);
    overload.noteExcess(1901);
    assert.equal(overload.holds(1901), false);
    overload.noteExcess(1902);
    assert.equal(overload.holds(1902), true);
  });

  it("ends an overload after some idle time, even without requests", () => {
    const overload = lastingOverload();
    overload.noteIdle(2000);
    assert.deepEqual([overload.holds(2049), overload.holds(2050)], [true, false]);
    overload.noteBusy(3000);
    assert.equal(overload.holds(3000), false);
  });

  it("ends an overload when the queue is mostly idle, even if requests are refused", () => {
    const overload = lastingOverload();
    let now = 2000;
    let moments = 0;
    for (; overload.holds(now); moments++) {
      overload.noteIdle(now);
      overload.noteRefused();
      overload.noteBusy((now += 20));
      now += 5;
    }
    // Each round adds 20 ms idle and, except the last, 5 ms busy.
    assert.equal(moments, 3);
  });

  it("continues an overload while requests are refused and the queue is more busy than idle", () => {
    const overload = lastingOverload();
    for (let now = 2000; now < 100_000; now += 100) {
      overload.noteIdle(now);
      overload.noteBusy(now + 45);
      for (let piece = 0; piece < 31; piece++) overload.noteBegun();
      overload.noteRefused();
    }
    assert.equal(overload.holds(100_000), true);
  });

  it("ends an overload after many jobs without a refusal", () => {
    const overload = lastingOverload();
    for (let piece = 0; piece < 31; piece++) overload.noteBegun();
    assert.equal(overload.holds(1002), true);
    overload.noteBegun();
    assert.equal(overload.holds(1002), false);
  });
});
