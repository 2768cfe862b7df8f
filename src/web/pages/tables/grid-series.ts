import { addDecimals, type Decimal, subtractDecimals, ZERO } from "../../../core/model/values/decimal.js";
import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import type { FigureKey } from "../../../calls/views/pages/figure-columns.js";
import type { Grid, GridRow } from "../../../calls/views/pages/grid.js";
import type { Series, TimeSeries } from "../charts/series.js";
import { fillGaps } from "../charts/time-axis.js";
import { colorKeys, lineColor, ONE_COLOR, REST_COLOR } from "../parts/colors.js";
import { nameKey } from "../parts/describe-key.js";
import type { PageLocale } from "../parts/page-locale.js";
import { breaksBetween, raiseNotes } from "./note-marks.js";
import { tellApart } from "./figure-series.js";
import { namePartsOfYears, writePeriod } from "./year-name.js";

/** Maximum number of lines that can be told apart. */
export const MAX_LINES = 8;

/** Build the lines of a grid over periods: the largest rows over all of them, and the others as one line. */
export function gridSeries(
  locale: PageLocale,
  grid: Grid,
  precisions: Precisions,
  planned: Grid | null = null,
): TimeSeries {
  const labels = fillGaps(
    [...new Set([...grid.columns, ...(planned?.columns ?? [])].flatMap(({ value }) => value ?? []))].toSorted(),
  );
  const lines = grid.down === null ? [grid.all] : grid.rows.slice(0, MAX_LINES);
  const keys = lines.flatMap(({ key }) => key ?? []);
  const colors = colorKeys(keys, grid.down?.dimension ?? "", grid.places).map(lineColor);
  const parts = namePartsOfYears(locale, grid.parts, grid.across.reference);
  const series = lines.map((row, at) => {
    const label = row.key && grid.down ? nameKey(locale, grid.down, row.key, precisions) : "";
    const color = colors[at] ?? ONE_COLOR;
    const plan = planned && { planned: plannedPoints(planned, [row.key], labels) };
    return { label, key: row.key?.value ?? null, color, ...pointsOf(grid, row, labels), ...plan, parts };
  });
  const { fewRest } = grid;
  const rest = fewRest && {
    label: locale.fill(locale.words.figures.rest.others, { count: fewRest.count }),
    color: lineColor(REST_COLOR),
    ...pointsOf(grid, fewRest, labels),
    ...(planned && { planned: plannedRest(planned, keys, labels) }),
    parts,
  };
  return {
    series: tellApart(rest ? [...series, rest] : series),
    labels,
    period: writePeriod(locale, grid.across.reference),
  };
}

/** Return the plan of the rows with some keys, added up, by period. */
function plannedPoints(
  { rows, columns }: Grid,
  keys: readonly (FigureKey | null)[],
  labels: readonly string[],
): ReadonlyMap<string, Decimal> {
  const values = new Set(keys.map((key) => key?.value));
  const own = rows.filter(({ key }) => key !== null && values.has(key.value));
  const points = new Map<string, Decimal>();
  for (const [at, { value }] of columns.entries()) {
    const cells = own.flatMap((row) => row.cells[at] ?? []);
    if (value !== null && cells.length > 0 && labels.includes(value)) points.set(value, cells.reduce(addDecimals));
  }
  return points;
}

/** Return the plan of all rows but those with some keys, by period. */
function plannedRest(
  planned: Grid,
  keys: readonly FigureKey[],
  labels: readonly string[],
): ReadonlyMap<string, Decimal> {
  const named = plannedPoints(planned, keys, labels);
  const points = new Map<string, Decimal>();
  for (const [at, { value }] of planned.columns.entries()) {
    const all = planned.all.cells[at] ?? null;
    if (value !== null && all !== null) points.set(value, subtractDecimals(all, named.get(value) ?? ZERO));
  }
  return points;
}

function pointsOf(
  grid: Grid,
  { cells, notes }: GridRow,
  labels: readonly string[],
): Pick<Series, "points" | "marks" | "breaks"> {
  const at = new Map(grid.columns.map(({ value }, column) => [value, column]));
  const noted = (label: string | undefined) => ({ notes: notes[at.get(label ?? null) ?? -1] ?? [] });
  const points = new Map<string, Decimal>();
  const marks = new Map<string, string>();
  for (const label of labels) {
    const figure = cells[at.get(label) ?? -1] ?? null;
    if (figure === null) continue;
    points.set(label, figure);
    const mark = raiseNotes(grid, noted(label).notes);
    if (mark !== "") marks.set(label, mark);
  }
  const breaks = labels.filter((label, position) => {
    const before = labels[position - 1];
    const isJoined = before !== undefined && points.has(before) && points.has(label);
    return isJoined && breaksBetween(grid, noted(before), noted(label)).length > 0;
  });
  return { points, marks, breaks: new Set(breaks) };
}
