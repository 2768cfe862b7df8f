import type { TimeSeries } from "../charts/series.js";
import { decimalNumber } from "../../../core/model/values/decimal.js";
import type { PageTable } from "../../../calls/views/pages/page-table.js";
import type { SplitFigure } from "../../../calls/views/pages/split-figure.js";
import { drawBars } from "../charts/bars.js";
import { drawLines } from "../charts/lines.js";
import { drawTreemap, type Tile } from "../charts/treemap.js";
import { withUnit } from "../parts/amount-unit.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { hasAmounts } from "./added-members.js";
import { type ChartKind, type ChartStyle, MAX_BARS } from "./chart-kind.js";
import { reasonAgainst } from "./chart-notes.js";
import { explainGap, explainLines, explainParts } from "./explain-figure.js";
import { colorBars, colorRows } from "./figure-colors.js";
import { rowParts, restPart, sidesOf } from "./figure-parts.js";
import { seriesOf } from "./figure-series.js";
import { slopesOf } from "./slopes.js";
import { drawsParts } from "./term-cells.js";
import { isTimeline } from "./timeline.js";

/** Sizes for desktops and phones; the style sheet shows one of the two charts. */
export const WIDE = { width: 900, height: 430 };
export const NARROW = { width: 380, height: 440 };
const BESIDE = { width: 560, height: 440 };
export const WIDE_LINE = { width: 900, height: 260 };
const BESIDE_LINE = { width: 640, height: 270 };
export const NARROW_LINE = { width: 380, height: 230 };

/** Draw a figure twice, for wide and for narrow screens. @returns `null` if there is nothing to draw */
export function figureChart(locale: PageLocale, figure: PageTable, style: ChartStyle): Html | null {
  if (figure.rows.length === 0 || !hasAmounts(figure)) return null;
  const [wide, narrow] = [false, true].map((isNarrow) => drawFigure(locale, figure, style, isNarrow));
  return wide && narrow ? html`${wide}${narrow}` : null;
}

/** Draw a figure for one width of screens. @returns `null` if there is nothing to draw */
export function drawFigure(locale: PageLocale, figure: PageTable, style: ChartStyle, isNarrow: boolean): Html | null {
  if (!hasAmounts(figure)) return null;
  const kind = reasonAgainst(locale, figure, style.kind) === null ? style.kind : "bars";
  const className = `chart ${kind} ${isNarrow ? "narrow" : "wide"}`;
  const sides = sidesOf(locale, figure);
  if (kind === "line") {
    const series = slopesOf(locale, figure, style.precisions) ?? seriesOf(locale, figure, style.precisions);
    const gap = sides ? explainGap(locale, rowParts(locale, figure, style, colorBars(figure)), sides) : "";
    return drawSeries(locale, series, style, isNarrow, gap);
  }
  const parts = rowParts(locale, figure, style, kind === "bars" ? colorBars(figure) : colorRows(figure));
  const rest = restPart(locale, figure, style);
  const { heading, footnotes, canvas } = style;
  const { direction } = locale;
  const label = withUnit(locale, style.label, style.money.unit);
  if (kind === "bars") {
    const bars = [...parts.slice(0, MAX_BARS), ...(rest && isShort(rest, parts) ? [rest] : [])];
    const { width } = isNarrow ? NARROW : style.isBeside ? BESIDE : WIDE;
    return bars.length === 0
      ? null
      : drawBars(bars, {
          width,
          label,
          description: [explainParts(locale, figure, parts), sides ? explainGap(locale, bars, sides) : ""]
            .join(" ")
            .trim(),
          className,
          direction,
          heading,
          footnotes,
          canvas,
          sides,
        });
  }
  const tiles = [...parts, ...(rest ? [rest] : [])].filter(({ amount }) => amount > 0);
  if (tiles.length === 0) return null;
  return drawTreemap(tiles, isNarrow ? NARROW : style.isBeside ? BESIDE : WIDE, {
    label,
    description: explainParts(locale, figure, parts),
    className,
    direction,
    heading,
    footnotes,
    canvas,
  });
}

/** Draw lines twice, for wide and for narrow screens. @returns `null` if there is nothing to draw */
export function seriesChart(locale: PageLocale, series: TimeSeries, style: ChartStyle): Html | null {
  const [wide, narrow] = [false, true].map((isNarrow) => drawSeries(locale, series, style, isNarrow));
  return wide && narrow ? html`${wide}${narrow}` : null;
}

/**
 * Draw lines for one width of screens.
 * @param more sentence to say besides what the lines show
 * @returns `null` if there is nothing to draw
 */
export function drawSeries(
  locale: PageLocale,
  { series, labels, period }: TimeSeries,
  style: ChartStyle,
  isNarrow: boolean,
  more = "",
): Html | null {
  if (labels.length === 0) return null;
  const { money, heading, footnotes, canvas, isBeside, write } = style;
  const label = withUnit(locale, style.label, money.unit);
  const size = isNarrow ? NARROW_LINE : isBeside ? BESIDE_LINE : WIDE_LINE;
  return drawLines(series, labels, {
    short: write ?? money.short,
    exact: style.writeExact ?? (write ? undefined : money.exact),
    size,
    period,
    label,
    description: [explainLines(locale, { series, labels, period }, write ?? money.short), more].join(" ").trim(),
    direction: locale.direction,
    heading,
    className: `chart line ${isNarrow ? "narrow" : "wide"}`,
    footnotes,
    canvas,
  });
}

/** True if a bar for the rest leaves the others long enough to be compared. */
function isShort(rest: Tile, parts: readonly Tile[]): boolean {
  const most = Math.max(...parts.map(({ amount }) => Math.abs(amount)));
  return parts.length <= MAX_BARS && Math.abs(rest.amount) <= most * MAX_REST;
}

/** Maximum length of the bar for the rest, in lengths of the longest other bar. */
const MAX_REST = 3;

/** Greatest share of a part in a treemap: of more, the others are too small to be seen. */
const MAX_AREA = 0.95;

/** Choose the best chart for a figure; `null` if the table is enough. */
export function chartOf(
  locale: PageLocale,
  figure: PageTable & Partial<Pick<SplitFigure, "isOfAreas">>,
): ChartKind | null {
  const { columns, rows, isOfAreas = true } = figure;
  if (rows.length < 2) return null;
  const time = columns.findIndex(({ reference }) => isTimeline(reference));
  const periods = new Set(time < 0 ? [] : rows.map(({ keys }) => keys[time]!.value));
  if (periods.size > 1) return "line";
  if (columns[0]!.isOfDate) return "bars";
  if (figure.terms?.sides?.kind === "time" && drawsParts(figure)) return "line";
  const positive = rows.map(({ amounts }) => decimalNumber(amounts[0]!)).filter((amount) => amount > 0);
  const isOneArea = Math.max(...positive) > MAX_AREA * positive.reduce((sum, amount) => sum + amount, 0);
  return isOfAreas && positive.length > 0 && !isOneArea && reasonAgainst(locale, figure, "treemap") === null
    ? "treemap"
    : "bars";
}
