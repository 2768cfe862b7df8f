import { asPaid } from "../../calls/views/pages/adjust-scope.js";
import { type Precision, readPrecision } from "../../calls/views/pages/date-precision.js";
import { readFigure } from "../../calls/views/pages/figure.js";
import type { PageScope } from "../../calls/views/pages/page-scope.js";
import type { Dimension } from "../../core/model/cube.js";
import { type Dataset, summarizeVersion } from "../../store/dataset.js";

/** The first and the last day that the entries of a dataset are of: `YYYY-MM-DD`, both included. */
export interface DatasetPeriod {
  readonly start: string;
  readonly end: string;
}

const DAY_MS = 86_400_000;

/** Read the period of a dataset: as its summary has it, else once for each version; `null` if no entry has a date. */
export async function readDatasetPeriod({ context, actor, dataset, origin }: PageScope): Promise<DatasetPeriod | null> {
  const { days } = summarizeVersion(dataset);
  if (days === null) return null;
  if (days) return { start: days.first, end: endOf(days.last, timeOf(dataset)?.calendar?.precision ?? days.precision) };
  // Shared with other callers: one of them must not cancel it.
  return context.facts.find(dataset, "period", () => computePeriod({ context, actor, dataset, origin }));
}

async function computePeriod(scope: PageScope): Promise<DatasetPeriod | null> {
  const calendar = timeOf(scope.dataset)?.calendar;
  const [start, last] = [await readEnd(scope, "asc"), await readEnd(scope, "desc")];
  if (start === null || last === null) return null;
  return { start, end: endOf(last, calendar?.precision ?? (await readPrecision(scope, "time"))) };
}

function timeOf({ model }: Dataset): Dimension | undefined {
  return model.dimensions.find(({ name }) => name === "time");
}

/** Return the first day in an order; `null` if there is none. */
async function readEnd(scope: PageScope, order: "asc" | "desc"): Promise<string | null> {
  const request = { drilldown: ["time.name"], cuts: [], order: [{ field: "time.name", value: order }], limit: 1 };
  const day = (await readFigure(asPaid(scope), request)).rows[0]?.keys[0]?.value ?? null;
  return day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null;
}

/** Return the last day of the year or the month that begins on a day. */
function endOf(day: string, precision: Precision): string {
  if (precision === "day") return day;
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const next = new Date(day);
  next.setUTCFullYear(precision === "year" ? year + 1 : year, precision === "year" ? 0 : month, 1);
  return new Date(next.getTime() - DAY_MS).toISOString().slice(0, 10);
}
