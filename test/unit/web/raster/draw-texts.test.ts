import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { drawTexts, textsOfPicture } from "#src/web/raster/draw-texts.js";
import { hasGlyphs, useSystemFonts } from "#src/web/raster/fonts.js";
import { FONT_FOLDERS, listFontFiles } from "#src/web/raster/system-fonts.js";

/** Draw a text of 20 pixels at a place. @returns the boxes of its outlines, from left to right */
function boxesOf(text: string, attributes = 'x="100" y="50"'): readonly (readonly [left: number, right: number])[] {
  const drawn = drawTexts(`<text font-size="20" ${attributes}>${text}</text>`, () => null);
  const [, path = ""] = /^<path d="([^"]*)"\/>$/.exec(drawn)!;
  const outlines = path.split("M").slice(1);
  const boxes = outlines.map((outline) => {
    const numbers = outline.match(/-?[\d.]+/g)!.map(Number);
    const xs = numbers.filter((_, at) => at % 2 === 0);
    return [Math.min(...xs), Math.max(...xs)] as const;
  });
  return boxes.toSorted((a, b) => a[0] - b[0]);
}

const widthOf = (text: string): number => {
  const boxes = boxesOf(text);
  return Math.max(...boxes.map(([, right]) => right)) - boxes[0]![0];
};

const widthIn = ([left, right]: readonly number[]): number => right! - left!;

describe("texts of pictures", () => {
  it("begin, end or are centred at their place, in their size and weight", () => {
    const [start, middle, end] = ["start", "middle", "end"].map((anchor) => {
      const boxes = boxesOf("town", `x="100" y="50" text-anchor="${anchor}"`);
      return [boxes[0]![0], boxes.at(-1)![1]] as const;
    });
    assert.ok(start![0] >= 100 && start![0] < 103 && end![1] <= 100 && end![1] > 97, `${start} ${end}`);
    assert.ok(Math.abs(middle![0] + middle![1] - 200) < 3, `${middle}`);
    assert.ok(
      boxesOf("town", 'x="0" y="50" font-weight="700"').at(-1)![1] > boxesOf("town", 'x="0" y="50"').at(-1)![1],
    );
  });

  it("are not bold in a part of their letters only", (context) => {
    const fonts = listFontFiles(FONT_FOLDERS);
    const plainFonts = fonts.filter(({ path }) => !/bold|black|heavy/i.test(path));
    after(() => useSystemFonts([]));
    useSystemFonts(plainFonts);
    if (!hasGlyphs("市")) return context.skip("apt-get install fonts-noto-cjk");
    const draw = (): readonly (readonly (readonly number[])[])[] =>
      ["400", "700"].map((weight) => boxesOf("市 town", `x="0" y="50" font-weight="${weight}"`));
    const [plain, bold] = draw();
    assert.deepEqual(plain, bold, "without bold letters for all");
    if (plainFonts.length === fonts.length) return;
    useSystemFonts(fonts);
    const [again, heavy] = draw();
    assert.deepEqual(again, plain);
    assert.equal(heavy!.length, plain!.length);
    assert.notDeepEqual(heavy![0], plain![0], "the first letter is bold");
    assert.notDeepEqual(widthIn(heavy!.at(-1)!), widthIn(plain!.at(-1)!), "and so is the last");
  });

  it("keep their colour and other attributes, and read what is escaped", () => {
    const drawn = drawTexts('<text x="1" y="2" class="ink" fill="#222222" font-size="9">a &amp; b</text>', () => null);
    assert.match(drawn, /^<path class="ink" fill="#222222" d="M/);
    assert.equal(
      textsOfPicture('<title>x</title><text x="1">a &amp; &lt;b&gt; &#39;</text\n><text>c</text>'),
      "a & <b> '\nc",
    );
    assert.equal(boxesOf("a &amp; b").length, boxesOf("a & b").length);
  });

  it("join Arabic letters, and write ligatures", () => {
    assert.ok(widthOf("ببب") < widthOf("ب ب ب") - 2 * widthOf("ب") * 0.2);
    // Letters that do not join, as a mark between them says, have forms of their own.
    assert.notDeepEqual(boxesOf("بب"), boxesOf("ب\u200cب"));
    assert.ok(widthOf("لا") < widthOf("ل\u200cا"));
  });

  it("order Hebrew and Arabic from right to left, numbers in them from left to right", () => {
    for (const [first, last] of ["אם", "دم"]) {
      const [alone, text] = [boxesOf(`${first} 1`), boxesOf(`${first} 12 ${last}`)];
      // The digit 1 is the leftmost of a text that ends in it.
      assert.deepEqual(roundAll(alone[0]!), roundAll(boxesOf("1")[0]!), first);
      const [one, two] = ["1", "2"].map((digit) => widthOf(digit));
      const at = text.findIndex(([left, right]) => Math.abs(right - left - one!) < 0.01);
      assert.ok(at > 0 && Math.abs(text[at + 1]![1] - text[at + 1]![0] - two!) < 0.01, first);
    }
    // A full stop ends the text at its left if it is read from the right, as its first letter or the page says.
    const [stop] = boxesOf("תקציב.");
    assert.ok(stop![1] - stop![0] < 4, "a full stop");
    const latin = boxesOf("London תקציב.").at(-1)!;
    assert.ok(latin[1] - latin[0] < 4, "a full stop at the right");
    const plain = boxesOf("תקציב London.", 'x="0" y="0" unicode-bidi="plaintext"')[0]!;
    assert.ok(plain[1] - plain[0] < 4, "a full stop at the left");
  });

  it("mirror brackets, and keep what is isolated together", () => {
    assert.deepEqual(boxesOf("א (ב)").length, boxesOf("א ב").length + 2);
    assert.deepEqual(boxesOf("\u2068town\u2069"), boxesOf("town"));
  });

  it("set vowel signs at their letters", () => {
    assert.equal(Math.round(widthOf("בָּ")), Math.round(widthOf("ב")));
    assert.equal(Math.round(widthOf("مَ")), Math.round(widthOf("م")));
  });

  it("have no boxes: what no font has is left out", () => {
    assert.deepEqual(boxesOf("日本"), []);
    assert.deepEqual(boxesOf("town 😀").map(roundAll), boxesOf("town").map(roundAll));
    assert.deepEqual(boxesOf(""), []);
  });
});

function roundAll(numbers: readonly number[]): readonly number[] {
  return numbers.map((each) => Math.round(each * 10) / 10);
}
