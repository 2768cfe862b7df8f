import assert from "node:assert/strict";
import { it, mock } from "node:test";
import { MemoryWatch } from "#src/process/jobs/memory-watch.js";

it("cancels loads one by one, the last started first, until the others have enough memory", (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const memory = { used: 0, bytes: 100 };
  const watch = new MemoryWatch({ bytes: memory.bytes, used: () => memory.used });
  const ended: string[] = [];
  const ends = ["a", "b", "c"].map((name) => watch.add((why) => ended.push(`${name}: ${why.message.slice(0, 16)}`)));
  const pass = (): void => t.mock.timers.tick(1000);
  memory.used = 100;
  pass();
  assert.deepEqual(ended, []);
  memory.used = 101;
  pass();
  pass();
  // Its memory is free once it has ended.
  assert.deepEqual(ended, ["c: the server takes"]);
  ends[2]!();
  pass();
  assert.deepEqual(ended.slice(1), ["b: the server takes"]);
  memory.used = 50;
  ends[1]!();
  pass();
  assert.equal(ended.length, 2);
  ends[0]!();
  memory.used = 101;
  pass();
  assert.equal(ended.length, 2);
});

it("does not check memory without a limit", () => {
  const used = mock.fn(() => 0);
  new MemoryWatch({ bytes: Infinity, used }).add(() => {})();
  assert.equal(used.mock.callCount(), 0);
});
