import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { OverCapacity } from "#src/core/errors/errors.js";
import { WINDOW } from "#src/process/executors/messages.js";
import { PieceSender } from "#src/process/executors/piece-sender.js";
import type { ByteStream } from "#src/web/http/message/message.js";

/** A body of numbered pieces. */
class Numbered implements ByteStream {
  isReturned = false;
  #at = 0;

  constructor(readonly count: number) {}

  async next(): Promise<IteratorResult<Buffer, void>> {
    if (this.#at === this.count) return { done: true, value: undefined };
    return { done: false, value: Buffer.from(String(this.#at++)) };
  }

  async return(): Promise<IteratorResult<Buffer, void>> {
    this.isReturned = true;
    return { done: true, value: undefined };
  }
}

describe("a sender of pieces", () => {
  it("sends all of a body, as many pieces ahead as were allowed", async () => {
    const sender = new PieceSender(new Numbered(WINDOW + 2));
    const sent: string[] = [];
    const done = sender.run((piece) => void sent.push(String(piece)));
    await new Promise(setImmediate);
    assert.equal(sent.length, WINDOW);
    // The end is read as another piece would be.
    for (let more = 0; more < 3; more++) sender.allowMore();
    await done;
    assert.deepEqual(
      sent,
      Array.from({ length: WINDOW + 2 }, (_, at) => String(at)),
    );
  });

  it("fails when it is stopped before the end, so that nobody takes a part for all", async () => {
    const body = new Numbered(WINDOW + 1);
    const sender = new PieceSender(body);
    const done = sender.run(() => {});
    sender.stop();
    await assert.rejects(done, OverCapacity);
    assert.ok(body.isReturned);
  });
});
