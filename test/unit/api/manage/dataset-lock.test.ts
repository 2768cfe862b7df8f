import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Turns } from "#src/api/manage/dataset-lock.js";

/** Something that ends when it is told to. */
function pending(): { readonly done: Promise<void>; end(): void } {
  let end!: () => void;
  const done = new Promise<void>((resolve) => (end = resolve));
  return { done, end };
}

describe("turns", () => {
  it("come one after the other for one dataset, after a failure too, and at once for others", async () => {
    const turns = new Turns();
    const order: string[] = [];
    const first = pending();
    const failing = turns.take("town", undefined, async () => {
      order.push("first begins");
      await first.done;
      order.push("first ends");
      throw new Error("first");
    });
    const second = turns.take("town", undefined, async () => order.push("second"));
    await turns.take("city", undefined, async () => order.push("city"));
    assert.ok(turns.isTaken("town") && !turns.isTaken("city"));
    first.end();
    await assert.rejects(failing, /first/);
    await second;
    assert.deepEqual(order, ["first begins", "city", "first ends", "second"]);
    assert.ok(!turns.isTaken("town"));
  });

  it("are lost by whoever does not wait", async () => {
    const turns = new Turns();
    const first = pending();
    const running = turns.take("town", undefined, () => first.done);
    const leaving = new AbortController();
    const second = assert.rejects(
      turns.take("town", leaving.signal, () => assert.fail("it was begun")),
      { name: "AbortError" },
    );
    leaving.abort();
    first.end();
    await Promise.all([running, second]);
  });
});
