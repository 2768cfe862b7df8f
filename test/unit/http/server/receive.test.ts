import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Flow } from "#src/http/server/incoming-body.js";
import type { HttpReply, RequestHead, ResponseWriter } from "#src/http/message/message.js";
import { Receiver } from "#src/http/server/receive.js";

const HEAD: RequestHead = { id: "1", method: "GET", path: "/", query: "", headers: new Map(), secure: false };
const FLOW: Flow = { pause: () => {}, resume: () => {}, close: () => {} };

/** How often a reply is given back while its line takes it, and after. */
async function release(isGone: boolean): Promise<readonly [during: number, after: number]> {
  let count = 0;
  const reply: HttpReply = { status: 200, headers: [], body: Buffer.from("a"), release: () => void count++ };
  const reception = new Receiver(
    { recall: () => undefined, answer: async () => reply, door: undefined, watch: undefined },
    { idleTimeoutMs: 1000, spillDirectory: "." },
  );
  let finish!: () => void;
  const begun = new Promise<void>((begin) => {
    const send = (): Promise<void> => {
      begin();
      return new Promise((resolve) => (finish = resolve));
    };
    const line: ResponseWriter = { onGone: () => {}, remoteAddress: "", bytes: 0, isGone, send, cut: () => {} };
    reception.receive({ head: HEAD, line, flow: FLOW, feed: () => {} });
  });
  await begun;
  await new Promise(setImmediate);
  const during = count;
  finish();
  await reception.traffic.until(({ running }) => running === 0);
  return [during, count];
}

describe("Reception", () => {
  it("gives lent bytes back once they have been sent", async () => assert.deepEqual(await release(false), [0, 1]));

  it("never gives those back of a reader who is gone: they may still be on their way", async () =>
    assert.deepEqual(await release(true), [0, 0]));
});
