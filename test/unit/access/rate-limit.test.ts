import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RateLimit } from "#src/access/rate-limit.js";

interface Tried {
  readonly limit: RateLimit;
  readonly clock: { now: number };
}

function tryLimit(perSecond: number, burst: number, maxClients?: number): Tried {
  const clock = { now: 1_000_000 };
  return { limit: new RateLimit(perSecond, burst, () => clock.now, maxClients), clock };
}

describe("RateLimit", () => {
  it("accepts a burst of requests at once from each client", () => {
    const { limit } = tryLimit(2, 3);
    assert.deepEqual(
      ["a", "a", "a", "a", "b", "a"].map((client) => limit.take(client)),
      [0, 0, 0, 1, 0, 1],
    );
  });

  it("then accepts `perSecond` requests a second, and reports the wait", () => {
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
    limit.take("a");
    clock.now += 3_600_000;
    assert.deepEqual([limit.take("a"), limit.take("a"), limit.take("a")], [0, 0, 1]);
  });

  it("accepts the expected number of requests over a long time, at any rhythm", () => {
    const { limit, clock } = tryLimit(7, 10);
    let passed = 0;
    for (let i = 0; i < 100_000; i++) {
      clock.now++;
      if (limit.take("a") === 0) passed++;
    }
    assert.ok(Math.abs(passed - 710) <= 1, String(passed));
  });

  it("survives a clock that is set back", () => {
    const { limit, clock } = tryLimit(1, 1);
    assert.equal(limit.take("a"), 0);
    clock.now -= 3_600_000;
    assert.equal(limit.take("a"), 1);
    clock.now += 1000;
    assert.equal(limit.take("a"), 0);
  });

  it("holds a limited number of clients", () => {
    const { limit } = tryLimit(1, 1, 100);
    for (let client = 0; client < 1000; client++) limit.take(String(client));
    assert.equal(limit.clients, 100);
    assert.deepEqual([limit.take("999"), limit.take("0")], [1, 0]);
  });
});
