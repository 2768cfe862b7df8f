import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { OverloadDetector } from "#src/admission/overload-detector.js";

/** One that holds since 1001. */
function lastingOverload(): OverloadDetector {
  const overload = new OverloadDetector(1000);
  overload.noteBusy(0);
  overload.noteExcess(1001);
  assert.equal(overload.holds(1001), true);
  return overload;
}

describe("Overload", () => {
  it("does not hold before there is too much, however long there has been something to do", () => {
    const overload = new OverloadDetector(1000);
    overload.noteBusy(0);
    assert.equal(overload.holds(1_000_000), false);
  });

  it("does not hold for a burst", () => {
    const overload = new OverloadDetector(1000);
    overload.noteBusy(0);
    overload.noteExcess(1000);
    assert.equal(overload.holds(1000), false);
  });

  it("begins to count anew when there was nothing to do", () => {
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

  it("ends when there is nothing to do for a while, also while nobody asks", () => {
    const overload = lastingOverload();
    overload.noteIdle(2000);
    assert.deepEqual([overload.holds(2049), overload.holds(2050)], [true, false]);
    overload.noteBusy(3000);
    assert.equal(overload.holds(3000), false);
  });

  it("ends when there mostly is nothing to do, whoever is refused", () => {
    const overload = lastingOverload();
    let now = 2000;
    let moments = 0;
    for (; overload.holds(now); moments++) {
      overload.noteIdle(now);
      overload.noteRefused();
      overload.noteBusy((now += 20));
      now += 5;
    }
    // 20 of rest, 5 of work less after each but the last.
    assert.equal(moments, 3);
  });

  it("does not end with less rest than work as long as somebody is refused", () => {
    const overload = lastingOverload();
    for (let now = 2000; now < 100_000; now += 100) {
      overload.noteIdle(now);
      overload.noteBusy(now + 45);
      for (let piece = 0; piece < 31; piece++) overload.noteBegun();
      overload.noteRefused();
    }
    assert.equal(overload.holds(100_000), true);
  });

  it("ends when nobody was refused for many pieces of work", () => {
    const overload = lastingOverload();
    for (let piece = 0; piece < 31; piece++) overload.noteBegun();
    assert.equal(overload.holds(1002), true);
    overload.noteBegun();
    assert.equal(overload.holds(1002), false);
  });
});
