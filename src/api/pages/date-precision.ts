import type { Dimension } from "../../model/cube.js";
import { readFigure } from "./figure.js";
import type { Dataset } from "../../store/dataset.js";
import type { PageScope } from "./page-scope.js";

/** The precision of a source's dates. */
export type Precision = "year" | "month" | "day";

/** Precision by name of the date dimension. */
export type Precisions = Readonly<Record<string, Precision>>;

/** Precisions of dates that do not say it, by dataset: a version never changes. */
const KNOWN = new WeakMap<Dataset, Map<string, Precision>>();
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
export async function readPrecision(scope: PageScope, name: string): Promise<Precision> {
  let known = KNOWN.get(scope.dataset);
  if (!known) KNOWN.set(scope.dataset, (known = new Map()));
  const precision = known.get(name) ?? (await computePrecision(scope, name));
  known.set(name, precision);
  return precision;
}

async function computePrecision(scope: PageScope, name: string): Promise<Precision> {
  const drilldown = [`${name}.month`, `${name}.day`];
  const order = [{ field: `${name}.month`, value: "asc" }];
  const { rows } = await readFigure({ ...scope, choices: [] }, { drilldown, cuts: [], order, limit: MAX_DAYS });
  const days = rows.map(({ keys }) => keys.map(({ value }) => value)).filter(([month]) => month !== null);
  if (days.length === 0 || days.some(([, day]) => day !== "01")) return "day";
  return days.every(([month]) => month === "01") ? "year" : "month";
}
