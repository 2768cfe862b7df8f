import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { Utf8Writer } from "#src/web/http/reply/utf8-writer.js";
import { putQuoted } from "#src/web/http/reply/write-quoted.js";

describe("a text in quotation marks", () => {
  it("is written as JSON.stringify does, whatever characters it has, between other texts", () => {
    const edges = ["", '"', "\\", "\u0000", "\u001f", " ", "\u007f", "\u0080", "\u07ff", "\u0800", "\u2028", "\ud7ff"];
    const text = fc.oneof(
      fc.constantFrom(...edges, "\ud800", "\udfff", "\ue000", "\uffff", "\u{10ffff}", "x".repeat(70_000)),
      fc.string({ unit: "binary" }),
      fc.string({ unit: "grapheme" }),
      fc.array(fc.constantFrom(...edges, "ä", "日", "a")).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        const writer = new Utf8Writer(100);
        for (const each of texts) {
          writer.writeQuoted(each);
          writer.write(",");
        }
        assert.equal(writer.take().toString(), texts.map((each) => `${JSON.stringify(each)},`).join(""));
      }),
      { numRuns: 2000 },
    );
  });

  it("takes at most three bytes for a code unit, and two more, and no other bytes", () => {
    for (const each of ["", "a", "ä", "日本", "\uffff".repeat(5)]) {
      const bytes = Buffer.alloc(3 + each.length * 3 + 2 + 3, "~");
      const end = putQuoted(bytes, 3, each);
      assert.equal(bytes.toString("utf8", 3, end), JSON.stringify(each));
      assert.ok(end <= bytes.length - 3);
      assert.equal(bytes.toString("latin1", 0, 3) + bytes.toString("latin1", end), "~".repeat(bytes.length - end + 3));
    }
    assert.equal(putQuoted(Buffer.alloc(20), 0, 'a"'), -1);
  });
});
