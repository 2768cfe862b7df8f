import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { BATCH, encodeBatches } from "#src/http/batches.js";

async function collect(chunks: string[]): Promise<Buffer[]> {
  const batches: Buffer[] = [];
  for await (const batch of encodeBatches(chunks, [])) batches.push(batch);
  return batches;
}

describe("batches", () => {
  it("do not cut a character of two code units", async () => {
    const text = `${"x".repeat(BATCH - 1)}😀`;
    const batches = await collect([text.slice(0, BATCH), text.slice(BATCH)]);
    assert.deepEqual(
      batches.map((batch) => batch.toString()),
      ["x".repeat(BATCH - 1), "😀"],
    );
  });

  it("gather what is small", async () => {
    const batches = await collect(Array.from({ length: BATCH }, () => "abc"));
    assert.deepEqual(
      batches.map((batch) => batch.length),
      [BATCH + 2, BATCH + 2, BATCH - 4],
    );
  });

  it("are none where there is no text", async () => {
    assert.deepEqual(await collect(["", ""]), []);
  });
});
