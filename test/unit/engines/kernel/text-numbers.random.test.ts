import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { hashBytes } from "#src/engines/columnar/base/hash-bytes.js";
import { NO_SIZE, TextNumbers } from "#src/engines/kernel/texts/text-numbers.js";
import { randomRuns } from "../../../full.js";

/** Enter texts that lie in one buffer with gaps between them; `null` for a missing one. */
function enter(numbers: TextNumbers, texts: readonly (string | null)[], gap: (at: number) => number): number[] {
  const parts: Buffer[] = [];
  let top = 0;
  const starts = texts.map((text, at) => {
    parts.push(Buffer.alloc(gap(at), "."), Buffer.from(text ?? ""));
    const start = top + gap(at);
    top = start + parts.at(-1)!.length;
    return start;
  });
  const sizes = texts.map((text) => (text === null ? NO_SIZE : Buffer.byteLength(text)));
  // The last texts are first in the list of places.
  const places = Uint32Array.from(starts.keys()).toReversed();
  const found = new Uint32Array(texts.length);
  numbers.enterAll({ bytes: Buffer.concat(parts), starts, sizes }, places, found);
  return [...found];
}

/** Number texts as `enter` does. */
function numberEach(known: Map<string | null, number>, texts: readonly (string | null)[]): number[] {
  for (const text of texts.toReversed()) if (!known.has(text)) known.set(text, known.size);
  return texts.map((text) => known.get(text)!);
}

function check(numbers: TextNumbers, known: ReadonlyMap<string | null, number>): void {
  assert.equal(numbers.length, known.size);
  for (const [text, number] of known) {
    const bytes = Buffer.from(text ?? "");
    const start = numbers.startOf(number);
    const size = numbers.sizeOf(number);
    assert.equal(size, text === null ? NO_SIZE : bytes.length);
    assert.deepEqual(numbers.bytes.subarray(start, start + Math.max(0, size)), bytes);
    assert.equal(numbers.hashOf(number), hashBytes(bytes, 0, bytes.length));
  }
}

describe("texts that are numbered", () => {
  const few = fc.constantFrom(null, "", "a", "ab", "ä", "0123456", "01234567", "012345678", "x".repeat(15));
  const any = fc.string({ unit: "binary", maxLength: 40 });
  const long = fc.nat(5000).map((length) => "long".repeat(length));

  it("have the numbers in which they are first seen, wherever they lie", () =>
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.oneof(few, any, { weight: 1, arbitrary: long }), { maxLength: 60 }), { maxLength: 8 }),
        fc.constantFrom(0, 1, 1000, 300_000),
        (batches, gap) => {
          const numbers = new TextNumbers();
          const known = new Map<string | null, number>();
          for (const texts of batches) {
            // A few gaps, which would take long to fill.
            const found = enter(numbers, texts, (at) => (at % 7 === 3 ? gap : 0));
            assert.deepEqual(found, numberEach(known, texts));
          }
          check(numbers, known);
        },
      ),
      { numRuns: randomRuns(100, 1000) },
    ));

  it("are found again among as many as need several blocks and larger tables", () => {
    const numbers = new TextNumbers();
    const known = new Map<string | null, number>();
    for (let first = 0; first < 300_000; first += 50_000) {
      const texts = Array.from({ length: 100_000 }, (_, at) => `text ${first + at}`);
      assert.deepEqual(
        enter(numbers, texts, () => 0),
        numberEach(known, texts),
      );
    }
    check(numbers, known);
  });

  it("are entered one by one if the next lies far behind", () => {
    const numbers = new TextNumbers();
    const known = new Map<string | null, number>();
    const texts = ["a", "b", "c".repeat(9_000_000), "a", "d"];
    const gap = (at: number): number => (at === 1 ? 20_000_000 : 0);
    assert.deepEqual(enter(numbers, texts, gap), numberEach(known, texts));
    check(numbers, known);
  });
});
