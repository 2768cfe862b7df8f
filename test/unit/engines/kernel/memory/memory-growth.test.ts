import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { OverMemoryLimit } from "#src/engines/kernel/memory/errors.js";
import { NO_LIMIT } from "#src/engines/kernel/memory/memory-limit.js";
import { explainExcess, FREE_BYTES, MemoryGrowth } from "#src/engines/kernel/memory/memory-growth.js";

const LIMIT = 1_000_000_000;

/** A query in a process of any size, and a function that looks at the next moment. */
function queryIn(process: { used: number; reclaim?: () => void }): { query: MemoryGrowth; look: () => void } {
  let now = 0;
  const limit = { bytes: LIMIT, used: () => process.used, reclaim: () => process.reclaim?.() };
  const query = new MemoryGrowth(limit, () => now);
  const look = (): void => {
    now += 1000;
    query.check();
  };
  return { query, look };
}

describe("the growth of memory by a query", () => {
  it("may grow up to the limit of the process", () => {
    const process = { used: 500_000_000 };
    const { look } = queryIn(process);
    look();
    process.used = LIMIT;
    look();
    process.used = LIMIT + 1;
    assert.throws(look, OverMemoryLimit);
  });

  it("is not refused for what others have taken", () => {
    const process = { used: 2 * LIMIT };
    const { look } = queryIn(process);
    look();
    process.used += FREE_BYTES;
    look();
    process.used += 1;
    assert.throws(look, OverMemoryLimit);
  });

  it("is measured again after garbage was collected", () => {
    const process = { used: 500_000_000, reclaim: () => void (process.used = LIMIT) };
    const { look } = queryIn(process);
    look();
    process.used = 2 * LIMIT;
    look();
    assert.equal(process.used, LIMIT);
  });

  it("is large from 64 MB on", () => {
    const process = { used: 500_000_000 };
    const { query, look } = queryIn(process);
    assert.equal(query.isLarge, false);
    look();
    process.used += FREE_BYTES;
    assert.equal(query.isLarge, false);
    process.used += 1;
    assert.equal(query.isLarge, true);
  });

  it("is not looked at all the time", () => {
    let looks = 0;
    const used = (): number => ++looks;
    const query = new MemoryGrowth({ bytes: LIMIT, used }, () => 19);
    for (let check = 0; check < 1000; check++) query.check();
    assert.equal(looks, 0);
  });
});

describe("the excess of memory", () => {
  it("is described with its figures, and is none within the limit", () => {
    assert.equal(explainExcess({ bytes: LIMIT, used: () => LIMIT }), undefined);
    assert.equal(explainExcess(NO_LIMIT), undefined);
    assert.equal(
      explainExcess({ bytes: LIMIT, used: () => 1_500_000_000 }),
      "the server takes 1,500 MB of the 1,000 MB that it may take",
    );
  });
});
