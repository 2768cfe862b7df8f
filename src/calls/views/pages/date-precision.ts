import { asPaid } from "./adjust-scope.js";
import type { DaySpan } from "../../../core/engine/day-span.js";
import type { Dimension } from "../../../core/model/cube.js";
import { readFigure } from "./figure.js";
import type { PageScope } from "./page-scope.js";

/** The precision of a source's dates. */
export type Precision = DaySpan["precision"];

/** Precision by name of the date dimension. */
export type Precisions = Readonly<Record<string, Precision>>;

/** Days in a leap year. */
const MAX_DAYS = 366;

/** Read the precision of date dimensions: what the model says, else what the dates show. If all dates are 1 January, the source has only years. */
export async function readPrecisions(scope: PageScope, dimensions: readonly Dimension[]): Promise<Precisions> {
  const precisions: [string, Precision][] = [];
  for (const { kind, name, calendar } of dimensions) {
    if (kind === "date") precisions.push([name, calendar?.precision ?? (await readPrecision(scope, name))]);
  }
  return Object.fromEntries(precisions);
}

/** Read the precision of a date dimension from its dates. */
export function readPrecision({ context, actor, dataset, origin }: PageScope, name: string): Promise<Precision> {
  const compute = () => computePrecision({ context, actor, dataset, origin }, name);
  // Shared with other callers: one of them must not cancel it.
  return context.facts.find(dataset, `precision of ${name}`, compute);
}

async function computePrecision(scope: PageScope, name: string): Promise<Precision> {
  const drilldown = [`${name}.month`, `${name}.day`];
  const order = [{ field: `${name}.month`, value: "asc" }];
  const { rows } = await readFigure(asPaid(scope), { drilldown, cuts: [], order, limit: MAX_DAYS });
  const days = rows.map(({ keys }) => keys.map(({ value }) => value)).filter(([month]) => month !== null);
  if (days.length === 0 || days.some(([, day]) => day !== "01")) return "day";
  return days.every(([month]) => month === "01") ? "year" : "month";
}
