import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { LoginThrottle } from "#src/access/login-throttle.js";
import { TooManyAttempts } from "#src/core/errors/errors.js";

/** Create a login throttle with a clock in seconds that the test sets. */
function createThrottle(): { throttle: LoginThrottle; clock: { now: number } } {
  const clock = { now: 1000 };
  return { throttle: new LoginThrottle(() => clock.now * 1000), clock };
}

/** Make an attempt. @returns seconds to wait; 0 if it was accepted */
function attempt(throttle: LoginThrottle, by: Parameters<LoginThrottle["begin"]>[0]): number {
  try {
    throttle.begin(by);
    return 0;
  } catch (error) {
    assert.ok(error instanceof TooManyAttempts);
    assert.match(error.message, new RegExp(`in ${error.retryAfter} seconds`));
    return error.retryAfter;
  }
}

describe("LoginThrottle", () => {
  it("accepts five attempts at once, then doubles the wait each time, up to a minute", () => {
    const { throttle, clock } = createThrottle();
    const waits: number[] = [];
    for (let at = 0; at < 14; at++) {
      const wait = attempt(throttle, { name: "ada" });
      waits.push(wait);
      clock.now += wait;
      if (wait > 0) assert.equal(attempt(throttle, { name: "ada" }), 0);
    }
    assert.deepEqual(waits, [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it("reports the remaining wait, which refused attempts do not prolong", () => {
    const { throttle, clock } = createThrottle();
    for (let at = 0; at < 8; at++) {
      clock.now += attempt(throttle, { name: "ada" });
      attempt(throttle, { name: "ada" });
    }
    const waits = [attempt(throttle, { name: "ada" })];
    clock.now += 1;
    waits.push(attempt(throttle, { name: "ada" }));
    assert.deepEqual(waits[1], waits[0]! - 1);
  });

  it("counts each name separately, and each client across all names", () => {
    const { throttle } = createThrottle();
    for (let at = 0; at < 5; at++) attempt(throttle, { name: "ada", client: `${at}` });
    assert.ok(attempt(throttle, { name: "ada", client: "9" }) > 0);
    assert.equal(attempt(throttle, { name: "eve", client: "9" }), 0);
    for (let at = 0; at < 20; at++) attempt(throttle, { name: `user ${at}`, client: "x" });
    assert.ok(attempt(throttle, { name: "anybody", client: "x" }) > 0);
    assert.equal(attempt(throttle, { name: "anybody", client: "y" }), 0);
  });

  it("delays a client for a quarter of an hour at most", () => {
    const { throttle, clock } = createThrottle();
    let longest = 0;
    for (let at = 0; at < 80; at++) {
      const wait = attempt(throttle, { client: "x" });
      longest = Math.max(longest, wait);
      clock.now += wait;
    }
    assert.equal(longest, 900);
  });

  it("counts attempts that are still being checked", () => {
    const { throttle } = createThrottle();
    const all = Array.from({ length: 50 }, () => attempt(throttle, { name: "ada" }));
    assert.equal(all.filter((wait) => wait === 0).length, 5);
  });

  it("clears the name's count after a success, which does not count for the client", () => {
    const { throttle } = createThrottle();
    for (let at = 0; at < 4; at++) attempt(throttle, { name: "ada", client: "x" });
    throttle.begin({ name: "ada", client: "x" })();
    for (let at = 0; at < 5; at++) assert.equal(attempt(throttle, { name: "ada", client: "y" }), 0);
    for (let at = 0; at < 100; at++) throttle.begin({ name: "eve", client: "z" })();
    assert.equal(attempt(throttle, { name: "eve", client: "z" }), 0);
  });

  it("forgets attempts an hour after the last one", () => {
    const { throttle, clock } = createThrottle();
    for (let at = 0; at < 5; at++) attempt(throttle, { name: "ada" });
    clock.now += 3600;
    for (let at = 0; at < 5; at++) assert.equal(attempt(throttle, { name: "ada" }), 0);
  });

  it("holds at most ten thousand counters", () => {
    const { throttle } = createThrottle();
    for (let at = 0; at < 5; at++) attempt(throttle, { name: "ada" });
    for (let at = 0; at < 10_000; at++) attempt(throttle, { name: `user ${at}` });
    assert.equal(attempt(throttle, { name: "ada" }), 0);
  });
});
