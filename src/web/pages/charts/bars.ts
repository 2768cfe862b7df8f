import { scaleLinear } from "d3-scale";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { fitLines, textWidth } from "./fit-text.js";
import { hatch } from "./hatch.js";
import { drawKeys } from "./legend.js";
import { drawing, type DrawingStyle, round } from "./svg.js";

/** A bar; a negative amount points to the left. */
export interface Bar {
  readonly label: string;
  readonly amount: number;
  readonly shown: string;
  /** The amount with every digit, for its tooltip. */
  readonly exact?: string;
  readonly color: string;
  readonly href: string | null;
  /** The amount of the other side of a comparison, drawn below. */
  readonly other?: { readonly amount: number; readonly shown: string } | undefined;
  /** True if only a part of what it is of is there. */
  readonly isPart?: boolean;
  /** Text for its tooltip, below its amount. */
  readonly more?: string | undefined;
}

/** Style of a bar chart. */
export interface BarsStyle extends DrawingStyle {
  readonly width: number;
  /** Names of the two sides of a comparison, for a legend; `null` without one. */
  readonly sides?: readonly [own: string, other: string] | null;
}

/** Colour of the other side of a comparison: one that nobody takes for that of its own side, or for the grey of a rest. */
export const OTHER_COLOR = "#c58131";

const ROW = 30;
/** Height of a row of two bars: each has its amount beside it. */
const PAIR = 42;
const FONT = 13;
const INK = "#333333";
/** Below this width, names stand above their bars: beside them they would take half of the drawing. */
const NARROW = 500;
const NAME = 18;
/** Space above the first bar of a row, and below the last one. */
const MARGIN = 5;

/** Draw horizontal bars below each other, all from the same zero. */
export function drawBars(bars: readonly Bar[], { width, sides = null, ...style }: BarsStyle): Html {
  const isNarrow = width < NARROW;
  const isPaired = bars.some(({ other }) => other);
  const height = isPaired ? PAIR : ROW;
  const [step, above] = isNarrow ? [height + NAME, NAME] : [height, 0];
  const longest = Math.max(...bars.map((bar) => textWidth(bar.label, FONT))) + 10;
  const names = isNarrow ? 0 : Math.min(width * 0.36, longest);
  const shown = bars.flatMap((bar) => [bar.shown, ...(bar.other ? [bar.other.shown] : [])]);
  const figures = Math.max(...shown.map((text) => textWidth(text, FONT))) + 14;
  const amounts = bars.flatMap(({ amount, other }) => (other ? [amount, other.amount] : [amount]));
  const isNegative = amounts.some((amount) => amount < 0);
  const x = scaleLinear()
    .domain([Math.min(0, ...amounts), Math.max(0, ...amounts)])
    .range([names + (isNegative ? figures : 4), width - figures]);
  const shortened = fitLines(
    bars.map(({ label }) => label),
    (isNarrow ? width : names) - 8,
    FONT,
  );
  const rows = bars.map((bar, at) => {
    const y = at * step + above;
    const room = height - 2 * MARGIN;
    const thickness = bar.other ? room / 2 : room;
    const own = { ...bar, x, y: y + MARGIN, thickness };
    const row = html`<title>${isolate(bar.label)}: ${bar.exact ?? bar.shown}</title>
      ${bar.more === undefined ? null : html`<desc>${bar.more}</desc>`}<text
        class="ink"
        x="0"
        y="${isNarrow ? y : y + height / 2 + 4}"
        font-size="${FONT}"
        fill="${INK}"
        >${isolate(shortened[at]!)}</text
      >${drawAmount(own)}${bar.other ? drawAmount({ ...bar.other, color: OTHER_COLOR, x, y: own.y + thickness, thickness }) : null}`;
    return bar.href === null ? html`<g>${row}</g>` : html`<a href="${bar.href}">${row}</a>`;
  });
  const top = Math.max(1, bars.length) * step;
  const legend = drawKeys(keysOf(bars, sides), width, top + 4);
  return drawing({ width, height: top + legend.height }, style, [...rows, ...legend.parts]);
}

/** A bar at its place. */
interface PlacedBar extends Pick<Bar, "amount" | "shown" | "color" | "isPart"> {
  readonly x: (amount: number) => number;
  readonly y: number;
  readonly thickness: number;
}

/** Draw the bar of an amount from zero, with the amount at its end. */
function drawAmount({ amount, shown, color, isPart = false, x, y, thickness: height }: PlacedBar): Html {
  const [from, to] = [Math.min(x(0), x(amount)), Math.max(x(0), x(amount))];
  const isLeft = amount < 0;
  return html`<rect
      x="${round(from)}"
      y="${y}"
      width="${round(Math.max(0.5, to - from))}"
      height="${height}"
      fill="${color}"
    />${isPart ? hatch({ x: from, y, width: to - from, height }) : null}<text
      class="ink"
      x="${round(isLeft ? from - 5 : to + 5)}"
      y="${y + height / 2 + 4}"
      font-size="${FONT}"
      fill="${INK}"
      text-anchor="${isLeft ? "end" : "start"}"
      >${shown}</text
    >`;
}

function keysOf(bars: readonly Bar[], sides: BarsStyle["sides"]): readonly { label: string; color: string }[] {
  if (!sides || bars.length === 0) return [];
  return [
    { label: sides[0], color: bars[0]!.color },
    { label: sides[1], color: OTHER_COLOR },
  ];
}
