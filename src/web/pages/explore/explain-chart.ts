import { decimalNumber } from "../../../core/model/values/decimal.js";
import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import type { Grid } from "../../../calls/views/pages/grid.js";
import type { Tree } from "../../../calls/views/pages/tree.js";
import type { MoneyFlow } from "../charts/flow.js";
import type { NestedPart } from "../charts/nested.js";
import { writePeriod } from "../tables/year-name.js";
import { nameKey } from "../parts/describe-key.js";
import { isolate } from "../parts/isolate.js";
import type { Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";
import { enumerate } from "../parts/enumerate.js";
import { nameColumn, nameColumnWithin } from "../tables/name-column.js";

/** Say what all columns come to, and the largest part of the last one. */
export function explainStack(locale: PageLocale, grid: Grid, precisions: Precisions, money: Money): string {
  const { columns, all, rows, down } = grid;
  const known = columns.flatMap((_, at) => (all.cells[at] == null ? [] : [at]));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return "";
  const { fill } = locale;
  const words = locale.words.charts.stack;
  const period = writePeriod(locale, grid.across.reference);
  const write = (at: number): string =>
    fill(words.at, { amount: money.short(all.cells[at]!), period: period(columns[at]!.label) });
  const course =
    grid.term.format !== "amount"
      ? ""
      : first === last
        ? fill(words.only, { amount: write(last) })
        : fill(words.course, { first: write(first), last: write(last) });
  const [largest] = rows
    .filter(({ key, cells }) => key !== null && cells[last] != null)
    .toSorted((a, b) => decimalNumber(b.cells[last]!) - decimalNumber(a.cells[last]!));
  if (!largest || !down) return course;
  const [part, whole] = [decimalNumber(largest.cells[last]!), decimalNumber(all.cells[last]!)];
  const named = {
    period: period(columns[last]!.label),
    part: isolate(nameKey(locale, down, largest.key!, precisions)),
  };
  const most =
    part >= 0 && whole >= part
      ? fill(words.largestShare, { ...named, share: locale.numbers.share(part / whole) })
      : fill(words.largest, named);
  return `${course} ${most}`.trim();
}

/** Say the largest part of the upper level, and the largest part in it. */
export function explainNest(
  { columns }: Tree,
  parts: readonly NestedPart[],
  locale: PageLocale,
  whole: number,
): string {
  const largest = (among: readonly NestedPart[]): NestedPart | undefined =>
    among.toSorted((a, b) => b.amount - a.amount)[0];
  const levels = enumerate(
    locale,
    columns.map((each, at) => isolate((at === 0 ? nameColumn : nameColumnWithin)(locale, each))),
  );
  const top = largest(parts);
  if (!top) return levels;
  const { fill } = locale;
  const words = locale.words.charts.levels;
  const share = whole >= top.amount ? locale.numbers.share(top.amount / whole) : null;
  const inner = largest(top.parts);
  const named = { levels, part: isolate(top.label), amount: top.shown };
  if (!inner) return share === null ? fill(words.most, named) : fill(words.mostShare, { ...named, share });
  const within = { ...named, inner: isolate(inner.label), innerAmount: inner.shown };
  return share === null ? fill(words.mostWithin, within) : fill(words.mostShareWithin, { ...within, share });
}

/** Say the widest band of a flow. */
export function explainFlow(
  { words, fill, within }: PageLocale,
  { sources, targets, bands }: MoneyFlow,
  [from, to]: readonly [from: string, to: string],
): string {
  const [widest] = bands.toSorted((a, b) => b.amount - a.amount);
  if (!widest) return "";
  const [source, target] = [sources[widest.from]!, targets[widest.to]!];
  const named = {
    sources: isolate(within(from)),
    targets: isolate(within(to)),
    source: isolate(source.label),
    target: isolate(target.label),
    amount: widest.exact,
  };
  const { most, mostPart } = words.charts.flow;
  return widest.more === undefined ? fill(most, named) : fill(mostPart, { ...named, part: widest.more });
}
