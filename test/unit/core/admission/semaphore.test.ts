import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Semaphore } from "#src/core/admission/semaphore.js";

describe("Semaphore", () => {
  it("runs a limited number of jobs at once, in order, also after a failure", async () => {
    const gate = new Semaphore(2);
    const begun: number[] = [];
    const ends: ((error?: Error) => void)[] = [];
    const all = [0, 1, 2, 3].map((at) =>
      gate.pass(undefined, () => {
        begun.push(at);
        return new Promise<number>((resolve, reject) => (ends[at] = (error) => (error ? reject(error) : resolve(at))));
      }),
    );
    const failed = assert.rejects(all[1]!, /broken/);
    await new Promise(setImmediate);
    assert.deepEqual(begun, [0, 1]);
    ends[1]!(new Error("broken"));
    await failed;
    await new Promise(setImmediate);
    assert.deepEqual(begun, [0, 1, 2]);
    ends[2]!();
    ends[0]!();
    assert.deepEqual([await all[0], await all[2]], [0, 2]);
    ends[3]!();
    assert.equal(await all[3], 3);
  });

  it("removes aborted jobs from the queue", async () => {
    const gate = new Semaphore(1);
    let end!: () => void;
    const first = gate.pass(undefined, () => new Promise<void>((resolve) => (end = resolve)));
    const leaving = new AbortController();
    const second = assert.rejects(
      gate.pass(leaving.signal, () => assert.fail("it was begun")),
      { name: "AbortError" },
    );
    const third = gate.pass(undefined, async () => "third");
    leaving.abort();
    await second;
    end();
    await first;
    assert.equal(await third, "third");
    assert.equal(await gate.pass(undefined, async () => "fourth"), "fourth");
  });
});
