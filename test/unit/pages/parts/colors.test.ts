import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { colorOf, inkOn, REST_COLOR } from "#src/pages/parts/colors.js";

/** Colours of enough members to see the whole palette. */
const SEEN = [...new Set(Array.from({ length: 5000 }, (_, at) => colorOf(null, "part", `member ${at}`)))];

describe("the colour of a member", () => {
  for (const [own, shown] of [
    ["#0A7", "#00aa77"],
    ["0a7", "#00aa77"],
    [" #12aBcF ", "#12abcf"],
  ] as const) {
    it(`is the one in the data: ${own}`, () => assert.equal(colorOf(own, "part", "a"), shown));
  }

  for (const own of ["red", "", "#12345", '#000"/><script>', "#0000001", "url(#x)"]) {
    it(`ignores the invalid colour ${JSON.stringify(own)}`, () => {
      assert.equal(colorOf(own, "part", "a"), colorOf(null, "part", "a"));
    });
  }

  it("depends only on its family and its name", () => {
    assert.equal(colorOf(null, "part", "a"), colorOf(null, "part", "a"));
    const families = new Set(Array.from({ length: 50 }, (_, at) => colorOf(null, `family ${at}`, "a")));
    assert.ok(families.size > 10);
  });

  it("comes from a large palette", () => assert.ok(SEEN.length >= 30, `${SEEN.length}`));

  for (const [paper, color] of [
    ["light", "#fdfdfb"],
    ["dark", "#15171a"],
  ] as const) {
    it(`contrasts with ${paper} paper`, () => {
      for (const each of SEEN) assert.ok(contrast(each, color) >= 3, `${each}: ${contrast(each, color)}`);
    });
  }
});

describe("the ink on a colour", () => {
  it("is readable on every colour", () => {
    const steps = Array.from({ length: 16 }, (_, at) => (at * 17).toString(16).padStart(2, "0"));
    const all = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));
    for (const each of [...all, ...SEEN, REST_COLOR]) {
      assert.ok(contrast(inkOn(each), each) >= 4.5, `${each}: ${contrast(inkOn(each), each)}`);
    }
  });
});

/** Return the contrast of two colours, from 1 to 21 (WCAG 2, 1.4.3). */
function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].toSorted((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
