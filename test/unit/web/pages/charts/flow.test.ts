import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { drawBudget } from "#src/web/pages/charts/budget-flow.js";
import { textWidth } from "#src/web/pages/charts/fit-text.js";
import { drawFlow } from "#src/web/pages/charts/flow.js";

const FONT = 13;
const node = (label: string) => ({
  label,
  shown: "12.1 million euros, 53.8%",
  lines: ["12.1 million €", "53.8%"],
  exact: "12,100,000.00 €",
  color: "#336699",
  href: null,
  planned: { amount: 11, exact: "11,000,000.00 €" },
});
const STYLE = { label: "Flow", className: "chart flow" };

/** List the texts of a drawing that reach beyond its left or its right edge. */
function reachBeyond(markup: string, width: number): readonly string[] {
  const texts = [...markup.matchAll(/<text[^>]*?x="([-\d.]+)"[^>]*?text-anchor="(\w+)"[^>]*>([^<]*)</g)];
  assert.ok(texts.length > 4);
  return texts.flatMap(([, x, anchor, text]) => {
    const plain = text!.replaceAll(/[\u2066-\u2069]/g, "");
    const [at, length] = [Number(x), textWidth(plain, FONT)];
    const left = anchor === "start" ? at : anchor === "end" ? at - length : at - length / 2;
    return left < -1 || left + length > width + 1 ? [plain] : [];
  });
}

describe("a flow", () => {
  for (const sides of [null, ["Approved", "Executed"]] as const)
    it(`keeps amounts and shares within a narrow drawing, below each other: ${sides ? "with" : "without"} a plan`, () => {
      for (const width of [380, 900]) {
        const style = { ...STYLE, width, sides };
        const band = { from: 0, to: 0, amount: 12, exact: "12", more: undefined, href: null };
        const flow = { sources: [node("North")], targets: [node("Roads")], bands: [band], left: [] };
        const side = { ...node("Taxes"), amount: 12, isBalance: false };
        const totals = ["12.1 million €", "12.1 million €"] as const;
        const budget = { sources: [side], targets: [side], name: "Budget", totals, plans: sides && totals, left: [] };
        for (const { markup } of [
          drawFlow(flow, ["From", "To"], style),
          drawBudget({ ...budget, heads: ["Revenue", "Expenditure"] }, style),
        ]) {
          assert.deepEqual(reachBeyond(markup, width), []);
          assert.equal(markup.includes("12.1 million euros, 53.8%"), width === 900);
          assert.ok(markup.includes("53.8%"));
        }
      }
    });
});
