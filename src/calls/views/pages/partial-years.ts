import { readPrecision } from "./date-precision.js";
import { readFigure } from "./figure.js";
import type { PageScope } from "./page-scope.js";

/** The months of a year that entries are of, from 1 to 12, if these are a part of it only. */
export interface YearPart {
  readonly first: number;
  readonly last: number;
}

/** Parts of years, by year; whole years are missing. */
export type YearParts = ReadonlyMap<string, YearPart>;

const MONTH = "time.yearmonth";
/** Maximum number of months: above that of any real budget. */
const MAX_MONTHS = 12_000;

/**
 * Read which years a dataset has only a part of: those that begin later or end earlier than its other years do. Only
 * the first and the last year can be. A dataset of one year has it whole if it reaches from January to December.
 * Datasets whose dates are years have whole years.
 */
export function readYearParts({ context, actor, dataset, origin }: PageScope): Promise<YearParts> {
  // Shared with other callers: one of them must not cancel it.
  return context.facts.find(dataset, "year parts", () => computeParts({ context, actor, dataset, origin }));
}

async function computeParts(scope: PageScope): Promise<YearParts> {
  const time = scope.dataset.model.dimensions.find(({ name }) => name === "time");
  if (time?.kind !== "date") return new Map();
  if ((time.calendar?.precision ?? (await readPrecision(scope, "time"))) === "year") return new Map();
  const order = [{ field: MONTH, value: "asc" }];
  const { rows } = await readFigure(scope, { drilldown: [MONTH], cuts: [], order, limit: MAX_MONTHS });
  return findParts(rows.flatMap(({ keys }) => keys[0]!.value ?? []));
}

/** Find the years of which only a part is there. @param months `YYYYMM`, in chronological order */
export function findParts(months: readonly string[]): YearParts {
  const years = new Map<string, YearPart>();
  for (const each of months) {
    const [year, month] = [each.slice(0, 4), Number(each.slice(4))];
    years.set(year, { first: years.get(year)?.first ?? month, last: month });
  }
  const list = [...years];
  const parts = list.filter(([year, { first, last }], at) => {
    const others = list.filter(([other]) => other !== year).map(([, span]) => span);
    const begin = others.length === 0 ? 1 : Math.min(...others.map((span) => span.first));
    const end = others.length === 0 ? 12 : Math.max(...others.map((span) => span.last));
    return (at === 0 && first > begin) || (at === list.length - 1 && last < end);
  });
  return new Map(parts);
}
