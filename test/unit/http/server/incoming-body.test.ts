import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { describe, it, type TestContext } from "node:test";
import { createIncomingBody, type IncomingBody } from "#src/http/server/incoming-body.js";

const SECOND = 1000;

interface Sending {
  readonly body: IncomingBody;
  readonly told: string[];
  pass(seconds: number): void;
}

/** A body whose sender may be silent for a minute. */
function begin(t: TestContext): Sending {
  t.mock.timers.enable({ apis: ["setInterval", "Date"] });
  const told: string[] = [];
  const note = (what: string) => (): void => void told.push(what);
  const body = createIncomingBody(
    { pause: note("pause"), resume: note("resume"), close: note("close") },
    60 * SECOND,
    tmpdir(),
  );
  body.begin();
  return { body, told, pass: (seconds) => t.mock.timers.tick(seconds * SECOND) };
}

describe("who sends a body", () => {
  it("may be silent for a minute, which the server would not let it be, and then is cut off", (t) => {
    const { told, pass } = begin(t);
    pass(59);
    assert.ok(!told.includes("close"));
    // Often enough for a clock of ten seconds that is looked at every four.
    assert.equal(told.filter((each) => each === "resume").length, 14);
    pass(4);
    assert.equal(told.at(-1), "close");
  });

  it("is cut off if it brings next to nothing, byte by byte", (t) => {
    const { body, told, pass } = begin(t);
    for (let second = 0; second < 65; second++) {
      body.push(Buffer.from("x"), false);
      pass(1);
    }
    assert.ok(told.includes("close"));
  });

  it("may be as slow as two kilobytes a second for as long as it takes", async (t) => {
    const { body, told, pass } = begin(t);
    const reader = body[Symbol.asyncIterator]();
    for (let second = 0; second < 1000; second++) {
      body.push(Buffer.alloc(2048), second === 999);
      await reader.next();
      pass(1);
    }
    assert.equal((await reader.next()).done, true);
    assert.ok(!told.includes("close"));
    told.length = 0;
    pass(1000);
    assert.deepEqual(told, []);
  });

  it("is not blamed for a reader that makes it wait", (t) => {
    const { body, told, pass } = begin(t);
    body.push(Buffer.alloc(1_000_000), false);
    assert.deepEqual(told, ["pause"]);
    pass(3600);
    assert.deepEqual(told, ["pause"]);
  });

  it("is left alone when nobody reads the rest", (t) => {
    const { body, told, pass } = begin(t);
    body.close();
    pass(1000);
    assert.deepEqual(told, []);
  });
});
