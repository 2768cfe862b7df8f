import { sayFirst, sayPhrase } from "../parts/say-phrase.js";
import { addDecimals, compareDecimals, type Decimal, ZERO } from "../../../core/model/values/decimal.js";
import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import type { FigureKey } from "../../../calls/views/pages/figure-columns.js";
import { placeOfSide } from "../../../calls/views/pages/amount-beside.js";
import type { PageTable, PageTableRow } from "../../../calls/views/pages/page-table.js";
import { fillGaps } from "../charts/time-axis.js";
import { NUM_SHAPES } from "../charts/point-shapes.js";
import type { Series, TimeSeries } from "../charts/series.js";
import { areAlike, readLab } from "../parts/color-distance.js";
import { colorKeys, lineColor, ONE_COLOR, REST_COLOR, shadesApart } from "../parts/colors.js";
import { nameKey } from "../parts/describe-key.js";
import type { PageLocale } from "../parts/page-locale.js";
import { breaksBetween, raiseNotes } from "./note-marks.js";
import { changeColumn } from "./term-cells.js";
import { hasPeriods } from "./timeline.js";
import { namePartsOfYears, writePeriod } from "./year-name.js";

/** Build the lines of a figure: one in total, or one for each member of the other columns. */
export function seriesOf(locale: PageLocale, figure: PageTable, precisions: Precisions): TimeSeries {
  const { columns, rows } = figure;
  const time = Math.max(0, columns.findIndex(hasPeriods));
  const values = rows.flatMap(({ keys }) => keys[time]?.value ?? []);
  const labels = fillGaps([...new Set(values)].toSorted());
  const groups = new Map<string, { label: string; key: FigureKey | undefined; rows: Map<string, PageTableRow> }>();
  for (const row of rows) {
    const { keys } = row;
    const others = keys.filter((_, at) => at !== time);
    const at = keys[time]?.value;
    if (at === null || at === undefined) continue;
    const identity = JSON.stringify(others.map(({ value }) => value));
    let group = groups.get(identity);
    if (!group) {
      const named = columns.filter((_, each) => each !== time);
      const label = others.map((key, each) => nameKey(locale, named[each]!, key, precisions)).join(" · ");
      group = { label, key: others[0], rows: new Map() };
      groups.set(identity, group);
    }
    group.rows.set(at, row);
  }
  const colors = colorLines(
    [...groups.values()].map(({ key }) => key),
    columns.find((_, each) => each !== time)?.dimension ?? "",
    figure.places,
  );
  const parts = namePartsOfYears(locale, figure.parts, columns[time]?.reference);
  const series = [...groups.values()].map(({ rows: points, label, key }) => ({
    label,
    color: colors.get(key?.value ?? null) ?? ONE_COLOR,
    points: new Map([...points].map(([label, { amounts }]) => [label, amounts[0]!])),
    marks: marksOf(figure, points),
    breaks: new Set(labels.filter((label, at) => isBreak(figure, points.get(labels[at - 1]!), points.get(label)))),
    parts,
  }));
  const sorted = series.toSorted((a, b) => compareDecimals(sumOf(b.points), sumOf(a.points)));
  return {
    series: tellApart(columns.length > 1 ? sorted : addOtherSide(locale, figure, sorted, time)),
    labels,
    period: writePeriod(locale, columns[time]?.reference),
  };
}

/** Add the line of the other side of a comparison, if there is one. */
function addOtherSide(
  locale: PageLocale,
  figure: PageTable,
  series: readonly Omit<Series, "shape">[],
  time: number,
): readonly Omit<Series, "shape">[] {
  const against = placeOfSide(figure, "against");
  const [own] = series;
  if (own && figure.pair)
    return [{ ...own, label: sayPhrase(locale, figure.pair.own) }, pairLine(locale, figure, own, time)];
  if (against === null || !own || changeColumn(figure) === null) return series;
  const points = figure.rows.flatMap(({ keys, figures }) => {
    const [period, figureThere] = [keys[time]?.value, figures?.[against]];
    return period == null || figureThere == null ? [] : [[period, figureThere] as const];
  });
  const other = {
    label: sayFirst(locale, figure.terms!.sides?.other ?? figure.terms!.columns[against]!.label),
    color: lineColor(REST_COLOR),
    points: new Map(points),
  };
  return [
    { ...own, label: sayPhrase(locale, figure.terms!.sides?.own ?? figure.measures[0]!.label) },
    { ...other, marks: new Map(), breaks: own.breaks, parts: own.parts },
  ];
}

/** Build the line of the second of two measures. */
function pairLine(
  locale: PageLocale,
  { pair, rows }: PageTable,
  { breaks, parts }: Omit<Series, "shape">,
  time: number,
): Omit<Series, "shape"> {
  const points = rows.flatMap(({ keys, amounts }) => {
    const period = keys[time]?.value;
    return period == null ? [] : [[period, amounts[1]!] as const];
  });
  const label = sayPhrase(locale, pair!.other);
  return { label, color: lineColor(REST_COLOR), points: new Map(points), marks: new Map(), breaks, parts };
}

function marksOf(figure: PageTable, rows: ReadonlyMap<string, PageTableRow>): ReadonlyMap<string, string> {
  const marks = [...rows].map(([label, { notes }]) => [label, raiseNotes(figure, notes)] as const);
  return new Map(marks.filter(([, mark]) => mark !== ""));
}

function isBreak(figure: PageTable, before: PageTableRow | undefined, after: PageTableRow | undefined): boolean {
  return before !== undefined && after !== undefined && breaksBetween(figure, before, after).length > 0;
}

/** Give the points of lines whose colours are alike different shapes: dashes would say that a line is not whole. */
export function tellApart(groups: readonly Omit<Series, "shape">[]): readonly Series[] {
  const labs = groups.map(({ color }) => readLab(color));
  const shapes: number[] = [];
  for (const [at, lab] of labs.entries()) {
    const taken = new Set(shapes.filter((_, before) => areAlike(lab, labs[before]!)));
    const free = Array.from({ length: NUM_SHAPES }, (_, shape) => shape).find((shape) => !taken.has(shape));
    shapes.push(free ?? at % NUM_SHAPES);
  }
  return groups.map((group, at) => ({ ...group, shape: shapes[at]! }));
}

/** Give areas whose colours are the same shades of them: areas have no strokes to tell them apart. */
export function shadeApart(series: readonly Series[]): readonly Series[] {
  const colors = shadesApart(series.map(({ color }) => color));
  return series.map((each, at) => ({ ...each, color: colors[at]! }));
}

function sumOf(points: ReadonlyMap<string, Decimal>): Decimal {
  return [...points.values()].reduce(addDecimals, ZERO);
}

/** Return the colours of lines by the values of their first keys. */
function colorLines(
  keys: readonly (FigureKey | undefined)[],
  family: string,
  places: PageTable["places"],
): ReadonlyMap<string | null, string> {
  const known = new Map(keys.flatMap((key) => (key ? [[key.value, key] as const] : [])));
  const colors = colorKeys([...known.values()], family, places);
  return new Map([...known.keys()].map((value, at) => [value, lineColor(colors[at]!)]));
}
