import { html, type Html } from "../parts/html.js";
import { round } from "./svg.js";

/** A point of a spark line; `null` where an amount is missing. */
export interface SparkPoint {
  readonly label: string;
  readonly amount: number | null;
  /** True if the line is interrupted before it. */
  readonly isBreak: boolean;
}

const WIDTH = 320;
const HEIGHT = 72;
const EDGE = 6;

/**
 * Draw a line without axes, which shows how amounts went. It begins at zero, so that its heights can be compared.
 * @param marked index of the point with a dot
 * @returns `null` with fewer than two amounts
 */
export function drawSpark(points: readonly SparkPoint[], marked: number, title: string, color: string): Html | null {
  const amounts = points.flatMap(({ amount }) => amount ?? []);
  if (amounts.length < 2) return null;
  const [low, high] = [Math.min(0, ...amounts), Math.max(0, ...amounts)];
  const x = (at: number): number => round(EDGE + (at / Math.max(1, points.length - 1)) * (WIDTH - 2 * EDGE));
  const y = (amount: number): number =>
    round(HEIGHT - EDGE - ((amount - low) / (high - low || 1)) * (HEIGHT - 2 * EDGE));
  const runs = runsOf(points);
  const dotted = points[marked]?.amount ?? null;
  return html`<svg class="spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">
    <path class="zero" d="M0,${y(0)}H${WIDTH}" stroke="#8b8f94" />
    ${runs.map((run) => {
      const line = run.map((at) => `${x(at)},${y(points[at]!.amount!)}`).join("L");
      // A single point is a short stroke.
      return html`<path
        d="M${line}${run.length === 1 ? "h1" : ""}"
        fill="none"
        stroke="${color}"
        stroke-width="2.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />`;
    })}
    ${dotted === null ? null : html`<circle cx="${x(marked)}" cy="${y(dotted)}" r="4.5" fill="${color}" />`}
  </svg>`;
}

/** Split points into runs of neighbours that a line joins. */
function runsOf(points: readonly SparkPoint[]): readonly (readonly number[])[] {
  const runs: number[][] = [];
  for (const [at, { amount, isBreak }] of points.entries()) {
    if (amount === null) continue;
    const isJoined = !isBreak && at > 0 && points[at - 1]!.amount !== null;
    if (isJoined) runs.at(-1)!.push(at);
    else runs.push([at]);
  }
  return runs;
}
