import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { describe, it, type TestContext } from "node:test";
import { createIncomingBody, type IncomingBody } from "#src/web/http/server/incoming-body.js";
import { Random } from "../../../engines/kernel/random.js";

const SECOND = 1000;

interface Sending {
  readonly body: IncomingBody;
  readonly calls: string[];
  pass(seconds: number): void;
}

/** A body whose sender may be silent for a minute. */
function begin(t: TestContext): Sending {
  t.mock.timers.enable({ apis: ["setInterval"] });
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

describe("the bytes of a body", () => {
  const MB = 2 ** 20;
  /** Bytes that differ wherever pieces could be exchanged. */
  const sent = Buffer.from(Uint32Array.from({ length: 6 * MB }, (_, place) => place).buffer);

  it("stay in order when the sender goes on before the spill file is read to its end", async () => {
    const calls: string[] = [];
    const note = (what: string) => (): void => void calls.push(what);
    const flow = { pause: note("pause"), resume: note("resume"), close: note("close") };
    const body = createIncomingBody(flow, 60 * SECOND, tmpdir());
    const reader = body[Symbol.asyncIterator]();
    const read: Buffer[] = [];
    let at = 0;
    const push = (bytes: number): void => {
      const piece = sent.subarray(at, at + bytes);
      at += bytes;
      body.push(piece, at === sent.length);
    };
    // More than is held in memory, and an odd rest in the spill file.
    for (let piece = 0; piece < 12; piece++) push(MB);
    push(100_000);
    while (!calls.includes("resume")) read.push((await reader.next()).value as Buffer);
    assert.ok(Buffer.concat(read).length < at);
    push(1000);
    push(sent.length - at);
    for (let next = await reader.next(); !next.done; next = await reader.next()) read.push(next.value);
    assert.ok(Buffer.concat(read).equals(sent));
  });

  it("stay in order at any speed of sender and reader", async () => {
    const random = new Random(31);
    for (let round = 0; round < 30; round++) {
      let isPaused = false;
      const flow = { pause: () => (isPaused = true), resume: () => (isPaused = false), close: () => {} };
      const body = createIncomingBody(flow, 60 * SECOND, tmpdir());
      const reader = body[Symbol.asyncIterator]();
      const read: Buffer[] = [];
      let isHasty = false;
      for (let at = 0; at < sent.length;) {
        // A paused sender may go on for a while.
        if (random.chance(3)) isHasty = !isHasty;
        if (!isPaused || isHasty) {
          const end = Math.min(sent.length, at + 1 + random.int(random.pick([1000, 100_000, MB])));
          body.push(sent.subarray(at, end), end === sent.length);
          at = end;
        } else read.push((await reader.next()).value as Buffer);
      }
      for (let next = await reader.next(); !next.done; next = await reader.next()) read.push(next.value);
      assert.ok(Buffer.concat(read).equals(sent), `round ${round}`);
    }
  });
});
