import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { makeFilter, mayContain } from "#src/core/engine/term-filter.js";
import { hashText } from "#src/core/model/values/hash-text.js";

const hashes = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => hashText(`${prefix}${at}`));

describe("a filter of terms", () => {
  it("misses no hash, and tells of few others", () => {
    for (const count of [1, 3, 100, 50_000]) {
      const own = hashes("t10001-", count);
      const filter = makeFilter(own, own.length);
      assert.ok(own.every((hash) => mayContain(filter, hash)));
      const wrong = hashes("other ", 10_000).filter((hash) => mayContain(filter, hash)).length;
      assert.ok(wrong < 300, `${wrong} of 10,000 beside ${count}`);
      assert.ok(filter.byteLength <= count * 1.25 + 4);
    }
  });

  it("is never larger than a megabyte", () => {
    const own = hashes("invoice ", 1000);
    const filter = makeFilter(own, 10_000_000);
    assert.equal(filter.byteLength, 2 ** 20);
    assert.ok(own.every((hash) => mayContain(filter, hash)));
  });
});
