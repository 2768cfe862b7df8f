import { hatch } from "../charts/hatch.js";
import { html, type Html } from "../parts/html.js";

/** The least and the largest amount of the bars of a table, zero among them. */
export type BarBounds = readonly [min: number, max: number];

/** Style of a bar in a cell of a table. */
interface CellBarStyle {
  /** `null` for the colour of all bars. */
  readonly color: string | null;
  /** True if only a part of what it is of is there. */
  readonly isPart?: boolean;
}

const HEIGHT = 8;

/** Return the bounds of the bars of amounts. */
export function boundBars(amounts: readonly number[]): BarBounds {
  return [Math.min(0, ...amounts), Math.max(0, ...amounts)];
}

/** Draw a bar from zero for a cell of a table; one of a negative amount extends to the left. */
export function drawCellBar(amount: number, [min, max]: BarBounds, style: CellBarStyle): Html | null {
  const range = max - min;
  if (range === 0) return null;
  const { color, isPart = false } = style;
  const x = digits(((Math.min(0, amount) - min) / range) * 100);
  const width = digits((Math.abs(amount) / range) * 100);
  const fill = color === null ? html`` : html`fill="${color}"`;
  return html`<svg viewBox="0 0 100 ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
    <rect x="${x}" width="${width}" height="${HEIGHT}" ${fill} />
    ${isPart ? hatch({ x, y: 0, width, height: HEIGHT }) : null}
  </svg>`;
}

function digits(n: number): number {
  return Math.round(n * 100) / 100;
}
