import { scaleLinear } from "d3-scale";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { fitLine, textWidth } from "./fit-text.js";
import { drawing, round } from "./svg.js";

/** A bar; a negative amount points to the left. */
export interface Bar {
  readonly label: string;
  readonly amount: number;
  readonly shown: string;
  readonly color: string;
  readonly href: string | null;
}

const ROW = 30;
const FONT = 13;
const INK = "#333333";
/** Below this width, names stand above their bars: beside them they would take half of the drawing. */
const NARROW = 500;
const NAME = 18;

/** Draw horizontal bars below each other, all from the same zero. */
export function drawBars(
  bars: readonly Bar[],
  width: number,
  label: string,
  className: string,
  footnotes: readonly string[] = [],
): Html {
  const isNarrow = width < NARROW;
  const [step, above] = isNarrow ? [ROW + NAME, NAME] : [ROW, 0];
  const longest = Math.max(...bars.map((bar) => textWidth(bar.label, FONT))) + 10;
  const names = isNarrow ? 0 : Math.min(width * 0.36, longest);
  const figures = Math.max(...bars.map((bar) => textWidth(bar.shown, FONT))) + 14;
  const amounts = bars.map(({ amount }) => amount);
  const isNegative = amounts.some((amount) => amount < 0);
  const x = scaleLinear()
    .domain([Math.min(0, ...amounts), Math.max(0, ...amounts)])
    .range([names + (isNegative ? figures : 4), width - figures]);
  const rows = bars.map((bar, at) => {
    const y = at * step + above;
    const [from, to] = [Math.min(x(0), x(bar.amount)), Math.max(x(0), x(bar.amount))];
    const name = fitLine(bar.label, (isNarrow ? width : names) - 8, FONT);
    const isLeft = bar.amount < 0;
    const row = html`<title>${isolate(bar.label)}: ${bar.shown}</title
      ><text class="ink" x="0" y="${isNarrow ? y : y + 19}" font-size="${FONT}" fill="${INK}">${isolate(name)}</text
      ><rect
        x="${round(from)}"
        y="${y + 5}"
        width="${round(Math.max(0.5, to - from))}"
        height="${ROW - 10}"
        fill="${bar.color}"
      /><text
        class="ink"
        x="${round(isLeft ? from - 5 : to + 5)}"
        y="${y + 19}"
        font-size="${FONT}"
        fill="${INK}"
        text-anchor="${isLeft ? "end" : "start"}"
        >${bar.shown}</text
      >`;
    return bar.href === null ? html`<g>${row}</g>` : html`<a href="${bar.href}">${row}</a>`;
  });
  return drawing({ width, height: Math.max(1, bars.length) * step }, label, className, rows, footnotes);
}
