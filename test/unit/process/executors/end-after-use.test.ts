import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import { endAfterUse } from "#src/process/executors/end-after-use.js";

/** Watch an attempt whose thread gets a part of the processor. @returns seconds after which it was ended */
function endedAfter(share: number, stopAfter = Infinity): number | null {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    let [seconds, used, ended] = [0, 0, null as number | null];
    const stop = endAfterUse({ end: () => void (ended ??= seconds) }, 10_000, () => used);
    for (seconds = 1; seconds <= 100; seconds++) {
      used += 1000 * share;
      mock.timers.tick(1000);
      if (seconds === stopAfter) stop();
    }
    return ended;
  } finally {
    mock.timers.reset();
  }
}

describe("an attempt that ends after use of the processor", () => {
  it("ends when its thread has had all of it, however long that takes", () => {
    assert.equal(endedAfter(1), 10);
    assert.equal(endedAfter(0.5), 20);
    assert.equal(endedAfter(0.01), null);
  });

  it("goes on once it is not watched any more", () => {
    assert.equal(endedAfter(0.5, 15), null);
  });
});
