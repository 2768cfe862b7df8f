import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fontsFor, hasGlyphs, withoutSymbols } from "#src/web/raster/fonts.js";

describe("the fonts of pictures", () => {
  it("have the letters of Latin, Cyrillic and Greek, and of no other scripts", () => {
    for (const text of ["Zürich ąęółż Đồng", "Україна", "Ελλάδα", "£1,000 – 50 %", ""])
      assert.ok(hasGlyphs(text), text);
    for (const text of ["日本", "Հայաստան", "مصر", "town ไทย"]) assert.ok(!hasGlyphs(text), text);
  });

  it("need no glyph for what is not seen, and draw no boxes for symbols", () => {
    assert.ok(hasGlyphs("\u2068a\u2069\u200e 😀 ▲"));
    assert.equal(withoutSymbols("a\u2068b\u2069 😀 c"), "ab   c");
  });

  it("are read as far as a text needs them", () => {
    assert.deepEqual(
      ["town", "łódź", "Україна, łódź"].map((text) => fontsFor(text).length),
      [1, 2, 3],
    );
  });
});
