import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RateLimit } from "#src/access/rate-limit.js";

interface Tried {
  readonly limit: RateLimit;
  readonly clock: { now: number };
}

function tryLimit(perSecond: number, burst: number, most?: number): Tried {
  const clock = { now: 1_000_000 };
  return { limit: new RateLimit(perSecond, burst, () => clock.now, most), clock };
}

describe("RateLimit", () => {
  it("lets as many requests come at once as its burst, for each client", () => {
    const { limit } = tryLimit(2, 3);
    assert.deepEqual(
      ["a", "a", "a", "a", "b", "a"].map((client) => limit.take(client)),
      [0, 0, 0, 1, 0, 1],
    );
  });

  it("then lets so many a second come, and says when", () => {
    const { limit, clock } = tryLimit(2, 3);
    for (let i = 0; i < 3; i++) limit.take("a");
    clock.now += 499;
    assert.equal(limit.take("a"), 1);
    clock.now += 1;
    assert.deepEqual([limit.take("a"), limit.take("a")], [0, 1]);
    clock.now += 1000;
    assert.deepEqual([limit.take("a"), limit.take("a"), limit.take("a")], [0, 0, 1]);
  });

  it("saves up no more than its burst", () => {
    const { limit, clock } = tryLimit(1, 2);
    clock.now += 3_600_000;
    assert.deepEqual([limit.take("a"), limit.take("a"), limit.take("a")], [0, 0, 1]);
  });

  it("lets through over a long time what it is meant to, however it is asked", () => {
    const { limit, clock } = tryLimit(7, 10);
    let passed = 0;
    for (let i = 0; i < 100_000; i++) {
      clock.now++;
      if (limit.take("a") === 0) passed++;
    }
    assert.ok(Math.abs(passed - 710) <= 1, String(passed));
  });

  it("is not unsettled by a clock that is set back", () => {
    const { limit, clock } = tryLimit(1, 1);
    assert.equal(limit.take("a"), 0);
    clock.now -= 3_600_000;
    assert.equal(limit.take("a"), 1);
    clock.now += 1000;
    assert.equal(limit.take("a"), 0);
  });

  it("remembers so many clients and no more", () => {
    const { limit } = tryLimit(1, 1, 100);
    for (let client = 0; client < 1000; client++) limit.take(String(client));
    assert.equal(limit.clients, 100);
    assert.deepEqual([limit.take("999"), limit.take("0")], [1, 0]);
  });
});
