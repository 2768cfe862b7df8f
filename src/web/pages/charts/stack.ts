import { type Decimal, decimalNumber, shortestDecimal } from "../../../core/model/values/decimal.js";
import { type ScaleBand, scaleBand, type ScaleLinear } from "d3-scale";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { textWidth } from "./fit-text.js";
import { drawColumnMarks, type MarkedPart } from "./column-marks.js";
import { hatch } from "./hatch.js";
import { drawKeys, type LegendKey } from "./legend.js";
import type { Series } from "./series.js";
import { drawing, type DrawingStyle, round, type Size } from "./svg.js";
import { chooseTicks } from "./time-axis.js";
import { planAxis } from "./value-axis.js";

const INK = "#444444";
const FONT = 12;

/** Style of a chart of stacked columns. */
export interface StackStyle extends DrawingStyle {
  readonly size: Size;
  /** True if every column is as high as the others: its parts are shares of it. */
  readonly isOfShares: boolean;
  /** Names of the plan and the outturn, if each period has a column for both. */
  readonly sides?: readonly [plan: string, outturn: string] | undefined;
  /** Writes a period for people. */
  readonly period: (label: string) => string;
  readonly short: (figure: Decimal) => string;
  readonly exact: (figure: Decimal) => string;
  readonly share: (part: number) => string;
  /** Write a share beside the axis. */
  readonly percent: (percent: number) => string;
  /** Returns the target of a click on the part of a series in a period; `null` for none. */
  readonly hrefOf: (key: string | null, label: string) => string | null;
}

/** Draw a column for each period, in which the parts of all series stand on each other; those below zero hang down. */
export function drawStack(
  series: readonly Series[],
  labels: readonly string[],
  { size, isOfShares, sides, period, short, exact, share, percent, hrefOf, ...style }: StackStyle,
): Html {
  const columns = labels.map((label) => stackColumn(series, label, isOfShares));
  const plans = sides ? labels.map((label) => stackColumn(series.map(toPlan), label, isOfShares)) : [];
  const { y, ticks } = planAxis([...columns, ...plans].flatMap(({ low, high }) => [low, high]));
  const write = (tick: number): string => (isOfShares ? percent(tick * 100) : short(shortestDecimal(tick)));
  const left = Math.max(...ticks.map((tick) => textWidth(write(tick), FONT))) + 12;
  const [bottom, top, right] = [size.height - 24, 12, size.width - 6];
  y.range([bottom, top]);
  const x = scaleBand().domain(labels).range([left, right]).paddingInner(0.18).paddingOuter(0.1);
  const axes = { x, y, left, right, bottom, ticks, write, period };
  const half = x.bandwidth() / 2;
  const outturn: Place = sides
    ? { shift: half, width: half, side: sides[1] }
    : { shift: 0, width: half * 2, side: null };
  const keys = [...(series.length > 1 ? series : []), ...nameSides(sides)];
  const legend = drawKeys(keys, size.width, size.height + 6);
  const height = size.height + (legend.height === 0 ? 0 : legend.height + 6);
  return drawing({ width: size.width, height }, style, [
    ...drawAxes(labels, axes),
    ...plans.flatMap(({ parts }, at) =>
      parts.map((part) =>
        drawPart(part, { label: labels[at]!, shift: 0, width: half - 1, side: sides![0], isPlan: true }, axes, {
          exact,
          share,
          hrefOf: () => null,
        }),
      ),
    ),
    ...columns.flatMap(({ parts }, at) =>
      parts.map((part) => drawPart(part, { label: labels[at]!, ...outturn }, axes, { exact, share, hrefOf })),
    ),
    ...labels.flatMap((label, at) => {
      const planned = (plans[at]?.parts ?? []).map((part) => ({
        ...placePart(part, { label, shift: 0, width: half - 1 }, axes),
        hasRoom: false,
      }));
      const parts = columns[at]!.parts.map((part) => ({
        ...placePart(part, { label, ...outturn }, axes),
        hasRoom: true,
      }));
      const high = Math.max(columns[at]!.high, plans[at]?.high ?? 0);
      return drawColumnMarks([...planned, ...parts], { x: x(label)! + half, y: y(high) });
    }),
    ...legend.parts,
  ]);
}

/** Return a part of a column in its place. */
function placePart(
  { of, from, to }: StackedPart,
  { label, shift, width }: Pick<Place, "shift" | "width"> & { readonly label: string },
  { x, y }: Pick<StackAxes, "x" | "y">,
): Pick<MarkedPart, "mark" | "color" | "box"> {
  const box = { x: x(label)! + shift, y: y(to), width, height: y(from) - y(to) };
  return { mark: of.marks.get(label) ?? "", color: of.color, box };
}

/** Where a column stands in the place of its period, and what it is of. */
interface Place {
  readonly shift: number;
  readonly width: number;
  /** Name of its side; `null` without two. */
  readonly side: string | null;
  /** True for a plan, which is hatched. */
  readonly isPlan?: boolean;
}

/** Return the series of the plan of a series. */
function toPlan(series: Series): Series {
  return { ...series, points: series.planned ?? new Map() };
}

/** Return the keys that tell a plan, which is striped, from its outturn. */
function nameSides(sides: StackStyle["sides"]): readonly LegendKey[] {
  if (!sides) return [];
  return [
    { label: sides[0], color: null, stripes: "3 2" },
    { label: sides[1], color: null },
  ];
}

/** The scales of a chart, and its edges. */
interface StackAxes {
  readonly x: ScaleBand<string>;
  readonly y: ScaleLinear<number, number>;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly ticks: readonly number[];
  readonly write: (tick: number) => string;
  readonly period: (label: string) => string;
}

function drawAxes(
  labels: readonly string[],
  { x, y, left, right, bottom, ticks, write, period }: StackAxes,
): readonly Html[] {
  const grid = ticks.map(
    (tick) =>
      html`<line
          class="grid"
          x1="${round(left)}"
          x2="${right}"
          y1="${round(y(tick))}"
          y2="${round(y(tick))}"
          stroke="${INK}"
          stroke-opacity="${tick === 0 ? 0.7 : 0.18}"
        /><text
          class="ink"
          x="${round(left - 6)}"
          y="${round(y(tick) + 4)}"
          font-size="${FONT}"
          fill="${INK}"
          text-anchor="end"
          >${write(tick)}</text
        >`,
  );
  const widest = Math.max(...labels.map((each) => textWidth(period(each), FONT))) + 10;
  const marks = chooseTicks(labels, Math.floor((right - left) / widest), period).map(
    ({ at, text }) =>
      html`<text
        class="ink"
        x="${round(x(at)! + x.bandwidth() / 2)}"
        y="${bottom + 18}"
        font-size="${FONT}"
        fill="${INK}"
        text-anchor="middle"
        >${text}</text
      >`,
  );
  return [...grid, ...marks];
}

function drawPart(
  stacked: StackedPart,
  place: Place & { readonly label: string },
  axes: StackAxes,
  { exact, share, hrefOf }: Pick<StackStyle, "exact" | "share" | "hrefOf">,
): Html {
  const { of, figure, part } = stacked;
  const { label, side, isPlan = false } = place;
  const { mark, box } = placePart(stacked, place, axes);
  const when = axes.period(label);
  const name = of.label === "" ? "" : `${isolate(of.label)}, `;
  const months = of.parts.get(label);
  const drawn = html`<title>
      ${name}${when}${months === undefined ? "" : ` (${months})`}${side === null ? "" : `, ${isolate(side)}`}:
      ${exact(figure)}${mark}
    </title>
    ${part === null ? null : html`<desc>${share(part)}</desc>`}<rect
      x="${round(box.x)}"
      y="${round(box.y)}"
      width="${round(box.width)}"
      height="${round(Math.max(0.2, box.height))}"
      fill="${of.color}"
      ${isPlan ? html`fill-opacity="0.6"` : null}
    />${months === undefined && !isPlan ? null : hatch(box)}`;
  const href = hrefOf(of.key ?? null, label);
  // The table has the same links for the keyboard: some hundred stops in a chart would be in the way.
  return href === null ? html`<g>${drawn}</g>` : html`<a href="${href}" tabindex="-1">${drawn}</a>`;
}

/** A part of a column. */
interface StackedPart {
  readonly of: Series;
  readonly figure: Decimal;
  /** Its lower and upper edge on the axis. */
  readonly from: number;
  readonly to: number;
  /** Its share of the column; `null` where it has none. */
  readonly part: number | null;
}

function stackColumn(
  series: readonly Series[],
  label: string,
  isOfShares: boolean,
): { readonly parts: readonly StackedPart[]; readonly low: number; readonly high: number } {
  const figures = series.flatMap((of) => {
    const figure = of.points.get(label);
    return figure === undefined || figure.unscaled === 0n ? [] : [{ of, figure, amount: decimalNumber(figure) }];
  });
  const total = figures.reduce((sum, { amount }) => sum + amount, 0);
  const hasShares = total > 0 && figures.every(({ amount }) => amount >= 0);
  let [low, high] = [0, 0];
  const parts = figures.map(({ of, figure, amount }): StackedPart => {
    const size = isOfShares ? amount / total : amount;
    const part = hasShares ? amount / total : null;
    if (size < 0) {
      low += size;
      return { of, figure, from: low, to: low - size, part };
    }
    high += size;
    return { of, figure, from: high - size, to: high, part };
  });
  return { parts, low, high: isOfShares && parts.length > 0 ? 1 : high };
}
