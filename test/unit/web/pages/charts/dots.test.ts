import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Bar } from "#src/web/pages/charts/bars.js";
import { drawDots } from "#src/web/pages/charts/dots.js";
import type { DrawingStyle } from "#src/web/pages/charts/svg.js";

const STYLE: DrawingStyle = { label: "Amounts", className: "chart", heading: ["Amounts"], footnotes: ["Source"] };

function draw(...pairs: readonly (readonly [own: number, other: number])[]): string {
  const rows = pairs.map(([amount, other], at): Bar => ({
    label: `Row ${at}`,
    amount,
    color: "#2a8078",
    shown: String(amount),
    href: null,
    other: { amount: other, shown: String(other) },
  }));
  return drawDots(rows, { ...STYLE, width: 900, sides: ["2023", "2022"] }).markup;
}

/** Count upright lines: those between two dots lie. */
function countUpright(chart: string): number {
  return [...chart.matchAll(/x1="([^"]*)"\s+x2="([^"]*)"/g)].filter(([, from, to]) => from === to).length;
}

describe("dots of two sides", () => {
  it("have a line at zero where amounts are on both sides of it", () => {
    assert.equal(countUpright(draw([3, 5], [-2, 1])), 1);
    assert.equal(countUpright(draw([3, 5], [2, 1])), 0);
  });
});
