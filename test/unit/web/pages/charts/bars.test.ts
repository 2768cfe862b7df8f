import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Bar, drawBars } from "#src/web/pages/charts/bars.js";
import { readText } from "../../../../http/pages/markup.js";

const STYLE = { label: "A chart", direction: "ltr", className: "chart bars" } as const;

const bar = (amount: number, other?: number): Bar => ({
  label: "Health",
  amount,
  shown: `£${amount}`,
  color: "#123456",
  href: null,
  ...(other !== undefined && { other: { amount: other, shown: `£${other}` } }),
});

/** A text beside a bar, and how far its bar reaches. */
interface Printed {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

function readAmounts(markup: string): readonly Printed[] {
  const texts = [...markup.matchAll(/<text\s[^>]*\sx="([^"]*)"\s[^>]*?y="([^"]*)"[^>]*>([^<]*)<\/text\s*>/g)];
  return texts
    .map(([, x, y, text]) => ({ text: readText(text!), x: Number(x), y: Number(y) }))
    .filter(({ text }) => text.startsWith("£"));
}

for (const width of [900, 340]) {
  describe(`paired bars, ${width} pixels wide`, () => {
    it("print the amount of each side at the end of its own bar, none over the other", () => {
      const { markup } = drawBars([bar(120, 30), bar(5, 90), bar(-20, 40)], { ...STYLE, width });
      const amounts = readAmounts(markup);
      assert.deepEqual(
        amounts.map(({ text }) => text),
        ["£120", "£30", "£5", "£90", "£-20", "£40"],
      );
      const bars = [...markup.matchAll(/<rect\s+x="([^"]*)"\s+y="([^"]*)"\s+width="([^"]*)"\s+height="([^"]*)"/g)];
      for (const [at, { x, y }] of amounts.entries()) {
        const [left, top, wide, high] = bars[at]!.slice(1).map(Number) as [number, number, number, number];
        assert.ok(y > top && y < top + high, `text ${at} is beside its bar`);
        assert.ok(Math.abs(x - (at === 4 ? left - 5 : left + wide + 5)) < 0.2, `text ${at} at the end of its bar`);
      }
      for (const [at, { y }] of amounts.slice(1).entries()) assert.ok(y - amounts[at]!.y >= 13, "lines have room");
    });
  });
}

describe("bars of one side", () => {
  it("keep their height", () => {
    const heightOf = (bars: readonly Bar[]): number =>
      Number(/viewBox="0 0 \S+ ([\d.]+)"/.exec(drawBars(bars, { ...STYLE, width: 900 }).markup)![1]);
    assert.equal(heightOf([bar(1), bar(2), bar(3)]) - heightOf([bar(1), bar(2)]), 30);
    assert.ok(heightOf([bar(1, 2), bar(2, 3)]) > heightOf([bar(1), bar(2)]));
  });
});
