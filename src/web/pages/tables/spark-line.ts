import type { PageLocale } from "../parts/page-locale.js";
import { decimalNumber } from "../../../core/model/values/decimal.js";
import type { PageTable } from "../../../calls/views/pages/page-table.js";
import { fillGaps } from "../charts/time-axis.js";
import { ONE_COLOR } from "../parts/colors.js";
import { html, type Html } from "../parts/html.js";
import { hasAmounts } from "./added-members.js";
import type { HeadedPage } from "./headline.js";
import { breaksBetween } from "./note-marks.js";
import { round } from "../charts/svg.js";

/** A point of a spark line; `null` where an amount is missing. */
export interface SparkPoint {
  readonly amount: number | null;
  /** True if the line is interrupted before it. */
  readonly isBreak: boolean;
}

const WIDTH = 320;

const HEIGHT = 72;

const EDGE = 6;

/** Draw the amounts of all years as a small line. @returns `null` if they are of several kinds, or too few */
export function sparkLine(
  { words, fill, year: nameYearOf }: PageLocale,
  { years, flows, year }: HeadedPage,
): Html | null {
  if (flows || years.measures.length > 1 || !hasAmounts(years)) return null;
  const rows = new Map(years.rows.flatMap((row) => (row.keys[0]!.value === null ? [] : [[row.keys[0]!.value, row]])));
  const names = fillGaps([...rows.keys()].toSorted());
  const points = names.map((name, at): SparkPoint => {
    const [before, row] = [rows.get(names[at - 1] ?? ""), rows.get(name)];
    const isPart = year.parts.has(name) || year.parts.has(names[at - 1] ?? "");
    const isBreak = before !== undefined && row !== undefined && (isPart || hasBreak(years, before, row));
    return { amount: row ? decimalNumber(row.amounts[0]!) : null, isBreak };
  });
  const [first = "", last = ""] = [names[0], names.at(-1)].map((name) => nameYearOf(name ?? ""));
  const line = drawSpark(
    points,
    {
      marked: names.indexOf(year.headed ?? ""),
      parts: new Set(names.flatMap((name, at) => (year.parts.has(name) ? [at] : []))),
    },
    fill(words.figures.sparkLine, { first, last }),
    ONE_COLOR,
  );
  if (line === null) return null;
  return html`<div class="years-line">
    ${line}
    <p class="facts"><span>${first}</span> <span>${last}</span></p>
  </div>`;
}

type Row = PageTable["rows"][number];

function hasBreak(figure: PageTable, before: Row, after: Row): boolean {
  return breaksBetween(figure, before, after).length > 0;
}

/**
 * Draw a line without axes, which shows how amounts went. It begins at zero, so that its heights can be compared.
 * @param marked index of the point with a dot
 * @param parts indexes of the points of which only a part is there: rings
 * @returns `null` with fewer than two amounts
 */
function drawSpark(
  points: readonly SparkPoint[],
  { marked, parts }: { readonly marked: number; readonly parts: ReadonlySet<number> },
  title: string,
  color: string,
): Html | null {
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
      const [only] = run as [number];
      if (parts.has(only)) {
        const radius = only === marked ? 4.5 : 3;
        return html`<circle
          class="part"
          cx="${x(only)}"
          cy="${y(points[only]!.amount!)}"
          r="${radius}"
          fill="none"
          stroke="${color}"
          stroke-width="2"
        />`;
      }
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
    ${dotted === null || parts.has(marked) ? null : html`<circle cx="${x(marked)}" cy="${y(dotted)}" r="4.5" fill="${color}" />`}
  </svg>`;
}

/** Split points into runs of neighbours that a line joins. */
export function runsOf(points: readonly SparkPoint[]): readonly (readonly number[])[] {
  const runs: number[][] = [];
  for (const [at, { amount, isBreak }] of points.entries()) {
    if (amount === null) continue;
    const isJoined = !isBreak && at > 0 && points[at - 1]!.amount !== null;
    if (isJoined) runs.at(-1)!.push(at);
    else runs.push([at]);
  }
  return runs;
}
