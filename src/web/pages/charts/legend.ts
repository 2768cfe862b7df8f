import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { fitLines, textWidth } from "./fit-text.js";
import { drawShape } from "./point-shapes.js";
import type { Series } from "./series.js";
import { round } from "./svg.js";

const INK = "#444444";
const FONT = 12;
const ROW = 19;
const GAP = 16;
/** Size of the shapes of points. */
const SHAPE = 4;

/** A key of areas. */
export interface LegendKey extends Pick<Series, "label"> {
  /** `null` for the colour of texts. */
  readonly color: string | null;
  /** `stroke-dasharray` of a striped one; absent for a plain one. */
  readonly stripes?: string;
}

/** Draw a legend of areas: squares with names, in rows. @param top of the first row */
export function drawKeys(
  keys: readonly LegendKey[],
  width: number,
  top: number,
): { readonly parts: readonly Html[]; readonly height: number } {
  return drawSamples(keys, { width, top, length: 12, thickness: 12 });
}

/** Draw a legend of lines: samples with names, in rows. @param top of the first row */
export function drawLegend(
  series: readonly Pick<Series, "label" | "color" | "shape">[],
  width: number,
  top: number,
): { readonly parts: readonly Html[]; readonly height: number } {
  return drawSamples(series, { width, top, length: 22, thickness: 2.6 });
}

/** Sizes of a legend. */
interface LegendSize {
  readonly width: number;
  readonly top: number;
  /** Length and thickness of a sample. */
  readonly length: number;
  readonly thickness: number;
}

function drawSamples(
  series: readonly (LegendKey & Partial<Pick<Series, "shape">>)[],
  { width, top, length, thickness }: LegendSize,
): { readonly parts: readonly Html[]; readonly height: number } {
  let x = 0;
  let y = top;
  const names = fitLines(
    series.map(({ label }) => label),
    width - length - 6,
    FONT,
  );
  const parts = series.map(({ color, stripes, shape = 0 }, at) => {
    const name = names[at]!;
    const needed = length + 6 + textWidth(name, FONT);
    if (x > 0 && x + needed > width) {
      x = 0;
      y += ROW;
    }
    const part = html`<path
        d="M${round(x)},${y + 8}h${length}"
        stroke="${color ?? INK}"
        stroke-width="${thickness}"
        ${color === null ? html`class="grid"` : null}
        ${stripes === undefined ? null : html`stroke-dasharray="${stripes}"`}
      />${drawShape(shape, { x: x + length / 2, y: y + 8 }, SHAPE, color ?? INK)}<text
        class="ink"
        x="${round(x + length + 6)}"
        y="${y + 12}"
        font-size="${FONT}"
        fill="${INK}"
        >${isolate(name)}</text
      >`;
    x += needed + GAP;
    return part;
  });
  return { parts, height: series.length === 0 ? 0 : y + ROW - top };
}
