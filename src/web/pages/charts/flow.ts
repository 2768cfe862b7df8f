import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { fitLine, textWidth } from "./fit-text.js";
import { hatch } from "./hatch.js";
import { drawKeys } from "./legend.js";
import { drawing, type DrawingStyle, round } from "./svg.js";

/** An end of the bands of a flow. */
export interface FlowNode {
  readonly label: string;
  /** Its amount and its share of the total, as text. */
  readonly shown: string;
  /** The same in parts, for lines below each other where there is no room beside each other. */
  readonly lines: readonly string[];
  readonly exact: string;
  readonly color: string;
  readonly href: string | null;
  /** Its plan; absent without one. */
  readonly planned?: { readonly amount: number; readonly exact: string };
}

/** Money that goes from a node on the left to one on the right. */
export interface FlowBand {
  /** Indices of its nodes. */
  readonly from: number;
  readonly to: number;
  /** Above zero. */
  readonly amount: number;
  readonly exact: string;
  readonly more: string | undefined;
  readonly href: string | null;
}

/** Bands between two columns of nodes, the largest nodes first. */
export interface MoneyFlow {
  readonly sources: readonly FlowNode[];
  readonly targets: readonly FlowNode[];
  readonly bands: readonly FlowBand[];
  /** Sentence about amounts that are not drawn. */
  readonly left: readonly string[];
}

const INK = "#333333";
const FONT = 13;
/** Width of a node, and heights of a line of its texts and of what is around them. */
export const FLOW_NODE = 12;
const LINE = 16;
const AROUND = 2;
const GAP = 6;
/** Height of all bands. */
export const FLOW_HEIGHT = 460;
const HEAD = 22;

/** A node with its place. */
export interface PlacedFlowNode<Node extends FlowNode = FlowNode> {
  readonly node: Node;
  readonly y: number;
  readonly height: number;
  /** Height of the column of its plan. */
  readonly planHeight: number;
  /** Lines below its name. */
  readonly lines: readonly string[];
  /** Lowest point of it and of its texts. */
  readonly bottom: number;
}

/** Style of a flow. */
export interface FlowStyle extends DrawingStyle {
  readonly width: number;
  /** Names of the plan and the outturn, if each node has a column for both. */
  readonly sides?: readonly [plan: string, outturn: string] | null;
}

/** Draw money from one column of nodes to another as bands, as wide as their amounts. */
export function drawFlow(
  { sources, targets, bands, left }: MoneyFlow,
  heads: readonly [from: string, to: string],
  { width, sides = null, ...style }: FlowStyle,
): Html {
  const names = Math.min(190, width * 0.3);
  const total = bands.reduce((sum, { amount }) => sum + amount, 0);
  const plans = [sources, targets].map((nodes) => nodes.reduce((sum, { planned }) => sum + (planned?.amount ?? 0), 0));
  const scale = FLOW_HEIGHT / Math.max(total, ...plans);
  const [from, to] = [names + FLOW_NODE, width - names - FLOW_NODE];
  const sumOf = (side: "from" | "to", at: number): number =>
    bands.reduce((sum, band) => sum + (band[side] === at ? band.amount : 0), 0);
  const plan = sides ? FLOW_NODE : 0;
  const rooms = { from: names - 6 - plan, to: names - 8 - plan };
  const [starts, ends] = [
    placeFlowNodes(sources, (at) => sumOf("from", at) * scale, { top: HEAD, scale, room: rooms.from }),
    placeFlowNodes(targets, (at) => sumOf("to", at) * scale, { top: HEAD, scale, room: rooms.to }),
  ];
  const bottom = Math.max(...[...starts, ...ends].map((placed) => placed.bottom));
  const used = { from: sources.map(() => 0), to: targets.map(() => 0) };
  const drawn = bands
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
    .map((band) => {
      const thick = band.amount * scale;
      const [a, b] = [starts[band.from]!.y + used.from[band.from]!, ends[band.to]!.y + used.to[band.to]!];
      used.from[band.from]! += thick;
      used.to[band.to]! += thick;
      const [source, target] = [sources[band.from]!, targets[band.to]!];
      const path = bandPath({ x: from, y: a }, { x: to, y: b }, thick);
      const content = html`<title>${isolate(source.label)} → ${isolate(target.label)}: ${band.exact}</title>
        ${band.more === undefined ? null : html`<desc>${band.more}</desc>`}<path
          d="${path}"
          fill="${source.color}"
          fill-opacity="0.45"
        />`;
      // The table has the same links for the keyboard.
      return band.href === null ? html`<g>${content}</g>` : html`<a href="${band.href}" tabindex="-1">${content}</a>`;
    });
  const nodes = [
    ...starts.map((placed) => drawFlowNode(placed, names, "end", rooms.from, undefined, sides)),
    ...ends.map((placed) => drawFlowNode(placed, to, "start", to + FLOW_NODE + 6 + plan, rooms.to, sides)),
  ];
  const keys = drawSideKeys(sides, width, bottom + 10 + left.length * 18);
  const titles = [
    writeFlowText(heads[0], names + FLOW_NODE, FONT, "end"),
    writeFlowText(heads[1], to, FONT, "start"),
    ...left.map((text, at) => writeFlowText(fitLine(text, width, FONT), 0, bottom + 20 + at * 18, "start")),
  ];
  return drawing({ width, height: round(bottom + 10 + left.length * 18 + keys.height) }, style, [
    ...drawn,
    ...nodes,
    ...titles,
    ...keys.parts,
  ]);
}

/** Draw the legend of plans and outturns; of nothing without both. @param top of it */
export function drawSideKeys(sides: FlowStyle["sides"], width: number, top: number): ReturnType<typeof drawKeys> {
  if (!sides) return { parts: [], height: 0 };
  const [plan, outturn] = sides;
  return drawKeys(
    [
      { label: plan, color: null, stripes: "3 2" },
      { label: outturn, color: null },
    ],
    width,
    top,
  );
}

/** Write the path of a band between two points, its upper corners. */
export function bandPath(
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
  thick: number,
): string {
  const middle = round((from.x + to.x) / 2);
  const [a, b, a2, b2] = [from.y, to.y, from.y + thick, to.y + thick].map(round);
  const [x, x2] = [round(from.x), round(to.x)];
  return `M${x},${a}C${middle},${a} ${middle},${b} ${x2},${b}V${b2}C${middle},${b2} ${middle},${a2} ${x},${a2}z`;
}

/** Place nodes below each other, with room for their names and amounts. @param room width of their texts */
export function placeFlowNodes<Node extends FlowNode>(
  nodes: readonly Node[],
  heightOf: (at: number) => number,
  { top, scale, room }: { readonly top: number; readonly scale: number; readonly room: number },
): readonly PlacedFlowNode<Node>[] {
  let y = top;
  return nodes.map((node, at) => {
    const [height, planHeight] = [heightOf(at), (node.planned?.amount ?? 0) * scale];
    const lines = linesOf(node, room);
    const bottom = y + Math.max(height, planHeight, AROUND + LINE * (1 + lines.length));
    const placed = { node, y, height, planHeight, lines, bottom };
    y = bottom + GAP;
    return placed;
  });
}

/** List the lines below the name of a node. */
function linesOf({ shown, lines }: FlowNode, room: number): readonly string[] {
  return textWidth(shown, FONT) <= room ? [shown] : lines.map((line) => fitLine(line, room, FONT));
}

/** Draw a node with its name and amount beside it. */
export function drawFlowNode(
  { node, y, height, planHeight, lines }: PlacedFlowNode,
  x: number,
  anchor: "start" | "end",
  textX: number,
  room = textX,
  sides: FlowStyle["sides"] = null,
): Html {
  const { planned } = node;
  const plan =
    planned && sides && planHeight > 0
      ? drawPlan({ x: anchor === "end" ? x - FLOW_NODE : x + FLOW_NODE, y, height: planHeight }, node.color)
      : null;
  const both = sayBoth(sides, node.exact, planned?.exact);
  const texts = lines.map((line, at) => writeFlowText(line, textX, y + FONT + LINE * (at + 1), anchor));
  const content = html`<title>${isolate(node.label)}: ${both}</title>${plan}<rect
      x="${round(x)}"
      y="${round(y)}"
      width="${FLOW_NODE}"
      height="${round(Math.max(0.5, height))}"
      fill="${node.color}"
    />${writeFlowText(isolate(fitLine(node.label, room, FONT)), textX, y + FONT, anchor)}${texts}`;
  return node.href === null ? html`<g>${content}</g>` : html`<a href="${node.href}">${content}</a>`;
}

/** Draw the striped column of a plan. */
export function drawPlan(
  { x, y, height }: { readonly x: number; readonly y: number; readonly height: number },
  color: string,
): Html {
  const width = FLOW_NODE - 1;
  return html`<rect
      x="${round(x)}"
      y="${round(y)}"
      width="${width}"
      height="${round(height)}"
      fill="${color}"
      fill-opacity="0.6"
    />${hatch({ x, y, width, height })}`;
}

/** Say an outturn and its plan, or an amount alone. */
export function sayBoth(sides: FlowStyle["sides"], exact: string, planned: string | undefined): string {
  return sides && planned !== undefined ? `${isolate(sides[1])} ${exact}; ${isolate(sides[0])} ${planned}` : exact;
}

/** Write a line of a flow. */
export function writeFlowText(text: string, x: number, y: number, anchor: "start" | "middle" | "end"): Html {
  return html`<text
    class="ink"
    x="${round(x)}"
    y="${round(y)}"
    font-size="${FONT}"
    fill="${INK}"
    text-anchor="${anchor}"
    >${text}</text
  >`;
}
