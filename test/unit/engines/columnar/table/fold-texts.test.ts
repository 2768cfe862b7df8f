import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { foldTexts } from "#src/engines/columnar/table/fold-texts.js";
import { foldCase } from "#src/core/engine/fold-case.js";

function folded(texts: readonly string[]): string[] {
  const ends = texts.map((_, at) => Buffer.byteLength(texts.slice(0, at + 1).join("")));
  const { offsets, bytes } = foldTexts({
    offsets: Int32Array.from([0, ...ends]),
    bytes: Buffer.from(texts.join("")),
    validity: null,
  });
  return texts.map((_, at) => Buffer.from(bytes.subarray(offsets[at], offsets[at + 1])).toString());
}

describe("foldTexts", () => {
  it("folds each text as `foldCase` does", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: fc.constantFrom("a", "Z", "\u00df", "\u0390", "\u0130", "\ufb03", "\u{10428}", "\u03c3") }),
    );
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        assert.deepEqual(folded(texts), texts.map(foldCase));
      }),
    );
  });

  it("grows its buffer for texts that become longer", () => {
    const texts = Array.from({ length: 50 }, () => "\u0390".repeat(100));
    assert.deepEqual(folded(texts), texts.map(foldCase));
    assert.ok(Buffer.byteLength(texts.map(foldCase).join("")) > 2 * Buffer.byteLength(texts.join("")));
  });

  it("skips a missing text", () => {
    const { offsets } = foldTexts({
      offsets: Int32Array.of(0, 2, 2, 3),
      bytes: Buffer.from("\u00e4b"),
      validity: Uint8Array.of(0b101),
    });
    assert.deepEqual([...offsets], [0, 2, 2, 3]);
  });
});
