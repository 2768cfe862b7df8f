import { html, type Html } from "../parts/html.js";
import { round } from "./svg.js";

const INK = "#444444";
/** Distance of the lines. */
const STEP = 7;

/** Draw slanted lines over an area, which say that only a part of something is there. */
export function hatch({
  x,
  y,
  width,
  height,
}: {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}): Html {
  const lines: string[] = [];
  // Each line rises by 45 degrees from the left or the lower edge, and ends at the right or the upper one.
  for (let at = STEP; at < width + height; at += STEP) {
    const from = [x + Math.max(0, at - height), y + Math.min(height, at)] as const;
    const to = [x + Math.min(width, at), y + Math.max(0, at - width)] as const;
    lines.push(`M${round(from[0])},${round(from[1])}L${round(to[0])},${round(to[1])}`);
  }
  return html`<path class="hatch" d="${lines.join("")}" fill="none" stroke="${INK}" stroke-opacity="0.28" />`;
}
