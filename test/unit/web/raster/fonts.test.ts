import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { faceOf, hasGlyphs, useSystemFonts } from "#src/web/raster/fonts.js";
import { FONT_FOLDERS, listFontFiles } from "#src/web/raster/system-fonts.js";

/** Texts in scripts that only fonts of the system have, with the beginning of the name of Debian's. */
const INSTALLED: Readonly<Record<string, string>> = {
  日本語のひらがなとカタカナ: "Noto Sans CJK",
  한국어: "Noto Sans CJK",
  简体中文: "Noto Sans CJK",
  繁體中文: "Noto Sans CJK",
  हिन्दी: "Noto Sans Devanagari",
  বাংলা: "Noto Sans Bengali",
  தமிழ்: "Noto Sans Tamil",
  ไทย: "Noto Sans Thai",
  ქართული: "Noto Sans Georgian",
  Հայերեն: "Noto Sans Armenian",
};

describe("the fonts of pictures", () => {
  after(() => useSystemFonts([]));

  it("have the letters of Latin, Cyrillic, Greek, Hebrew and Arabic, and of no other scripts", () => {
    for (const text of [
      "Zürich ąęółż Đồng",
      "Україна",
      "Ελλάδα",
      "£1,000 – 50 %",
      "תַּקְצִיב",
      "النفقات، ٢٠٠٩",
      "گزارش",
      "",
    ])
      assert.ok(hasGlyphs(text), text);
    for (const text of [...Object.keys(INSTALLED), "town ไทย"]) assert.ok(!hasGlyphs(text), text);
  });

  it("need no glyph for what is not seen", () => {
    assert.ok(hasGlyphs("\u2068a\u2069\u200e 😀 ▲"));
  });

  it("have the letters of other scripts where the system has fonts for them, the plain ones", (context) => {
    const files = listFontFiles(FONT_FOLDERS);
    useSystemFonts(files);
    const lacking = Object.keys(INSTALLED).filter((text) => !hasGlyphs(text));
    for (const [text, family] of Object.entries(INSTALLED)) {
      if (lacking.includes(text)) continue;
      const face = faceOf([...text][0]!, "")!;
      assert.ok(face.isUpright, text);
      if (files.some(({ path }) => path.includes(family.replaceAll(" ", ""))))
        assert.ok(face.family.startsWith(family) && face.weight === 400, `${text}: ${face.family}, ${face.weight}`);
    }
    if (lacking.length > 0)
      context.skip(`no font has ${lacking.join(", ")}: apt-get install fonts-noto-core fonts-noto-cjk`);
  });

  it("have Japanese forms for Japanese texts, Chinese ones for Chinese, and Korean ones for Korean", (context) => {
    useSystemFonts(listFontFiles(FONT_FOLDERS));
    if (!faceOf("直", "")?.family.startsWith("Noto Sans CJK")) return context.skip("apt-get install fonts-noto-cjk");
    const drawn = ["ja", "ko", "zh", "zh-TW", "zh-HK", "und-Hani", ""].map((each) =>
      faceOf("直", each)!.family.slice(-2),
    );
    assert.deepEqual(drawn, ["JP", "KR", "SC", "TC", "HK", "SC", "SC"]);
  });
});
