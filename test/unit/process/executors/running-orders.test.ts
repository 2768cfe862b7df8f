import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Attempt } from "#src/process/executors/attempt.js";
import type { Executor } from "#src/process/executors/executor.js";
import { allowedMs, RunningOrders } from "#src/process/executors/running-orders.js";
import { Cancel } from "#src/web/http/message/cancel.js";

const STEPS = 20_000_000;
const executorOf = (): Executor => ({}) as Executor;

function timed() {
  const clock = { now: 0 };
  /** Milliseconds that executors wait for a processor. */
  const idle = new Map<Executor, number>();
  const usedBy = (executor: Executor): number => clock.now - (idle.get(executor) ?? 0);
  const running = new RunningOrders({ now: () => clock.now, usedBy });
  const begin = (client: string, executor: Executor, steps = STEPS) => {
    const attempt = new Attempt(new Cancel({ client }));
    return { attempt, end: running.begin({ executor, attempt, steps }) };
  };
  return { clock, idle, running, begin };
}

describe("orders that outlive their estimates", () => {
  it("may take five times the estimate, and a hundred milliseconds", () => {
    assert.deepEqual([allowedMs(2 * STEPS), allowedMs(1000), allowedMs(Infinity)], [200, 100, Infinity]);
  });

  it("go on as long as nobody else waits", () => {
    const { clock, running, begin } = timed();
    const executor = executorOf();
    const [first, second] = [begin("a", executor), begin("a", executor)];
    clock.now = 10_000;
    running.endOverdue(() => false);
    assert.deepEqual([first.attempt.isEnded, second.attempt.isEnded], [false, false]);
  });

  it("end where another client waits, or has an order on the same executor", () => {
    const { clock, running, begin } = timed();
    const [one, two] = [executorOf(), executorOf()];
    const first = begin("a", one);
    const elsewhere = begin("a", two);
    clock.now = 98;
    const small = begin("b", one, 1000);
    running.endOverdue(() => true);
    assert.equal(first.attempt.isEnded, false, "not yet overdue");
    clock.now = 102;
    running.endOverdue(() => false);
    assert.deepEqual(
      [first, elsewhere, small].map(({ attempt }) => attempt.isEnded),
      [true, false, false],
    );
    running.endOverdue((client) => client === "a");
    assert.equal(elsewhere.attempt.isEnded, true);
  });

  it("are of each executor only the one that did so by most: the others may have waited for it", () => {
    const { clock, running, begin } = timed();
    const executor = executorOf();
    const [small, large] = [begin("a", executor, 24_000_000), begin("b", executor, 1000)];
    clock.now = 250;
    running.endOverdue(() => true);
    assert.deepEqual([small.attempt.isEnded, large.attempt.isEnded], [false, true]);
  });

  it("share the time of their executor, and have none while it waits for a processor", () => {
    const { clock, idle, running, begin } = timed();
    const executor = executorOf();
    const first = begin("a", executor);
    clock.now = 30;
    const second = begin("b", executor);
    clock.now = 90;
    assert.equal(second.end(), 30);
    clock.now = 1000;
    idle.set(executor, 900);
    running.endOverdue(() => true);
    assert.equal(first.attempt.isEnded, false);
    assert.equal(first.end(), 70);
  });

  it("make their executor a bad choice until they are over", () => {
    const { clock, running, begin } = timed();
    const executor = executorOf();
    const { end } = begin("a", executor, Infinity);
    clock.now = 101;
    assert.deepEqual([running.isStuck(executor), running.countOn(executor)], [true, 1]);
    running.endOverdue(() => true);
    end();
    assert.deepEqual([running.isStuck(executor), running.countOn(executor)], [false, 0]);
  });
});

describe("an attempt", () => {
  it("ends with its request, or before it", () => {
    const request = new Cancel({ client: "a" });
    const [early, late] = [new Attempt(request), new Attempt(request)];
    const told: string[] = [];
    early.addEventListener("abort", () => told.push("early"));
    late.addEventListener("abort", () => told.push("late"));
    early.end();
    assert.deepEqual([early.aborted, early.isEnded, late.aborted, request.aborted], [true, true, false, false]);
    request.abort();
    assert.deepEqual([early.isEnded, late.aborted, late.isEnded], [false, true, false]);
    assert.deepEqual(told, ["early", "early", "late"]);
  });
});
