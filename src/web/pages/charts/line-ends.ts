import { decimalNumber } from "../../../core/model/values/decimal.js";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { textWidth } from "./fit-text.js";
import type { Series } from "./series.js";
import { round } from "./svg.js";

const INK = "#444444";
const FONT = 12;
/** Distance of names from each other, and of their column from the last points. */
const STEP = 15;
const GAP = 22;
/** Drawings that are narrower have no room for names beside them. */
const MIN_WIDTH = 500;
/** Most of the width that names may take. */
const MAX_SHARE = 0.28;

/** Find the period that lines end at: the last one that they lead to, not one that compares with none before it. */
export function findEnd(series: readonly Series[], labels: readonly string[]): string | undefined {
  const isApart = (label: string): boolean =>
    series.some(({ parts, breaks, points }) => points.has(label) && (parts.has(label) || breaks.has(label)));
  const end = labels.findLastIndex((label) => !isApart(label));
  return labels[end] ?? labels.at(-1);
}

/** Return the width that the names of lines take at their ends; 0 if they have no room or an end is missing. */
export function widthOfEnds(
  series: readonly Series[],
  last: string | undefined,
  { width, height }: { readonly width: number; readonly height: number },
): number {
  if (series.length < 2 || width < MIN_WIDTH || series.length * STEP > height || last === undefined) return 0;
  if (series.some(({ label, points }) => label === "" || !points.has(last))) return 0;
  const longest = Math.max(...series.map(({ label }) => textWidth(label, FONT)));
  return longest + GAP > width * MAX_SHARE ? 0 : longest + GAP;
}

/** Place of the names of lines. */
interface EndsPlace {
  /** Where the last period is. */
  readonly x: number;
  readonly y: (amount: number) => number;
  readonly top: number;
  readonly bottom: number;
  /** True if the lines end there: then a stroke leads from each end to its name. */
  readonly isJoined: boolean;
}

/** Write the name of each line beside the drawing, at the height of its end, apart from each other. @param y place of an amount */
export function nameEnds(
  series: readonly Series[],
  last: string,
  { x, y, top, bottom, isJoined }: EndsPlace,
): readonly Html[] {
  const ends = series.map((each) => ({ each, end: y(decimalNumber(each.points.get(last)!)), place: 0 }));
  const sorted = ends.toSorted((a, b) => a.end - b.end);
  for (const [at, each] of sorted.entries()) {
    each.place = Math.max(each.end, at === 0 ? top : sorted[at - 1]!.place + STEP);
  }
  let lowest = bottom;
  for (const each of sorted.toReversed()) {
    each.place = Math.min(each.place, lowest);
    lowest = each.place - STEP;
  }
  return ends.map(
    ({ each: { label, color }, end, place }) =>
      html`<path
          d="M${isJoined ? `${round(x + 5)},${round(end)}` : `${round(x + GAP - 14)},${round(place)}`}L${round(x + GAP - 4)},${round(place)}"
          stroke="${color}"
          fill="none"
        /><text class="ink" x="${round(x + GAP)}" y="${round(place + 4)}" font-size="${FONT}" fill="${INK}"
          >${isolate(label)}</text
        >`,
  );
}
