import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WorkQueue } from "#src/engine/work-queue.js";
import { OverCapacity } from "#src/errors/errors.js";

describe("WorkQueue", () => {
  it("does work in the order in which it came, one piece at a time", async () => {
    const queue = new WorkQueue(10);
    const log: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
    };
    await Promise.all(["a", "b", "c"].map((name) => queue.run(work(name))));
    assert.deepEqual(log, ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  });

  it("leaves a turn of the event loop to others between two pieces", async () => {
    const queue = new WorkQueue(10);
    const log: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      log.push(name);
      if (name === "a") setImmediate(() => log.push("light"));
    };
    await Promise.all(["a", "b"].map((name) => queue.run(work(name))));
    assert.deepEqual(log, ["a", "light", "b"]);
  });

  it("hands on results and errors, and goes on after an error", async () => {
    const queue = new WorkQueue(10);
    const failing = queue.run(() => Promise.reject(new Error("no")));
    const good = queue.run(async () => 5);
    await assert.rejects(failing, /no/);
    assert.equal(await good, 5);
  });

  it("refuses more than may wait", async () => {
    const queue = new WorkQueue(1);
    let open = (): void => {};
    const running = queue.run(() => new Promise<void>((resolve) => (open = resolve)));
    const waiting = queue.run(async () => "done");
    await assert.rejects(
      queue.run(async () => "never"),
      OverCapacity,
    );
    open();
    await running;
    assert.equal(await waiting, "done");
  });

  it("does not begin what nobody waits for any more", async () => {
    const queue = new WorkQueue(10);
    const gone = new AbortController();
    let begun = false;
    const first = queue.run(async () => gone.abort());
    const second = queue.run(async () => (begun = true), gone.signal);
    await first;
    await assert.rejects(second, OverCapacity);
    assert.equal(begun, false);
  });
});
