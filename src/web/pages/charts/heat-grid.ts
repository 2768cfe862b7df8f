import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { fitLine, textWidth } from "./fit-text.js";
import { drawing, type DrawingStyle, round } from "./svg.js";

/** A row of a picture of a crosstab. */
export interface HeatRow {
  readonly name: string;
  readonly isTotal: boolean;
  readonly cells: readonly { readonly shown: string; readonly exact: string; readonly step: number }[];
}

const ROW = 24;
const FONT = 12;
const INK = "#333333";
/** Colours of the steps; text is readable on each. */
const STEPS = ["#ffffff", "#e6f0ef", "#cce2df", "#b3d3cf", "#99c5bf", "#80b6af", "#66a79f"] as const;

/** Draw a crosstab: figures on colours that say how large they are. */
export function drawHeat(
  columns: readonly string[],
  rows: readonly HeatRow[],
  { width, ...style }: DrawingStyle & { readonly width: number },
): Html {
  const names = Math.min(width * 0.24, Math.max(...rows.map(({ name }) => textWidth(name, FONT))) + 12);
  const column = (width - names) / Math.max(1, columns.length);
  const heads = columns.map(
    (name, at) =>
      html`<text
        class="ink"
        x="${round(names + (at + 1) * column - 6)}"
        y="16"
        font-size="${FONT}"
        fill="${INK}"
        text-anchor="end"
        >${isolate(fitLine(name, column - 8, FONT))}</text
      >`,
  );
  const drawn = rows.map(({ name, isTotal, cells }, row) => {
    const y = (row + 1) * ROW;
    const weight = isTotal ? html`font-weight="600"` : null;
    return html`<text class="ink" x="0" y="${y + 16}" font-size="${FONT}" fill="${INK}" ${weight}
        >${isolate(fitLine(name, names - 8, FONT))}</text
      >${cells.map(
        ({ shown, exact, step }, at) =>
          html`<g
            ><title>${isolate(name)}, ${isolate(columns[at]!)}: ${exact}</title
            ><rect
              x="${round(names + at * column)}"
              y="${y}"
              width="${round(column - 1)}"
              height="${ROW - 1}"
              fill="${STEPS[step]!}"
            /><text
              x="${round(names + (at + 1) * column - 6)}"
              y="${y + 16}"
              font-size="${FONT}"
              fill="${INK}"
              text-anchor="end"
              ${weight}
              >${shown}</text
            ></g
          >`,
      )}`;
  });
  return drawing({ width, height: (rows.length + 1) * ROW }, style, [...heads, ...drawn]);
}
