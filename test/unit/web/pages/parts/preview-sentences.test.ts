import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { previewOf } from "#src/web/pages/parts/preview.js";

function descriptionOf(summary: string): string {
  const { markup } = previewOf({ title: "Town", summary, canonical: "http://x/" }, "x")!;
  return /<meta name="description" content="([^"]*)"/.exec(markup)![1]!;
}

describe("the description of a page", () => {
  it("ends with a sentence, however its summary ends", () => {
    for (const [summary, description] of [
      ["All payments", "All payments."],
      ["All payments.", "All payments."],
      ["All payments?", "All payments?"],
      ["All payments, ", "All payments."],
      ["  All\n payments  ", "All payments."],
      ["", ""],
    ] as const) {
      assert.equal(descriptionOf(summary), description);
    }
  });

  it("is cut off after a sentence, or else after a word", () => {
    const sentence = `${"word ".repeat(40).trim()}.`;
    assert.equal(descriptionOf(`${sentence} ${"more ".repeat(60)}`), sentence);
    const words = descriptionOf("word ".repeat(100));
    assert.match(words, /^(?:word )+word…$/);
    assert.ok(words.length <= 300);
    assert.equal(descriptionOf("\u{1f600}".repeat(200)).isWellFormed(), true);
  });
});
