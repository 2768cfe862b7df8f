import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Overload } from "#src/engine/overload.js";

/** One that holds since 1001. */
function lastingOverload(): Overload {
  const overload = new Overload(1000);
  overload.noteBusy(0);
  overload.noteExcess(1001);
  assert.equal(overload.holds(1001), true);
  return overload;
}

describe("Overload", () => {
  it("does not hold before there is too much, however long there has been something to do", () => {
    const overload = new Overload(1000);
    overload.noteBusy(0);
    assert.equal(overload.holds(1_000_000), false);
  });

  it("does not hold for a burst", () => {
    const overload = new Overload(1000);
    overload.noteBusy(0);
    overload.noteExcess(1000);
    assert.equal(overload.holds(1000), false);
  });

  it("begins to count anew when there was nothing to do", () => {
    const overload = new Overload(1000);
    overload.noteBusy(0);
    overload.noteIdle(900);
    overload.noteBusy(901);
    overload.noteExcess(1500);
    assert.equal(overload.holds(1500), false);
    overload.noteExcess(1902);
    assert.equal(overload.holds(1902), true);
  });

  it("ends with rest, also while nobody asks", () => {
    const overload = lastingOverload();
    overload.noteIdle(2000);
    assert.deepEqual([overload.holds(2049), overload.holds(2050)], [true, false]);
    overload.noteBusy(3000);
    assert.equal(overload.holds(3000), false);
  });

  it("ends when one moment of rest after the other comes to enough", () => {
    const overload = lastingOverload();
    let now = 2000;
    let moments = 0;
    for (; overload.holds(now); moments++) {
      overload.noteIdle(now);
      overload.noteBusy((now += 10));
      now += 10;
    }
    // Ten of rest each, less half a millisecond for those of work between them.
    assert.equal(moments, 6);
  });

  it("does not end where there is next to no rest", () => {
    const overload = lastingOverload();
    for (let now = 2000; now < 1_000_000; now += 100) {
      overload.noteIdle(now);
      overload.noteBusy(now + 4);
    }
    assert.equal(overload.holds(1_000_000), true);
  });
});
