import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DatasetLock } from "#src/calls/publishing/loads/dataset-lock.js";

/** Work that ends when the test calls `end`. */
function pending(): { readonly done: Promise<void>; end(): void } {
  let end!: () => void;
  const done = new Promise<void>((resolve) => (end = resolve));
  return { done, end };
}

describe("the lock of a dataset", () => {
  it("runs work on one dataset in order, even after a failure, and on other datasets at once", async () => {
    const lock = new DatasetLock();
    const order: string[] = [];
    const first = pending();
    const failing = lock.take("town", undefined, async () => {
      order.push("first begins");
      await first.done;
      order.push("first ends");
      throw new Error("first");
    });
    const second = lock.take("town", undefined, async () => order.push("second"));
    await lock.take("city", undefined, async () => order.push("city"));
    assert.ok(lock.isTaken("town") && !lock.isTaken("city"));
    first.end();
    await assert.rejects(failing, /first/);
    await second;
    assert.deepEqual(order, ["first begins", "city", "first ends", "second"]);
    assert.ok(!lock.isTaken("town"));
  });

  it("does not run work that was aborted while it waited", async () => {
    const lock = new DatasetLock();
    const first = pending();
    const running = lock.take("town", undefined, () => first.done);
    const leaving = new AbortController();
    const second = assert.rejects(
      lock.take("town", leaving.signal, () => assert.fail("it was begun")),
      { name: "AbortError" },
    );
    leaving.abort();
    first.end();
    await Promise.all([running, second]);
  });
});
