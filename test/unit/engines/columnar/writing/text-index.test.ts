import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hashBytes } from "#src/engines/columnar/base/hash-bytes.js";
import { GrowingTexts } from "#src/engines/columnar/writing/growing-texts.js";
import { TextIndex } from "#src/engines/columnar/writing/text-index.js";

const slices = (texts: readonly string[]) => {
  const parts = texts.map((text) => Buffer.from(text));
  let top = 0;
  const starts = Uint32Array.from(parts, ({ length }) => (top += length) - length);
  return { bytes: Buffer.concat(parts), starts, sizes: Uint32Array.from(parts, ({ length }) => length) };
};

function enterAll(index: TextIndex, all: readonly string[]): number[] {
  const positions = new Uint32Array(all.length);
  index.enterAll(slices(all), Uint32Array.from(all.keys()), positions);
  return [...positions];
}

function check(texts: GrowingTexts, index: TextIndex, expected: readonly (string | null)[]): void {
  assert.equal(texts.length, expected.length);
  expected.forEach((text, at) => {
    assert.equal(texts.read(at), text);
    assert.equal(texts.isMissing(at), text === null);
    const bytes = Buffer.from(text ?? "");
    assert.equal(texts.sizeOf(at), bytes.length);
    assert.equal(index.hashOf(at), hashBytes(bytes, 0, bytes.length));
  });
}

describe("the index of texts of a table being built", () => {
  for (const count of [10, 12_293]) {
    it(`finds ${count} texts, a missing one and an empty one, whichever way they came`, () => {
      const texts = new GrowingTexts();
      const index = new TextIndex(texts);
      const all = Array.from({ length: count }, (_, at) => `text ${at} ä`);
      const half = count >>> 1;
      assert.equal(index.enter(null), 0);
      assert.equal(index.enter(""), 1);
      all.slice(0, half).forEach((text, at) => assert.equal(index.enter(text), at + 2));
      assert.deepEqual(
        enterAll(index, all),
        all.map((_, at) => at + 2),
      );
      assert.deepEqual([index.enter(null), index.enter(""), index.enter(all[1]!)], [0, 1, 3]);
      assert.equal(index.enter("another"), count + 2);
      check(texts, index, [null, "", ...all, "another"]);
    });

    it(`finds ${count} texts of an earlier version`, () => {
      const texts = new GrowingTexts();
      const all = [null, ...Array.from({ length: count - 1 }, (_, at) => `text ${at}`)];
      for (const text of all) {
        texts.stage(text);
        texts.push();
      }
      const index = new TextIndex(texts);
      assert.equal(index.enter("text 3"), 4);
      assert.equal(index.enter(null), 0);
      assert.deepEqual(enterAll(index, ["text 2", "new", "text 0", "new"]), [3, count, 1, count]);
      check(texts, index, [...all, "new"]);
    });

    it(`keeps the positions of ${count} texts of which several are missing`, () => {
      const texts = new GrowingTexts();
      const all = Array.from({ length: count }, (_, at) => (at % 4 === 1 ? null : `text ${at}`));
      for (const text of all) {
        texts.stage(text);
        texts.push();
      }
      const index = new TextIndex(texts);
      check(texts, index, all);
      assert.deepEqual(enterAll(index, ["text 2", "new", "text 8"]), [2, count, 8]);
      assert.deepEqual([index.enter(null), index.enter("text 4")], [1, 4]);
      check(texts, index, [...all, "new"]);
    });
  }
});
