import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { LoginThrottle } from "#src/access/login-throttle.js";
import { TooManyAttempts } from "#src/errors/errors.js";

/** Guesses at a time that the test sets, in seconds. */
function guessesAt(): { guesses: LoginThrottle; clock: { now: number } } {
  const clock = { now: 1000 };
  return { guesses: new LoginThrottle(() => clock.now * 1000), clock };
}

/** Seconds to wait; 0 when the attempt was let through. */
function attempt(guesses: LoginThrottle, by: Parameters<LoginThrottle["begin"]>[0]): number {
  try {
    guesses.begin(by);
    return 0;
  } catch (error) {
    assert.ok(error instanceof TooManyAttempts);
    assert.match(error.message, new RegExp(`in ${error.retryAfter} seconds`));
    return error.retryAfter;
  }
}

describe("guesses", () => {
  it("are free five times, and then wait twice as long each time, up to a minute", () => {
    const { guesses, clock } = guessesAt();
    const waits: number[] = [];
    for (let at = 0; at < 14; at++) {
      const wait = attempt(guesses, { name: "ada" });
      waits.push(wait);
      clock.now += wait;
      if (wait > 0) assert.equal(attempt(guesses, { name: "ada" }), 0);
    }
    assert.deepEqual(waits, [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it("that are refused do not make the wait longer, and the wait is what is left of it", () => {
    const { guesses, clock } = guessesAt();
    for (let at = 0; at < 8; at++) {
      clock.now += attempt(guesses, { name: "ada" });
      attempt(guesses, { name: "ada" });
    }
    const waits = [attempt(guesses, { name: "ada" })];
    clock.now += 1;
    waits.push(attempt(guesses, { name: "ada" }));
    assert.deepEqual(waits[1], waits[0]! - 1);
  });

  it("of one name hold up no other, and those of one client hold it up whatever the name", () => {
    const { guesses } = guessesAt();
    for (let at = 0; at < 5; at++) attempt(guesses, { name: "ada", client: `${at}` });
    assert.ok(attempt(guesses, { name: "ada", client: "9" }) > 0);
    assert.equal(attempt(guesses, { name: "eve", client: "9" }), 0);
    for (let at = 0; at < 20; at++) attempt(guesses, { name: `user ${at}`, client: "x" });
    assert.ok(attempt(guesses, { name: "anybody", client: "x" }) > 0);
    assert.equal(attempt(guesses, { name: "anybody", client: "y" }), 0);
  });

  it("hold up a client for a quarter of an hour at most", () => {
    const { guesses, clock } = guessesAt();
    let longest = 0;
    for (let at = 0; at < 80; at++) {
      const wait = attempt(guesses, { client: "x" });
      longest = Math.max(longest, wait);
      clock.now += wait;
    }
    assert.equal(longest, 900);
  });

  it("count while they are under way", () => {
    const { guesses } = guessesAt();
    const all = Array.from({ length: 50 }, () => attempt(guesses, { name: "ada" }));
    assert.equal(all.filter((wait) => wait === 0).length, 5);
  });

  it("that were right clear the name, and count for nothing with the client", () => {
    const { guesses } = guessesAt();
    for (let at = 0; at < 4; at++) attempt(guesses, { name: "ada", client: "x" });
    guesses.begin({ name: "ada", client: "x" })();
    for (let at = 0; at < 5; at++) assert.equal(attempt(guesses, { name: "ada", client: "y" }), 0);
    for (let at = 0; at < 100; at++) guesses.begin({ name: "eve", client: "z" })();
    assert.equal(attempt(guesses, { name: "eve", client: "z" }), 0);
  });

  it("are forgotten an hour after the last one", () => {
    const { guesses, clock } = guessesAt();
    for (let at = 0; at < 5; at++) attempt(guesses, { name: "ada" });
    clock.now += 3600;
    for (let at = 0; at < 5; at++) assert.equal(attempt(guesses, { name: "ada" }), 0);
  });

  it("take no more room than for the last ten thousand", () => {
    const { guesses } = guessesAt();
    for (let at = 0; at < 5; at++) attempt(guesses, { name: "ada" });
    for (let at = 0; at < 10_000; at++) attempt(guesses, { name: `user ${at}` });
    assert.equal(attempt(guesses, { name: "ada" }), 0);
  });
});
