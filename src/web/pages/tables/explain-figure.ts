import { decimalNumber } from "../../../core/model/values/decimal.js";
import type { PageTable } from "../../../calls/views/pages/page-table.js";
import type { Bar } from "../charts/bars.js";
import type { Series, TimeSeries } from "../charts/series.js";
import type { Tile } from "../charts/treemap.js";
import { enumerate } from "../parts/enumerate.js";
import { isolate } from "../parts/isolate.js";
import type { PageLocale } from "../parts/page-locale.js";
import { nameColumn, nameColumnWithin } from "./name-column.js";

/** Say what bars or tiles are of, and the largest of them. */
export function explainParts(
  locale: PageLocale,
  { columns }: Pick<PageTable, "columns">,
  parts: readonly Pick<Tile, "label" | "amount" | "shown">[],
): string {
  const levels = enumerate(
    locale,
    columns.map((each, at) => isolate((at === 0 ? nameColumn : nameColumnWithin)(locale, each))),
  );
  const [largest] = parts.toSorted((a, b) => b.amount - a.amount);
  if (!largest) return levels;
  const named = { levels, part: isolate(largest.label), amount: largest.shown };
  return locale.fill(locale.words.charts.levels.most, named);
}

/** Say where two sides are farthest apart, and what both have there. */
export function explainGap(
  { words, fill }: PageLocale,
  rows: readonly Bar[],
  [own, other]: readonly [own: string, other: string],
): string {
  const pairs = rows.flatMap((row) =>
    row.other ? [{ row, gap: Math.abs(row.amount - row.other.amount), shown: row.other.shown }] : [],
  );
  const [widest] = pairs.toSorted((a, b) => b.gap - a.gap);
  if (!widest) return "";
  const { row, shown } = widest;
  return fill(words.charts.sides, {
    member: isolate(row.label),
    own: isolate(own),
    amount: row.shown,
    other: isolate(other),
    otherAmount: shown,
  });
}

/** Say the highest and the lowest point of one line; of several, which is the highest at the end. */
export function explainLines(
  { words, fill }: PageLocale,
  { series, labels, period: write }: TimeSeries,
  short: (figure: NonNullable<ReturnType<Series["points"]["get"]>>) => string,
): string {
  const { charts } = words;
  const points = series
    .flatMap(({ label, points: own }) =>
      [...own].map(([period, amount]) => ({ label, period, amount, near: decimalNumber(amount) })),
    )
    .toSorted((a, b) => b.near - a.near);
  const [most, least] = [points[0], points.at(-1)];
  if (!most || !least) return "";
  if (series.length === 1) {
    return fill(charts.calendar.ends, {
      period: isolate(write(most.period)),
      amount: short(most.amount),
      otherPeriod: isolate(write(least.period)),
      otherAmount: short(least.amount),
    });
  }
  const last = labels.findLast((label) => series.some((each) => each.points.has(label)))!;
  const highest = points.find(({ period }) => period === last)!;
  return fill(charts.stack.largest, { period: isolate(write(last)), part: isolate(highest.label) });
}
