import type { Precisions } from "../../api/pages/date-precision.js";
import type { Figure, FigureRow } from "../../api/pages/figure.js";
import { raiseNotes } from "./note-marks.js";
import { isTimeline } from "./timeline.js";
import { hasAmounts, hasTotal } from "./added-members.js";
import { type Bar, drawBars } from "../charts/bars.js";
import { drawLines } from "../charts/lines.js";
import { drawTreemap, type Tile } from "../charts/treemap.js";
import { REST_COLOR } from "../parts/colors.js";
import { colorRows } from "./figure-colors.js";
import { html, type Html } from "../parts/html.js";
import type { Money } from "../parts/numbers.js";
import type { PageReader } from "../parts/reader.js";
import { type ChangeClass, classesOfChanges, classOfChange } from "./change-classes.js";
import { type ChartKind, MAX_BARS } from "./chart-kind.js";
import { reasonAgainst } from "./chart-notes.js";
import { seriesOf } from "./figure-series.js";
import type { TimeSeries } from "./grid-series.js";
import { changeColumn, drawnOf, placeOfSide } from "./term-cells.js";
import { nameRest, nameRow } from "./row-names.js";

export interface ChartStyle {
  readonly kind: ChartKind;
  readonly label: string;
  readonly money: Money;
  readonly precisions: Precisions;
  /** Returns the target of a click on a row; `null` for none. */
  readonly hrefOf: (row: FigureRow) => string | null;
  /** True if the chart stands beside a table on wide screens. */
  readonly isBeside?: boolean;
  /** Writes the figures of lines; by default as amounts. */
  readonly write?: (figure: number) => string;
  /** Texts above a chart that stands alone. */
  readonly heading?: readonly string[];
  /** Texts below a chart that stands alone. */
  readonly footnotes?: readonly string[];
}

/** Sizes for desktops and phones; the style sheet shows one of the two charts. */
const WIDE = { width: 900, height: 430 };
const NARROW = { width: 380, height: 440 };
const WIDE_LINE = { width: 900, height: 260 };
const BESIDE_LINE = { width: 640, height: 270 };
const NARROW_LINE = { width: 380, height: 230 };

/** Draw a figure twice, for wide and for narrow screens. @returns `null` if there is nothing to draw */
export function figureChart(reader: PageReader, figure: Figure, style: ChartStyle): Html | null {
  if (figure.rows.length === 0 || !hasAmounts(figure)) return null;
  const [wide, narrow] = [false, true].map((isNarrow) => drawFigure(reader, figure, style, isNarrow));
  return wide && narrow ? html`${wide}${narrow}` : null;
}

/** Draw a figure for one width of screens. @returns `null` if there is nothing to draw */
export function drawFigure(reader: PageReader, figure: Figure, style: ChartStyle, isNarrow: boolean): Html | null {
  if (!hasAmounts(figure)) return null;
  const kind = reasonAgainst(reader, figure, style.kind) === null ? style.kind : "bars";
  const className = `chart ${kind} ${isNarrow ? "narrow" : "wide"}`;
  if (kind === "line") return drawSeries(seriesOf(reader, figure, style.precisions), style, isNarrow);
  const parts = partsOf(reader, figure, style);
  const rest = restOf(reader, figure, style);
  const { label, heading, footnotes } = style;
  if (kind === "bars") {
    const bars = [...parts.slice(0, MAX_BARS), ...(rest && isShort(rest, parts) ? [rest] : [])];
    const { width } = isNarrow ? NARROW : WIDE;
    return bars.length === 0
      ? null
      : drawBars(bars, { width, label, className, heading, footnotes, sides: sidesOf(figure) });
  }
  const tiles = [...parts, ...(rest ? [rest] : [])].filter(({ amount }) => amount > 0);
  if (tiles.length === 0) return null;
  return drawTreemap(tiles, isNarrow ? NARROW : WIDE, {
    label,
    className,
    heading,
    footnotes,
    classes: classesOf(figure),
  });
}

/** Draw lines twice, for wide and for narrow screens. @returns `null` if there is nothing to draw */
export function seriesChart(series: TimeSeries, style: ChartStyle): Html | null {
  const [wide, narrow] = [false, true].map((isNarrow) => drawSeries(series, style, isNarrow));
  return wide && narrow ? html`${wide}${narrow}` : null;
}

/** Draw lines for one width of screens. @returns `null` if there is nothing to draw */
export function drawSeries({ series, labels }: TimeSeries, style: ChartStyle, isNarrow: boolean): Html | null {
  if (labels.length === 0) return null;
  const { money, label, heading, footnotes, isBeside, write } = style;
  const size = isNarrow ? NARROW_LINE : isBeside ? BESIDE_LINE : WIDE_LINE;
  return drawLines(series, labels, {
    short: write ?? money.short,
    size,
    label,
    heading,
    className: `chart line ${isNarrow ? "narrow" : "wide"}`,
    footnotes,
  });
}

/** True if a bar for the rest leaves the others long enough to be compared. */
function isShort(rest: Tile, parts: readonly Tile[]): boolean {
  const most = Math.max(...parts.map(({ amount }) => Math.abs(amount)));
  return parts.length <= MAX_BARS && Math.abs(rest.amount) <= most * MAX_REST;
}

/** Maximum length of the bar for the rest, in lengths of the longest other bar. */
const MAX_REST = 3;

/** Choose the best chart for a figure; `null` if the table is enough. */
export function chartOf(reader: PageReader, figure: Figure): ChartKind | null {
  const { columns, rows } = figure;
  if (columns.some(({ reference }) => isTimeline(reference))) return rows.length > 1 ? "line" : null;
  if (rows.length < 2) return null;
  if (columns[0]!.isDate) return "bars";
  const positive = rows.filter(({ amounts }) => amounts[0]! > 0).length;
  return positive > 0 && reasonAgainst(reader, figure, "treemap") === null ? "treemap" : "bars";
}

type Part = Tile & Bar;

function partsOf(reader: PageReader, figure: Figure, style: ChartStyle): Part[] {
  const { columns, rows } = figure;
  const colors = colorRows(figure);
  return rows.flatMap((row, index) => {
    const { amount, shown } = drawnOf(reader, figure, row, style.money);
    if (amount === null) return [];
    const isRest = (row.contained ?? 0) > 0;
    const label = row.keys.map((_, at) => nameRow(reader, columns[at]!, row, at, style.precisions)).join(" · ");
    const more = compareRow(reader, figure, row, style.money);
    return {
      label,
      amount,
      shown: shown + raiseNotes(figure, row.notes),
      color: style.kind === "treemap" && more.class ? more.class.color : colors[index]!,
      href: isRest ? null : style.hrefOf(row),
      ...more,
    };
  });
}

/** Build the part for the cells that are not shown; `null` if there are none, or if they have no sum. */
function restOf(reader: PageReader, figure: Figure, style: ChartStyle): Part | null {
  const { rest } = figure;
  if (rest.cells === 0 || !hasTotal(figure)) return null;
  const { amount, shown } = drawnOf(reader, figure, rest, style.money);
  const label = nameRest(reader, figure);
  const more = compareRow(reader, figure, rest, style.money);
  return amount === null ? null : { label, amount, shown, color: REST_COLOR, href: null, isRest: true, ...more };
}

/** Return what a part shows of the other side of a comparison. */
function compareRow(
  reader: PageReader,
  figure: Figure,
  { figures }: Pick<FigureRow, "figures">,
  money: Money,
): Pick<Bar, "other" | "more"> & { readonly class?: ChangeClass } {
  const [against, change] = [placeOfSide(figure, "against"), changeColumn(figure)];
  if (against === null || change === null || !figures) return {};
  const before = figures[against]!;
  const part = figures[change]!;
  const found = classOfChange(part);
  const more = part === null ? found.label : `${reader.numbers.change(part)}, ${found.label}`;
  return { other: { amount: before, shown: money.short(before) }, class: found, more };
}

/** Name the two sides of a comparison; `null` without one. */
function sidesOf(figure: Figure): readonly [own: string, other: string] | null {
  const { terms, measures } = figure;
  const against = placeOfSide(figure, "against");
  if (against === null || (terms?.drawn ?? null) !== null) return null;
  return [measures[0]!.label, terms!.columns[against]!.label];
}

/** List the classes of changes that colours stand for; none without a comparison. */
function classesOf(figure: Figure): readonly ChangeClass[] {
  const change = changeColumn(figure);
  if (change === null) return [];
  const { rows, rest } = figure;
  const shown = [...rows, ...(rest.cells > 0 ? [rest] : [])].filter(({ amounts }) => amounts[0]! > 0);
  return classesOfChanges(shown.map(({ figures }) => figures?.[change] ?? null));
}
