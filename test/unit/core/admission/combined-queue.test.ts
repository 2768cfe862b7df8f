import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CombinedQueue } from "#src/core/admission/combined-queue.js";
import { WorkQueue } from "#src/core/admission/work-queue.js";

const never = (): Promise<void> => new Promise(() => {});

/** A queue that has been busy for so long that it is overloaded. */
function overloaded(): WorkQueue {
  const clock = { now: 0 };
  const queue = new WorkQueue(3, 10, () => clock.now);
  const ask = (): void => void queue.run(never).catch(() => {});
  for (let at = 0; at < 5; at++) ask();
  clock.now = 1000;
  for (let at = 0; at < 5; at++) ask();
  assert.ok(queue.isOverloaded);
  return queue;
}

describe("several queues as one", () => {
  it("have the jobs of all that wait", () => {
    const queues = [new WorkQueue(10), new WorkQueue(10)];
    for (const queue of queues) for (let at = 0; at < 3; at++) void queue.run(never);
    assert.equal(new CombinedQueue(queues).waiting, queues[0]!.waiting + queues[1]!.waiting);
  });

  it("are overloaded if one of them is, and have the room of the fullest", () => {
    const idle = new WorkQueue(10);
    assert.equal(new CombinedQueue([idle, new WorkQueue(10)]).isOverloaded, false);
    const busy = overloaded();
    const joint = new CombinedQueue([idle, busy]);
    assert.equal(joint.isOverloaded, true);
    assert.equal(joint.room, Math.min(idle.room, busy.room));
    joint.noteRefused();
    assert.equal(idle.isOverloaded, false);
  });
});
