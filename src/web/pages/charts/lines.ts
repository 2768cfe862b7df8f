import { type Decimal, decimalNumber, shortestDecimal } from "../../../core/model/values/decimal.js";
import { scalePoint } from "d3-scale";
import { line } from "d3-shape";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { textWidth } from "./fit-text.js";
import { hatch } from "./hatch.js";
import { drawLegend } from "./legend.js";
import { MARK_FONT } from "./column-marks.js";
import { findEnd, nameEnds, widthOfEnds } from "./line-ends.js";
import { drawShape } from "./point-shapes.js";
import type { Series } from "./series.js";
import { drawing, type DrawingStyle, round, type Size } from "./svg.js";
import { chooseTicks } from "./time-axis.js";
import { planAxis } from "./value-axis.js";

const INK = "#444444";
const FONT = 12;
/** Widths of the hatched bands of parts of years. */
const MIN_BAND = 6;
const MAX_BAND = 44;

/** Style of a line chart. */
export interface LinesStyle extends DrawingStyle {
  /** Writes a figure in few digits. */
  readonly short: (figure: Decimal) => string;
  /** Writes every digit of a figure, for tooltips; by default a few. */
  readonly exact?: ((figure: Decimal) => string) | undefined;
  readonly size: Size;
  /** Writes a period for people. */
  readonly period: (label: string) => string;
}

/**
 * Draw lines over ordered labels, such as years. The axis always includes zero, so that heights can be compared. Several
 * lines have their names at their ends, or a legend where these have no room.
 */
export function drawLines(
  series: readonly Series[],
  labels: readonly string[],
  { short, exact = short, size, period, ...style }: LinesStyle,
): Html {
  const amounts = series.flatMap(({ points }) => [...points.values()].map(decimalNumber));
  const { y, ticks } = planAxis(amounts);
  const left = Math.max(...ticks.map((tick) => textWidth(short(shortestDecimal(tick)), FONT))) + 12;
  const [bottom, top] = [size.height - 24, 12];
  const last = findEnd(series, labels);
  const names = widthOfEnds(series, last, { width: size.width, height: bottom - top });
  const right = size.width - 18 - names;
  y.range([bottom, top]);
  const x = scalePoint()
    .domain(labels)
    .range([left + 6, right])
    .padding(0.1);
  // Names stand on no line of the grid.
  const end = (names === 0 ? right : x(labels.at(-1)!)!) + 12;
  const grid = ticks.map((tick) => drawTick(short(shortestDecimal(tick)), tick === 0, y(tick), left, end));
  const widest = Math.max(...labels.map((each) => textWidth(period(each), FONT))) + 10;
  const marks = chooseTicks(labels, Math.floor((right - left) / widest), period).map(
    (tick) =>
      html`<text
        class="ink"
        x="${round(x(tick.at)!)}"
        y="${bottom + 18}"
        font-size="${FONT}"
        fill="${INK}"
        text-anchor="middle"
        >${tick.text}</text
      >`,
  );
  // Names at their ends tell lines apart.
  const shaped = names === 0 ? series : series.map((each) => ({ ...each, shape: 0 }));
  const drawn = drawSeries(shaped, labels, (each) => x(each)!, y, { short, exact, period });
  const isJoined = last === labels.at(-1);
  const ends = names === 0 ? [] : nameEnds(series, last!, { x: x(labels.at(-1)!)!, y, top, bottom, isJoined });
  const legend = drawLegend(series.length > 1 && names === 0 ? series : [], size.width, size.height + 6);
  const height = size.height + (legend.height === 0 ? 0 : legend.height + 6);
  const bands = drawBands(series, labels, (each) => x(each)!, x.step(), { top, bottom });
  return drawing({ width: size.width, height }, style, [
    ...grid,
    ...bands,
    ...marks,
    ...drawn,
    ...ends,
    ...legend.parts,
  ]);
}

/** Hatch the periods of which a line has only a part. */
function drawBands(
  series: readonly Series[],
  labels: readonly string[],
  x: (label: string) => number,
  step: number,
  { top, bottom }: { readonly top: number; readonly bottom: number },
): readonly Html[] {
  const width = Math.min(MAX_BAND, Math.max(MIN_BAND, step * 0.6));
  return labels
    .filter((each) => series.some(({ parts, points }) => parts.has(each) && points.has(each)))
    .map((each) => hatch({ x: x(each) - width / 2, y: top, width, height: bottom - top }));
}

/** Draw a line of the grid with its figure. */
function drawTick(figure: string, isZero: boolean, y: number, left: number, right: number): Html {
  return html`<line
      class="grid"
      x1="${round(left)}"
      x2="${round(right)}"
      y1="${round(y)}"
      y2="${round(y)}"
      stroke="${INK}"
      stroke-opacity="${isZero ? 0.7 : 0.18}"
    /><text class="ink" x="${round(left - 6)}" y="${round(y + 4)}" font-size="${FONT}" fill="${INK}" text-anchor="end"
      >${figure}</text
    >`;
}

/** Draw the lines, with a dot for each figure. */
function drawSeries(
  series: readonly Series[],
  labels: readonly string[],
  x: (label: string) => number,
  y: (figure: number) => number,
  { short, exact, period }: Pick<LinesStyle, "short" | "period"> & { readonly exact: (figure: Decimal) => string },
): readonly Html[] {
  const path = line<string>(x, () => 0);
  const marked = new Set<string>();
  return series.map(({ label, color, shape, points, marks, breaks, parts }) => {
    const curve = path.y((each) => y(decimalNumber(points.get(each)!))).defined((each) => points.has(each));
    const runs = splitAt(labels, breaks, parts)
      .map((run) => curve(run) ?? "")
      .join("");
    const of = label === "" ? "" : `${isolate(label)}, `;
    const dots = [...points].map(([each, amount]) => {
      const mark = marks.get(each) ?? "";
      const at = { x: round(x(each)), y: round(y(decimalNumber(amount))) };
      const radius = labels.length > 40 ? 1.5 : 3.2;
      const part = parts.get(each);
      const when = `${period(each)}${part === undefined ? "" : ` (${part})`}`;
      // A part of a year is hollow.
      const paint =
        part === undefined
          ? html`fill="${color}"`
          : html`class="part" fill="#ffffff" stroke="${color}" stroke-width="1.6"`;
      return html`${part === undefined ? drawShape(shape, { x: x(each), y: y(decimalNumber(amount)) }, radius + 0.8, color) : null}<circle
          data-short="${short(amount)}"
          cx="${at.x}"
          cy="${at.y}"
          r="${radius}"
          ${paint}
          ><title>${of}${when}: ${exact(amount)}${mark}</title></circle
        >${isFirst(marked, each, mark) ? raise(mark, at.x + 5, at.y) : null}`;
    });
    return html`<path d="${runs}" fill="none" stroke="${color}" stroke-width="2.2" stroke-linejoin="round" />${dots}`;
  });
}

/** True if no line above has the mark at the same period: then it need not be repeated. */
function isFirst(marked: Set<string>, label: string, mark: string): boolean {
  const key = `${label} ${mark}`;
  const isNew = mark !== "" && !marked.has(key);
  marked.add(key);
  return isNew;
}

/** Write a mark beside a point. */
function raise(mark: string, x: number, y: number): Html {
  return html`<text class="ink" x="${round(x)}" y="${y}" font-size="${MARK_FONT}" fill="${INK}">${mark}</text>`;
}

/** Split labels into runs that begin at breaks; no line leads to a part of a period. */
function splitAt(
  labels: readonly string[],
  breaks: ReadonlySet<string>,
  parts: ReadonlyMap<string, string>,
): readonly string[][] {
  const runs: string[][] = [[]];
  for (const [at, label] of labels.entries()) {
    if (breaks.has(label) || parts.has(label) || parts.has(labels[at - 1] ?? "")) runs.push([]);
    runs.at(-1)!.push(label);
  }
  return runs;
}
