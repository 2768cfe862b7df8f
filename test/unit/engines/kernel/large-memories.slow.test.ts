import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { TermNumbers } from "#src/engines/kernel/terms/term-collector.js";

describe("a memory of more than 2 GiB", () => {
  it("keeps terms", () => {
    const numbers = new TermNumbers((text) => text);
    const collect = (texts: readonly Buffer[]): number[] => {
      let top = 0;
      const offsets = Int32Array.from([0, ...texts.map(({ length }) => (top += length))]);
      const found: number[] = [];
      numbers.collect({ offsets, bytes: Buffer.concat(texts) }, (terms) => found.push(...terms.found));
      return found;
    };
    assert.deepEqual(collect([Buffer.from("first")]), [0]);
    // The memory for the tokens of a text takes nine times its bytes.
    for (const megabytes of [100, 150]) collect([Buffer.alloc(megabytes * 1e6, "a")]);
    const last = Array.from({ length: 20_000 }, (_, at) => Buffer.from(`word${at} first ä`));
    assert.deepEqual(collect(last).slice(0, 6), [3, 0, 4, 5, 0, 4]);
    const { order, offsets, copyBytes } = numbers.sortAll();
    const bytes = Buffer.alloc(offsets.at(-1)!);
    copyBytes(bytes);
    const termAt = (term: number): string => {
      const place = order.indexOf(term);
      return bytes.toString("utf8", offsets[place], offsets[place + 1]);
    };
    assert.deepEqual([0, 3, 4, 5, 20_003].map(termAt), ["first", "word0", "ä", "word1", "word19999"]);
  });
});
