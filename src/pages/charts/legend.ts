import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { fitLine, textWidth } from "./fit-text.js";
import type { Series } from "./series.js";
import { round } from "./svg.js";

const INK = "#444444";
const FONT = 12;
const ROW = 19;
const SAMPLE = 22;
const GAP = 16;

/** Draw a legend: line samples with names, in rows. @param top of the first row */
export function drawLegend(
  series: readonly Pick<Series, "label" | "color" | "dash">[],
  width: number,
  top: number,
): { readonly parts: readonly Html[]; readonly height: number } {
  let x = 0;
  let y = top;
  const parts = series.map(({ label, color, dash }) => {
    const name = fitLine(label, width - SAMPLE - 6, FONT);
    const needed = SAMPLE + 6 + textWidth(name, FONT);
    if (x > 0 && x + needed > width) {
      x = 0;
      y += ROW;
    }
    const part = html`<path
        d="M${round(x)},${y + 8}h${SAMPLE}"
        stroke="${color}"
        stroke-width="2.6"
        ${dash === null ? null : html`stroke-dasharray="${dash}"`}
      /><text class="ink" x="${round(x + SAMPLE + 6)}" y="${y + 12}" font-size="${FONT}" fill="${INK}"
        >${isolate(name)}</text
      >`;
    x += needed + GAP;
    return part;
  });
  return { parts, height: series.length === 0 ? 0 : y + ROW - top };
}
