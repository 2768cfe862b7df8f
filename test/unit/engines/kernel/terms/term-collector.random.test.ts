import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { TermNumbers } from "#src/engines/kernel/terms/term-collector.js";
import { randomRuns } from "../../../../full.js";

/** Sort the words of texts, and compare with the obvious. @param count number of texts that are expected */
function checkSorted(texts: readonly string[], count = texts.length): void {
  const numbers = new TermNumbers((text) => text, count);
  const bytes = Buffer.from(texts.join(""));
  const offsets = new Int32Array(texts.length + 1);
  texts.forEach((text, at) => (offsets[at + 1] = offsets[at]! + Buffer.byteLength(text)));
  const found: number[] = [];
  numbers.collect({ offsets, bytes }, (terms) => found.push(...terms.found));
  const seen = [...new Set(texts.flatMap((text) => text.split(" ")).filter((word) => word !== ""))];
  const wanted = seen.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const sorted = numbers.sortAll();
  const all = Buffer.alloc(sorted.offsets.at(-1)!);
  sorted.copyBytes(all);
  const terms = Array.from(sorted.order, (_, at) => all.toString("utf8", sorted.offsets[at], sorted.offsets[at + 1]));
  assert.deepEqual(terms, wanted);
  assert.deepEqual(
    Array.from(sorted.order, (number) => seen[number]),
    wanted,
  );
  assert.equal(new Set(found).size, seen.length);
}

describe("terms", () => {
  // Few letters make long common beginnings, and terms that are the beginning of others.
  const word = fc.oneof(
    fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 20 }),
    fc.string({ unit: fc.constantFrom("a", "9", "é", "教", "😀"), minLength: 1, maxLength: 12 }),
    fc.nat(100_000).map((number) => `supplier${number}`),
    fc.constant("x".repeat(300)),
  );
  const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(" "));

  it("are sorted by their bytes", () => {
    const expected = fc.option(fc.constantFrom(0, 1, 1e6, 2 ** 32 - 1), { nil: undefined });
    fc.assert(fc.property(fc.array(text, { maxLength: 400, size: "max" }), expected, checkSorted), {
      numRuns: randomRuns(20, 400),
    });
  });

  it("are sorted where many begin with each other", () => {
    checkSorted(Array.from({ length: 500 }, (_, at) => "a".repeat((at * 271) % 500)));
    checkSorted(Array.from({ length: 3000 }, (_, at) => `r ${"0".repeat(at % 30)}${(at * 7919) % 3000}`));
    checkSorted([]);
  });

  it("are the same, however many texts are expected", () => {
    const repeating = Array.from({ length: 40_000 }, (_, at) => `number${at} number${at % 100} x`);
    const rare = Array.from({ length: 80_000 }, (_, at) => `word${at < 5000 ? at : at % 5000}`);
    for (const texts of [repeating, rare, [...rare, ...repeating]]) {
      for (const count of [0, 1, 4000, texts.length, 1e7, 2 ** 32 - 1]) checkSorted(texts, count);
    }
  });

  it("are found in texts of one letter each, which nothing stands between", () => {
    const letters = Array.from({ length: 20_000 }, (_, at) => String.fromCodePoint(0x61 + (at % 26)));
    checkSorted(letters);
    checkSorted([...letters, ...Array.from({ length: 5000 }, (_, at) => `${at} x`), ...letters]);
  });

  it("are written in parts if they are many, and alone if they are long", () => {
    checkSorted([
      "b".repeat(400_000),
      ...Array.from({ length: 60_000 }, (_, at) => `number${at}`),
      "a".repeat(300_000),
    ]);
  });
});
