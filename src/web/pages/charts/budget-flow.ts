import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { fitLine } from "./fit-text.js";
import {
  bandPath,
  drawFlowNode,
  drawPlan,
  drawSideKeys,
  FLOW_HEIGHT,
  FLOW_NODE,
  type FlowNode,
  type FlowStyle,
  type PlacedFlowNode,
  placeFlowNodes,
  sayBoth,
  writeFlowText,
} from "./flow.js";
import { drawing, round } from "./svg.js";

/** A node beside the budget, with the money of its band. */
export interface BudgetNode extends FlowNode {
  /** Not below zero; zero for what is only planned. */
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
  /** The plans of these sums; `null` without a plan. */
  readonly plans: readonly [from: string, to: string] | null;
  /** Sentences about amounts that are not drawn. */
  readonly left: readonly string[];
}

const FONT = 13;
const INK = "#333333";
const HEAD = 44;
const LINE = 16;

/** Draw the bands of a budget, as wide as their amounts. */
export function drawBudget(budget: MoneyBudget, { width, sides = null, ...style }: FlowStyle): Html {
  const { sources, targets, left } = budget;
  const plan = sides ? FLOW_NODE : 0;
  const names = Math.min(180, width * 0.29);
  const ends = [sources, targets];
  const sumOf = (nodes: readonly BudgetNode[]): number => nodes.reduce((sum, { amount }) => sum + amount, 0);
  const planOf = (nodes: readonly BudgetNode[]): number =>
    nodes.reduce((sum, { planned }) => sum + (planned?.amount ?? 0), 0);
  const planned = Math.max(...ends.map(planOf));
  const scale = FLOW_HEIGHT / Math.max(...ends.map(sumOf), planned);
  const head = HEAD + (sides ? LINE : 0);
  const rooms = [names - 6 - plan, names - 8 - plan] as const;
  const [starts, stops] = ends.map((nodes, at) =>
    placeFlowNodes(nodes, (each) => nodes[each]!.amount * scale, { top: head, scale, room: rooms[at]! }),
  );
  const bottom = Math.max(...[...starts!, ...stops!].map((placed) => placed.bottom));
  const [from, to] = [names + FLOW_NODE, width - names - FLOW_NODE];
  // The budget stands in the middle of the taller side.
  const top = head + Math.max(0, (bottom - head - FLOW_HEIGHT) / 2);
  const place = { from, to, middle: (width - FLOW_NODE) / 2, top, scale };
  const own = {
    height: Math.max(...ends.map(sumOf)) * scale,
    planHeight: sides ? planned * scale : 0,
  };
  const end = bottom + 10 + left.length * 18;
  const keys = drawSideKeys(sides, width, end);
  return drawing({ width, height: round(end + keys.height) }, style, [
    ...drawSide(budget, starts!, true, place),
    ...drawSide(budget, stops!, false, place),
    drawMiddle(budget, sides, place, own),
    ...starts!.map((placed) => drawFlowNode(placed, names, "end", rooms[0], undefined, sides)),
    ...stops!.map((placed) => drawFlowNode(placed, to, "start", to + FLOW_NODE + 6 + plan, rooms[1], sides)),
    ...writeHeads(budget, sides, width),
    ...left.map((text, at) => writeFlowText(fitLine(text, width, FONT), 0, bottom + 20 + at * 18, "start")),
    ...keys.parts,
  ]);
}

/** Places of the columns, and the height of one unit of money. */
interface BudgetPlace {
  readonly from: number;
  readonly to: number;
  readonly middle: number;
  readonly top: number;
  readonly scale: number;
}

/** Draw the bands between one side and the budget. */
function drawSide(
  { name }: MoneyBudget,
  placed: readonly PlacedFlowNode<BudgetNode>[],
  isIn: boolean,
  { from, to, middle, top, scale }: BudgetPlace,
): readonly Html[] {
  let used = top;
  return placed.flatMap(({ node, y }) => {
    if (node.amount === 0) return [];
    const thick = node.amount * scale;
    const [outer, inner] = [
      { x: isIn ? from : to, y },
      { x: isIn ? middle : middle + FLOW_NODE, y: used },
    ];
    used += thick;
    const path = isIn ? bandPath(outer, inner, thick) : bandPath(inner, outer, thick);
    const way = isIn ? `${isolate(node.label)} → ${isolate(name)}` : `${isolate(name)} → ${isolate(node.label)}`;
    return html`<g
      ><title>${way}: ${node.exact}</title><path d="${path}" fill="${node.color}" fill-opacity="0.45"
    /></g>`;
  });
}

/** Draw the budget itself: all that comes in and goes out, beside its plan. */
function drawMiddle(
  { name, heads, totals, plans }: MoneyBudget,
  sides: FlowStyle["sides"],
  { middle, top }: BudgetPlace,
  { height, planHeight }: { readonly height: number; readonly planHeight: number },
): Html {
  const say = (at: 0 | 1): string => `${isolate(heads[at])} ${sayBoth(sides, totals[at], plans?.[at])}`;
  return html`<g
    ><title>${isolate(name)}: ${say(0)}, ${say(1)}</title
    ><rect
      x="${round(middle)}"
      y="${round(top)}"
      width="${FLOW_NODE}"
      height="${round(height)}"
      fill="${INK}"
    />${planHeight > 0 ? drawPlan({ x: middle - FLOW_NODE, y: top, height: planHeight }, INK) : null}</g
  >`;
}

/** Write the names and the sums of both sides above them. */
function writeHeads(
  { name, heads, totals, plans }: MoneyBudget,
  sides: FlowStyle["sides"],
  width: number,
): readonly Html[] {
  // Only the first line has a name in the middle, too.
  const roomOf = (row: number): number => width / (row === 0 ? 3 : 2) - 6;
  const line = (text: string, x: number, row: number, anchor: "start" | "middle" | "end"): Html =>
    writeFlowText(fitLine(text, roomOf(row), FONT), x, FONT + LINE * row, anchor);
  const linesOf = (at: 0 | 1, x: number, anchor: "start" | "end"): readonly Html[] => [
    line(heads[at], x, 0, anchor),
    ...(sides && plans
      ? [line(`${sides[1]} ${totals[at]}`, x, 1, anchor), line(`${sides[0]} ${plans[at]}`, x, 2, anchor)]
      : [line(totals[at], x, 1, anchor)]),
  ];
  return [...linesOf(0, 0, "start"), line(name, width / 2, 0, "middle"), ...linesOf(1, width, "end")];
}
