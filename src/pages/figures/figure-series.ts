import type { Precisions } from "../../api/pages/date-precision.js";
import type { FigureKey } from "../../api/pages/figure-columns.js";
import type { Figure, FigureRow } from "../../api/pages/figure.js";
import { fillGaps } from "../charts/time-axis.js";
import type { Series } from "../charts/series.js";
import { colorOf } from "../parts/colors.js";
import { nameKey } from "../parts/describe-key.js";
import type { PageReader } from "../parts/reader.js";
import { breaksBetween, raiseNotes } from "./note-marks.js";
import { hasPeriods } from "./timeline.js";

/** Build the lines of a figure: one in total, or one for each member of the other columns. */
export function seriesOf(
  reader: PageReader,
  figure: Figure,
  precisions: Precisions,
): { series: readonly Series[]; labels: readonly string[] } {
  const { columns, rows, measures } = figure;
  const time = Math.max(0, columns.findIndex(hasPeriods));
  const values = rows.flatMap(({ keys }) => keys[time]?.value ?? []);
  const labels = fillGaps([...new Set(values)].toSorted());
  const groups = new Map<string, { label: string; color: string; rows: Map<string, FigureRow> }>();
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
      group = { label, color: lineColor(named[0]?.dimension ?? measures[0]!.name, others[0]), rows: new Map() };
      groups.set(identity, group);
    }
    group.rows.set(at, row);
  }
  const series = [...groups.values()].map(({ rows: points, ...group }) => ({
    ...group,
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

/** Give lines of one colour different strokes. */
export function tellApart(groups: readonly Omit<Series, "dash">[]): readonly Series[] {
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

function lineColor(family: string, key: FigureKey | undefined): string {
  return key ? colorOf(key.color, family, key.value ?? "") : "#2f6f9f";
}
