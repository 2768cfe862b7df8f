import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { RunQueue } from "#src/calls/publishing/loads/run-queue.js";
import { OverCapacity } from "#src/core/errors/errors.js";

describe("the queue of loads", () => {
  it("gives each waiting user a turn before any user has a second one", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 }), async (users) => {
        const queue = new RunQueue(1, 100);
        const begun: string[] = [];
        let finish = (): void => {};
        const held = new Promise<void>((resolve) => (finish = resolve));
        const first = queue.run("first", () => held);
        const rest = users.map((user) => queue.run(user, async () => void begun.push(user)));
        finish();
        await Promise.all([first, ...rest]);
        assert.deepEqual(begun.toSorted(), users.toSorted());
        const left = new Map<string, number>();
        for (const user of users) left.set(user, (left.get(user) ?? 0) + 1);
        // Between two turns of one user every other waiting user has a turn.
        for (const [at, user] of begun.entries()) {
          const next = begun.indexOf(user, at + 1);
          left.set(user, left.get(user)! - 1);
          if (next < 0) continue;
          const between = new Set(begun.slice(at + 1, next));
          for (const [other, count] of left) if (other !== user && count > 0) assert.ok(between.has(other));
        }
      }),
    );
  });

  it("runs no more loads at once than allowed, and continues after failures", async () => {
    const queue = new RunQueue(2, 100);
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      throw new Error("failed");
    };
    const done = await Promise.allSettled(Array.from({ length: 9 }, (_, at) => queue.run(`${at % 4}`, work)));
    assert.deepEqual([most, running, queue.waiting], [2, 0, 0]);
    assert.ok(done.every(({ status }) => status === "rejected"));
  });

  it("refuses loads when it is full, and all loads when it is closed", async () => {
    const queue = new RunQueue(1, 1);
    let finish = (): void => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    const running = queue.run("a", () => held);
    queue.checkCapacity();
    const waiting = queue.run("a", async () => {});
    assert.throws(() => queue.checkCapacity(), OverCapacity);
    queue.close("over");
    await assert.rejects(waiting, /^OverCapacity: over$/);
    assert.throws(() => queue.checkCapacity(), /^OverCapacity: over$/);
    await assert.rejects(
      queue.run("b", async () => {}),
      OverCapacity,
    );
    finish();
    await running;
  });

  it("drops aborted work, and gives its turn to the next", async () => {
    const queue = new RunQueue(1, 100);
    let finish = (): void => {};
    const running = queue.run("a", () => new Promise<void>((resolve) => (finish = resolve)));
    const stop = new AbortController();
    const done: string[] = [];
    const unwanted = queue.run("b", async () => void done.push("unwanted"), stop.signal);
    const wanted = queue.run("b", async () => void done.push("wanted"), new AbortController().signal);
    stop.abort();
    await assert.rejects(unwanted, { name: "AbortError" });
    assert.equal(queue.waiting, 1);
    finish();
    await Promise.all([running, wanted]);
    await assert.rejects(
      queue.run("b", async () => void done.push("late"), stop.signal),
      { name: "AbortError" },
    );
    assert.deepEqual([done, queue.running], [["wanted"], 0]);
  });
});
