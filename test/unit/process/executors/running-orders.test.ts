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
  const running = new RunningOrders(() => clock.now);
  const begin = (client: string, executor: Executor, steps = STEPS) => {
    const attempt = new Attempt(new Cancel({ client }));
    return { attempt, end: running.begin({ executor, attempt, steps }) };
  };
  return { clock, running, begin };
}

describe("orders that outlive their estimates", () => {
  it("may take five times the estimate, and fifty milliseconds", () => {
    assert.deepEqual([allowedMs(STEPS), allowedMs(1000), allowedMs(Infinity)], [100, 50, Infinity]);
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
    clock.now = 99;
    const small = begin("b", one, 1000);
    running.endOverdue(() => true);
    assert.equal(first.attempt.isEnded, false, "not yet overdue");
    clock.now = 100;
    running.endOverdue(() => false);
    assert.deepEqual(
      [first, elsewhere, small].map(({ attempt }) => attempt.isEnded),
      [true, false, false],
    );
    running.endOverdue((client) => client === "a");
    assert.equal(elsewhere.attempt.isEnded, true);
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
