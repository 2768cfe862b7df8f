import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { fitLine } from "./fit-text.js";
import {
  bandPath,
  drawFlowNode,
  FLOW_HEIGHT,
  FLOW_NODE,
  FLOW_SLOT,
  type FlowNode,
  type PlacedFlowNode,
  placeFlowNodes,
  writeFlowText,
} from "./flow.js";
import { drawing, type DrawingStyle, round } from "./svg.js";

/** A node beside the budget, with the money of its band. */
export interface BudgetNode extends FlowNode {
  /** Above zero. */
  readonly amount: number;
  /** True for a surplus or a deficit. */
  readonly isBalance: boolean;
}

/** Money that comes from sources into a budget and goes from it to what it is spent on. */
export interface MoneyBudget {
  /** The largest first; what is missing, the deficit or the surplus, is the last. */
  readonly sources: readonly BudgetNode[];
  readonly targets: readonly BudgetNode[];
  /** Name of the budget. */
  readonly name: string;
  /** Names of both sides, and their sums. */
  readonly heads: readonly [from: string, to: string];
  readonly totals: readonly [from: string, to: string];
  /** Sentences about amounts that are not drawn. */
  readonly left: readonly string[];
}

const FONT = 13;
const INK = "#333333";
const HEAD = 44;

/** Draw the bands of a budget, as wide as their amounts. */
export function drawBudget(
  { sources, targets, name, heads, totals, left }: MoneyBudget,
  { width, ...style }: DrawingStyle & { readonly width: number },
): Html {
  const names = Math.min(180, width * 0.29);
  const sums = [sources, targets].map((nodes) => nodes.reduce((sum, { amount }) => sum + amount, 0));
  const scale = FLOW_HEIGHT / Math.max(...sums);
  const place = (nodes: readonly BudgetNode[]): readonly PlacedFlowNode[] =>
    placeFlowNodes(nodes, (at) => nodes[at]!.amount * scale, HEAD);
  const [starts, ends] = [place(sources), place(targets)];
  const bottom = Math.max(...[...starts, ...ends].map(({ y, height }) => y + Math.max(height, FLOW_SLOT)));
  const middle = (width - FLOW_NODE) / 2;
  const [from, to] = [names + FLOW_NODE, width - names - FLOW_NODE];
  // The budget stands in the middle of the taller side.
  const top = HEAD + Math.max(0, (bottom - HEAD - FLOW_HEIGHT) / 2);
  const bandsOf = (nodes: readonly BudgetNode[], placed: readonly PlacedFlowNode[], isIn: boolean): readonly Html[] => {
    let used = top;
    return nodes.map((node, at) => {
      const thick = node.amount * scale;
      const [outer, inner] = [
        { x: isIn ? from : to, y: placed[at]!.y },
        { x: isIn ? middle : middle + FLOW_NODE, y: used },
      ];
      used += thick;
      const path = isIn ? bandPath(outer, inner, thick) : bandPath(inner, outer, thick);
      const way = isIn ? `${isolate(node.label)} → ${isolate(name)}` : `${isolate(name)} → ${isolate(node.label)}`;
      return html`<g
        ><title>${way}: ${node.exact}</title><path d="${path}" fill="${node.color}" fill-opacity="0.45"
      /></g>`;
    });
  };
  const budget = html`<g
    ><title>${isolate(name)}: ${isolate(heads[0])} ${totals[0]}, ${isolate(heads[1])} ${totals[1]}</title
    ><rect x="${round(middle)}" y="${round(top)}" width="${FLOW_NODE}" height="${FLOW_HEIGHT}" fill="${INK}"
  /></g>`;
  const third = width / 3 - 6;
  const line = (text: string, x: number, y: number, anchor: "start" | "middle" | "end"): Html =>
    writeFlowText(fitLine(text, third, FONT), x, y, anchor);
  return drawing({ width, height: round(bottom + 10 + left.length * 18) }, style, [
    ...bandsOf(sources, starts, true),
    ...bandsOf(targets, ends, false),
    budget,
    ...starts.map((placed) => drawFlowNode(placed, names, "end", names - 6)),
    ...ends.map((placed) => drawFlowNode(placed, to, "start", to + FLOW_NODE + 6, names - 8)),
    line(heads[0], 0, FONT, "start"),
    line(totals[0], 0, FONT + 16, "start"),
    line(name, width / 2, FONT, "middle"),
    line(heads[1], width, FONT, "end"),
    line(totals[1], width, FONT + 16, "end"),
    ...left.map((text, at) => writeFlowText(fitLine(text, width, FONT), 0, bottom + 20 + at * 18, "start")),
  ]);
}
