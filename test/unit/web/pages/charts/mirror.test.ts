import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { drawBars } from "#src/web/pages/charts/bars.js";
import { drawMap } from "#src/web/pages/charts/map.js";
import type { DrawingStyle } from "#src/web/pages/charts/svg.js";

const WIDTH = 600;
const STYLE: DrawingStyle = { label: "Amounts", className: "chart", heading: ["Amounts"], footnotes: ["Source"] };
const bar = (label: string, amount: number): Parameters<typeof drawBars>[0][number] => ({
  label,
  amount,
  shown: `£${amount}`,
  color: "#123456",
  href: null,
});
const bars = (direction: "ltr" | "rtl"): string =>
  drawBars([bar("Health", 20), bar("Schools", -5)], { ...STYLE, direction, width: WIDTH }).markup;

/** List the texts of a drawing with where they begin and where they extend to, as transformations leave them. */
function textsOf(markup: string): readonly (readonly [text: string, x: number, anchor: string])[] {
  const isMirrored = markup.includes('class="mirrored"');
  return [...markup.matchAll(/<text\b([^>]*)>([^<]*)/g)].map(([, attributes = "", text = ""]) => {
    const x = Number(/\sx="([^"]*)"/.exec(attributes)![1]);
    const [, turned] = /transform="matrix\(-1 0 0 1 ([\d.-]+) 0\)"/.exec(attributes) ?? [];
    // A text that is mirrored twice is readable.
    assert.equal(turned !== undefined, isMirrored, text);
    if (turned !== undefined) assert.equal(Number(turned), 2 * x);
    const anchor = /text-anchor="(\w+)"/.exec(attributes)?.[1] ?? "start";
    return [text.trim(), isMirrored ? WIDTH - x : x, anchor];
  });
}

describe("a drawing for readers from right to left", () => {
  it("is mirrored, with readable texts where they were", () => {
    const [plain, mirrored] = [textsOf(bars("ltr")), textsOf(bars("rtl"))];
    assert.ok(plain.length >= 6);
    const opposite: Readonly<Record<string, string>> = { start: "end", end: "start" };
    assert.deepEqual(
      mirrored,
      plain.map(([text, x, anchor]) => [text, WIDTH - x, opposite[anchor]]),
    );
    assert.match(bars("rtl"), new RegExp(`<g class="mirrored" transform="matrix\\(-1 0 0 1 ${WIDTH} 0\\)">`));
  });

  it("keeps a map as it is", () => {
    const layer = {
      name: "land",
      width: 100,
      height: 50,
      shapes: [{ id: "n", label: "North", path: "M0,0h9v9z", x: 4, y: 4 }],
      insets: [],
    };
    const draw = (direction: "ltr" | "rtl"): string =>
      drawMap(layer as unknown as Parameters<typeof drawMap>[0], [], {
        ...STYLE,
        direction,
        width: WIDTH,
        height: 300,
        classes: [],
        of: "Amounts",
        others: "Elsewhere",
        more: String,
        withoutAmount: (place) => `${place}: nothing`,
      }).markup;
    assert.doesNotMatch(draw("ltr"), /matrix/);
    // Twice mirrored is not mirrored: it stands at the right.
    assert.match(
      draw("rtl"),
      /<g class="mirrored" transform="matrix\(-1 0 0 1 600 0\)">[^]*<g transform="matrix\(-1 0 0 1 600 0\)"><defs/,
    );
    assert.match(draw("rtl"), /North: nothing/);
  });
});
