import type { Precisions } from "../../api/pages/date-precision.js";
import type { FigureKey } from "../../api/pages/figure-columns.js";
import type { Figure, FigureRow } from "../../api/pages/figure.js";
import { colorRows } from "./figure-colors.js";
import { breaksBetween, raiseNotes } from "./note-marks.js";
import { isTimeline } from "./timeline.js";
import { hasAmounts, hasTotal } from "./added-members.js";
import { drawBars } from "../charts/bars.js";
import { drawLines, fillGaps } from "../charts/lines.js";
import type { Series } from "../charts/series.js";
import { drawTreemap, type Tile } from "../charts/treemap.js";
import { colorMembers, lineColor, ONE_COLOR, REST_COLOR } from "../parts/colors.js";
import { nameKey } from "../parts/describe-key.js";
import { html, type Html } from "../parts/html.js";
import type { Money } from "../parts/numbers.js";
import type { PageReader } from "../parts/reader.js";

export type ChartKind = "treemap" | "bars" | "line";

export interface ChartStyle {
  readonly kind: ChartKind;
  readonly label: string;
  readonly money: Money;
  readonly precisions: Precisions;
  /** Returns the target of a click on a row; `null` for none. */
  readonly hrefOf: (row: FigureRow) => string | null;
  /** True if the chart stands beside a table on wide screens. */
  readonly isBeside?: boolean;
  /** Texts below a chart that stands alone. */
  readonly footnotes?: readonly string[];
}

/** Sizes for desktops and phones; the style sheet shows one of the two charts. */
const WIDE = { width: 900, height: 430 };
const NARROW = { width: 380, height: 440 };
const WIDE_LINE = { width: 900, height: 260 };
const BESIDE_LINE = { width: 640, height: 270 };
const NARROW_LINE = { width: 380, height: 230 };
const MAX_BARS = 25;

/** Draw a figure twice, for wide and for narrow screens. @returns `null` if there is nothing to draw */
export function figureChart(reader: PageReader, figure: Figure, style: ChartStyle): Html | null {
  if (figure.rows.length === 0 || !hasAmounts(figure)) return null;
  const [wide, narrow] = [false, true].map((isNarrow) => drawFigure(reader, figure, style, isNarrow));
  return wide && narrow ? html`${wide}${narrow}` : null;
}

/** Draw a figure for one width of screens. @returns `null` if there is nothing to draw */
export function drawFigure(reader: PageReader, figure: Figure, style: ChartStyle, isNarrow: boolean): Html | null {
  if (!hasAmounts(figure)) return null;
  // The tiles of a treemap are parts of a whole.
  const kind = style.kind === "treemap" && !hasTotal(figure) ? "bars" : style.kind;
  const className = `chart ${kind} ${isNarrow ? "narrow" : "wide"}`;
  if (kind === "line") {
    const { series, labels } = seriesOf(reader, figure, style.precisions);
    if (labels.length === 0) return null;
    return drawLines(
      series,
      labels,
      style.money.short,
      isNarrow ? NARROW_LINE : style.isBeside ? BESIDE_LINE : WIDE_LINE,
      style.label,
      className,
      style.footnotes,
    );
  }
  const parts = partsOf(reader, figure, style);
  if (kind === "bars") {
    const bars = parts.slice(0, MAX_BARS);
    return bars.length === 0
      ? null
      : drawBars(bars, (isNarrow ? NARROW : WIDE).width, style.label, className, style.footnotes);
  }
  const tiles = parts.filter(({ amount }) => amount > 0);
  const { rest } = figure;
  if (rest.amounts[0]! > 0) {
    const label = `${reader.numbers.count(rest.cells)} more`;
    const amount = rest.amounts[0]!;
    tiles.push({ label, amount, shown: style.money.short(amount), color: REST_COLOR, href: null });
  }
  return tiles.length === 0
    ? null
    : drawTreemap(tiles, isNarrow ? NARROW : WIDE, style.label, className, style.footnotes);
}

/** List notes about the parts of a figure that its chart omits. */
export function leftOutOf(reader: PageReader, figure: Figure, kind: ChartKind, money: Money): readonly string[] {
  const { rows, rest } = figure;
  const { count } = reader.numbers;
  const notes: string[] = [];
  if (!hasAmounts(figure)) return notes;
  const negative = [...rows, ...rest.negative].filter(({ amounts }) => amounts[0]! < 0);
  if (kind === "treemap" && negative.length > 0) {
    const sum = negative.reduce((sum, { amounts }) => sum + amounts[0]!, 0);
    notes.push(
      `${negative.length === 1 ? "One negative amount" : `${count(negative.length)} negative amounts`} (${money.short(sum)} in total) ${negative.length === 1 ? "is" : "are"} shown in the table only.`,
    );
  }
  if (rest.cells > 0) {
    const others = hasTotal(figure) ? `; the others add up to ${money.short(rest.amounts[0]!)}` : "";
    const shown = figure.columns[0]?.isDate ? count(rows.length) : `the ${count(rows.length)} largest`;
    notes.push(`Shows ${shown} of ${count(figure.numCells)}${others}.`);
  }
  if (kind === "bars" && rows.length > MAX_BARS) {
    notes.push(`The chart shows the first ${MAX_BARS}; the table has all ${count(rows.length)}.`);
  }
  const zero = rows.filter(({ amounts }) => amounts[0] === 0).length;
  if (kind === "treemap" && zero > 0) {
    notes.push(
      `${zero === 1 ? "One amount of zero is" : `${count(zero)} amounts of zero are`} shown in the table only.`,
    );
  }
  return notes;
}

/** Choose the best chart for a figure; `null` if the table is enough. */
export function chartOf(figure: Figure): ChartKind | null {
  const { columns, rows, rest } = figure;
  if (columns.some(({ reference }) => isTimeline(reference))) return rows.length > 1 ? "line" : null;
  if (rows.length < 2) return null;
  if (!hasTotal(figure) || columns[0]!.isDate) return "bars";
  const positive = rows.filter(({ amounts }) => amounts[0]! > 0).length;
  return positive === 0 ? "bars" : rows.length - positive > positive || rest.amounts[0]! < 0 ? "bars" : "treemap";
}

type Part = Tile;

function partsOf(reader: PageReader, figure: Figure, { money, precisions, hrefOf }: ChartStyle): Part[] {
  const { columns, rows } = figure;
  const colors = colorRows(figure);
  return rows.map((row, index) => {
    const label = row.keys.map((key, at) => nameKey(reader, columns[at]!, key, precisions)).join(" · ");
    const color = colors[index]!;
    const amount = row.amounts[0]!;
    return { label, amount, shown: money.short(amount) + raiseNotes(figure, row.notes), color, href: hrefOf(row) };
  });
}

/** Build the lines of a figure: one in total, or one for each member of the other columns. */
function seriesOf(
  reader: PageReader,
  figure: Figure,
  precisions: Precisions,
): { series: readonly Series[]; labels: readonly string[] } {
  const { columns, rows } = figure;
  const time = Math.max(
    0,
    columns.findIndex(({ reference }) => isTimeline(reference)),
  );
  const values = rows.flatMap(({ keys }) => keys[time]?.value ?? []);
  const labels = fillGaps([...new Set(values)].toSorted());
  const groups = new Map<string, { label: string; key: FigureKey | undefined; rows: Map<string, FigureRow> }>();
  for (const row of rows) {
    const { keys } = row;
    const others = keys.filter((_, at) => at !== time);
    const at = keys[time]?.value;
    if (at === null || at === undefined) continue;
    const identity = JSON.stringify(others.map(({ value }) => value));
    let group = groups.get(identity);
    if (!group) {
      const named = columns.filter((_, each) => each !== time);
      const label = others.map((key, each) => nameKey(reader, named[each]!, key, precisions)).join(" · ");
      group = { label, key: others[0], rows: new Map() };
      groups.set(identity, group);
    }
    group.rows.set(at, row);
  }
  const colors = colorKeys(
    [...groups.values()].map(({ key }) => key),
    columns.find((_, each) => each !== time)?.dimension ?? "",
  );
  const series = [...groups.values()].map(({ rows: points, label, key }) => ({
    label,
    color: colors.get(key?.value ?? null) ?? ONE_COLOR,
    points: new Map([...points].map(([label, { amounts }]) => [label, amounts[0]!])),
    marks: marksOf(figure, points),
    breaks: new Set(labels.filter((label, at) => isBreak(figure, points.get(labels[at - 1]!), points.get(label)))),
  }));
  return { series: tellApart(series.toSorted((a, b) => sumOf(b.points) - sumOf(a.points))), labels };
}

function marksOf(figure: Figure, rows: ReadonlyMap<string, FigureRow>): ReadonlyMap<string, string> {
  const marks = [...rows].map(([label, { notes }]) => [label, raiseNotes(figure, notes)] as const);
  return new Map(marks.filter(([, mark]) => mark !== ""));
}

function isBreak(figure: Figure, before: FigureRow | undefined, after: FigureRow | undefined): boolean {
  return before !== undefined && after !== undefined && breaksBetween(figure, before, after).length > 0;
}

/** Strokes of lines that share a colour. */
const DASHES = [null, "7 4", "2 3", "12 3 2 3"] as const;

function tellApart(groups: readonly Omit<Series, "dash">[]): readonly Series[] {
  const taken = new Map<string, number>();
  return groups.map((group) => {
    const times = taken.get(group.color) ?? 0;
    taken.set(group.color, times + 1);
    return { ...group, dash: DASHES[times % DASHES.length]! };
  });
}

function sumOf(points: ReadonlyMap<string, number>): number {
  return [...points.values()].reduce((sum, amount) => sum + amount, 0);
}

/** Return the colours of lines by the values of their first keys. */
function colorKeys(keys: readonly (FigureKey | undefined)[], family: string): ReadonlyMap<string | null, string> {
  const known = new Map(keys.flatMap((key) => (key ? [[key.value, key] as const] : [])));
  const colors = colorMembers([...known.values()], family);
  return new Map([...known.keys()].map((value, at) => [value, lineColor(colors[at]!)]));
}
