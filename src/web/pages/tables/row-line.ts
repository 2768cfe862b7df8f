import type { LinePoint, RowLines } from "../../../calls/views/pages/page-table.js";
import { decimalNumber } from "../../../core/model/values/decimal.js";
import { fillGaps } from "../charts/time-axis.js";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import type { Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";
import { breaksBetween } from "./note-marks.js";
import { runsOf, type SparkPoint } from "./spark-line.js";

/** Width and height of the drawing, and the space around the line. */
const WIDTH = 100;
const HEIGHT = 24;
const EDGE = 3;

/** Name the column of the lines: by the years that they are of. */
export function headOfLines({ year, fillHtml, words }: PageLocale, { years }: RowLines): Html {
  const [from, to] = [years[0]!, years.at(-1)!].map((each) => html`<bdi>${year(each)}</bdi>`) as [Html, Html];
  return years.length === 1 ? from : fillHtml(words.said.between, { from, to });
}

/**
 * Draw the amounts of a row over the years, from zero, each row to its own scale. Years of which only a part is there
 * are rings that no line reaches; a year without an amount is a gap.
 * @param value of the row
 * @returns `null` without two amounts
 */
export function rowLine(locale: PageLocale, lines: RowLines, value: string | null, money: Money): Html | null {
  const found = value === null ? undefined : lines.rows.get(value);
  const known = (found ?? []).flatMap((point, at) => (point ? [{ ...point, year: lines.years[at]! }] : []));
  if (!found || known.length < 2) return null;
  const byYear = new Map(known.map((point) => [point.year, point]));
  const years = fillGaps(lines.years);
  const points = years.map((year, at) => pointOf(lines, byYear, years[at - 1], year));
  const amounts = known.map(({ amount }) => decimalNumber(amount));
  const [low, high] = [Math.min(0, ...amounts), Math.max(0, ...amounts)];
  const x = (at: number): number => Math.round(EDGE + (at / Math.max(1, years.length - 1)) * (WIDTH - 2 * EDGE));
  const y = (amount: number): number =>
    Math.round(HEIGHT - EDGE - ((amount - low) / (high - low || 1)) * (HEIGHT - 2 * EDGE));
  const place = (at: number): string => `${x(at)} ${y(points[at]!.amount!)}`;
  // A single point is a short stroke.
  const trace = (run: readonly number[]): string =>
    run.length > 1 ? `M${run.map(place).join(" ")}` : `M${x(run[0]!) - 2} ${y(points[run[0]!]!.amount!)}h4`;
  const isPart = (at: number): boolean => lines.parts.has(years[at]!);
  const runs = runsOf(points);
  const dots = runs.flatMap((run) => (run.length === 1 && isPart(run[0]!) ? run : []));
  const whole = runs.filter((run) => run.length > 1 || !isPart(run[0]!));
  const marked = lines.year === null || !byYear.has(lines.year) ? [] : [years.indexOf(lines.year)];
  return html`<svg
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    preserveAspectRatio="none"
    role="img"
    aria-label="${describeLine(locale, lines, known, money)}"
  >
    <path class="zero" d="M0 ${y(0)}h${WIDTH}" />
    ${whole.length === 0 ? null : html`<path d="${whole.map(trace).join("")}" />`}
    ${drawDots("now", marked, place)}${drawDots("part", dots, place)}${drawDots("hole", dots, place)}
  </svg>`;
}

function drawDots(name: string, dots: readonly number[], place: (at: number) => string): Html | null {
  return dots.length === 0 ? null : html`<path class="${name}" d="${dots.map((at) => `M${place(at)}h0`).join("")}" />`;
}

function pointOf(
  lines: RowLines,
  points: ReadonlyMap<string, LinePoint>,
  before: string | undefined,
  year: string,
): SparkPoint {
  const [earlier, point] = [points.get(before ?? ""), points.get(year)];
  const isPart = lines.parts.has(year) || lines.parts.has(before ?? "");
  const isBreak = earlier !== undefined && point !== undefined && breaksBetween(lines, earlier, point).length > 0;
  return { amount: point ? decimalNumber(point.amount) : null, isBreak: isPart || isBreak };
}

/** Say from what to what a line goes: its first and last amounts of whole years, if there are two. */
function describeLine(
  locale: PageLocale,
  { parts }: RowLines,
  known: readonly (LinePoint & { readonly year: string })[],
  money: Money,
): string {
  const whole = known.filter(({ year }) => !parts.has(year));
  const said = whole.length > 1 ? whole : known;
  const [first, last] = [said[0]!, said.at(-1)!];
  return locale.fill(locale.words.figures.rowLine, {
    from: isolate(money.short(first.amount)),
    first: locale.year(first.year),
    to: isolate(money.short(last.amount)),
    last: locale.year(last.year),
  });
}
