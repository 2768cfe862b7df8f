import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { describe, it, type TestContext } from "node:test";
import { createIncomingBody, type IncomingBody } from "#src/http/server/incoming-body.js";

const SECOND = 1000;

interface Sending {
  readonly body: IncomingBody;
  readonly calls: string[];
  pass(seconds: number): void;
}

/** A body whose sender may be silent for a minute. */
function begin(t: TestContext): Sending {
  t.mock.timers.enable({ apis: ["setInterval", "Date"] });
  const calls: string[] = [];
  const note = (what: string) => (): void => void calls.push(what);
  const body = createIncomingBody(
    { pause: note("pause"), resume: note("resume"), close: note("close") },
    60 * SECOND,
    tmpdir(),
  );
  body.begin();
  return { body, calls, pass: (seconds) => t.mock.timers.tick(seconds * SECOND) };
}

describe("the sender of a body", () => {
  it("may send nothing for a minute, longer than uWebSockets.js allows, and is then disconnected", (t) => {
    const { calls, pass } = begin(t);
    pass(59);
    assert.ok(!calls.includes("close"));
    // Often enough for the ten-second timer of uWebSockets.js, which is checked every four seconds.
    assert.equal(calls.filter((each) => each === "resume").length, 14);
    pass(4);
    assert.equal(calls.at(-1), "close");
  });

  it("is disconnected if it sends too little, byte by byte", (t) => {
    const { body, calls, pass } = begin(t);
    for (let second = 0; second < 65; second++) {
      body.push(Buffer.from("x"), false);
      pass(1);
    }
    assert.ok(calls.includes("close"));
  });

  it("may send two kilobytes a second, for any time", async (t) => {
    const { body, calls, pass } = begin(t);
    const reader = body[Symbol.asyncIterator]();
    for (let second = 0; second < 1000; second++) {
      body.push(Buffer.alloc(2048), second === 999);
      await reader.next();
      pass(1);
    }
    assert.equal((await reader.next()).done, true);
    assert.ok(!calls.includes("close"));
    calls.length = 0;
    pass(1000);
    assert.deepEqual(calls, []);
  });

  it("is not disconnected while its reader makes it wait", (t) => {
    const { body, calls, pass } = begin(t);
    body.push(Buffer.alloc(1_000_000), false);
    assert.deepEqual(calls, ["pause"]);
    pass(3600);
    assert.deepEqual(calls, ["pause"]);
  });

  it("is not disconnected if the rest is not read", (t) => {
    const { body, calls, pass } = begin(t);
    body.close();
    pass(1000);
    assert.deepEqual(calls, []);
  });
});
