import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ownThread, timeFromNow } from "#src/process/executors/thread-time.js";

describe("the time of a thread", () => {
  it("is that of the processor, where the system tells", { skip: process.platform !== "linux" }, async () => {
    const thread = ownThread();
    assert.ok(thread !== null && thread > 0);
    const [own, clock] = [timeFromNow(thread), timeFromNow(null)];
    while (own() === 0);
    const before = own();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    assert.ok(own() - before < 45, "a wait is not computation");
    assert.ok(clock() >= 49, "without it, all that passes counts");
  });

  it("is what passes for an unknown thread", () => {
    const time = timeFromNow(2 ** 30);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    assert.ok(time() >= 4);
  });
});
