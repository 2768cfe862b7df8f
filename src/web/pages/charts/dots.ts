import { scaleLinear } from "d3-scale";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { type Bar, OTHER_COLOR } from "./bars.js";
import { fitLines, textWidth } from "./fit-text.js";
import { drawKeys } from "./legend.js";
import { drawing, type DrawingStyle, round } from "./svg.js";

/** Style of a chart of dots. */
export interface DotsStyle extends DrawingStyle {
  readonly width: number;
  /** Names of the two sides. */
  readonly sides: readonly [own: string, other: string];
}

const ROW = 28;
const FONT = 13;
const INK = "#333333";
const RADIUS = 6;
/** Below this width, names stand above their dots. */
const NARROW = 500;

/** Draw a dot for each of two sides of each row, and a line between them, all on one axis. */
export function drawDots(rows: readonly Bar[], { width, sides, ...style }: DotsStyle): Html {
  const isNarrow = width < NARROW;
  const [step, above] = isNarrow ? [ROW + 18, 18] : [ROW, 0];
  const longest = Math.max(...rows.map(({ label }) => textWidth(label, FONT))) + 14;
  const names = isNarrow ? 8 : Math.min(width * 0.36, longest);
  const figures =
    Math.max(...rows.flatMap(({ shown, other }) => [shown, other?.shown ?? ""].map((text) => textWidth(text, FONT)))) +
    14;
  const amounts = rows.flatMap(({ amount, other }) => [amount, ...(other ? [other.amount] : [])]);
  const x = scaleLinear()
    .domain([Math.min(0, ...amounts), Math.max(0, ...amounts)])
    .range([names + figures, width - figures]);
  const shortened = fitLines(
    rows.map(({ label }) => label),
    (isNarrow ? width : names) - 8,
    FONT,
  );
  const drawn = rows.map(({ label, amount, other, color, exact, shown, more, href }, at) => {
    const y = at * step + above + ROW / 2;
    const dot = (of: number, fill: string): Html =>
      html`<circle cx="${round(x(of))}" cy="${y}" r="${RADIUS}" fill="${fill}" />`;
    const row = html`<title>${isolate(label)}: ${exact ?? shown}</title
      >${more === undefined ? null : html`<desc>${more}</desc>`}<rect
        x="0"
        y="${y - ROW / 2 + 1}"
        width="${width}"
        height="${ROW - 2}"
        fill="none"
        pointer-events="all"
      /><text class="ink" x="0" y="${isNarrow ? y - ROW / 2 : y + 4}" font-size="${FONT}" fill="${INK}"
        >${isolate(shortened[at]!)}</text
      >${
        other
          ? html`<line
                class="grid"
                x1="${round(x(amount))}"
                x2="${round(x(other.amount))}"
                y1="${y}"
                y2="${y}"
                stroke="${INK}"
                stroke-opacity="0.5"
                stroke-width="2"
              />${dot(other.amount, OTHER_COLOR)}`
          : null
      }${dot(amount, color)}${drawEnds(rows[at]!, x, y)}`;
    return href === null ? html`<g>${row}</g>` : html`<a href="${href}">${row}</a>`;
  });
  const top = Math.max(1, rows.length) * step;
  const [own, others] = sides;
  const legend = drawKeys(
    [
      { label: own, color: rows[0]?.color ?? OTHER_COLOR },
      { label: others, color: OTHER_COLOR },
    ],
    width,
    top + 4,
  );
  return drawing({ width, height: top + legend.height }, style, [
    ...(amounts.some((amount) => amount < 0) ? [drawZero(x(0), top)] : []),
    ...drawn,
    ...legend.parts,
  ]);
}

/** Write the figures of both sides of a row, the lower one before its dot and the higher one after it. */
function drawEnds({ amount, shown, other }: Bar, x: (amount: number) => number, y: number): readonly Html[] {
  const ends = [{ of: amount, text: shown }, ...(other ? [{ of: other.amount, text: other.shown }] : [])].toSorted(
    (a, b) => a.of - b.of,
  );
  return ends.map(({ of, text }, end) => {
    const isLeft = end === 0 && ends.length > 1;
    return html`<text
      class="ink"
      x="${round(x(of) + (isLeft ? -RADIUS - 4 : RADIUS + 4))}"
      y="${y + 4}"
      font-size="${FONT}"
      fill="${INK}"
      text-anchor="${isLeft ? "end" : "start"}"
      >${text}</text
    >`;
  });
}

/** Draw the line that tells amounts below zero from the others. */
function drawZero(x: number, height: number): Html {
  return html`<line
    class="grid"
    x1="${round(x)}"
    x2="${round(x)}"
    y1="0"
    y2="${height}"
    stroke="${INK}"
    stroke-opacity="0.3"
  />`;
}
