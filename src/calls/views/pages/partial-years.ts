import { asPaid } from "./adjust-scope.js";
import { findReference } from "../../../core/model/references.js";
import { useOf } from "../../reading/describe/field-use.js";
import { timeOf } from "../../reading/adjust/read-time.js";
import { WorkQueue } from "../../../core/admission/work-queue.js";
import { type CutClause, isPlainCut } from "../../../core/query/syntax/cut-clause.js";
import { readPrecision } from "./date-precision.js";
import { readFigure } from "./figure.js";
import { findParts, type MonthCount, type YearParts } from "./months.js";
import type { PageScope } from "./page-scope.js";

/** A year, and the months that entries are of. */
export interface CoveredYear {
  readonly year: string;
  /** From 1 to 12, ascending; `null` if dates are years. */
  readonly months: readonly number[] | null;
}

const YEAR = "time.year";
const MONTH = "time.yearmonth";
/** Maximum number of months: above that of any real budget. */
const MAX_MONTHS = 12_000;

/**
 * Read which years figures have only a part of, as `findParts` tells them. Datasets whose dates are years have whole
 * years. Where entries of a member are too few to tell, its years are those of the dataset;
 * those of a payer are the ones that it has months of.
 * @param cuts what the figures are of besides the choices of the page
 */
export async function readYearParts(scope: PageScope, cuts: readonly CutClause[] = []): Promise<YearParts> {
  if (!(await hasMonths(scope))) return new Map();
  const whole = findParts(await readMonths({ ...scope, choices: scope.choices ?? [] }, []));
  if (cuts.length === 0) return whole.parts;
  const own = findParts(await readMonths(scope, cuts), isOfPayer(scope, cuts));
  return own.isDense ? own.parts : whole.parts;
}

/** True if figures are of one payer. */
function isOfPayer({ dataset: { model } }: PageScope, cuts: readonly CutClause[]): boolean {
  return cuts.some((cut) => {
    const dimension = isPlainCut(cut) ? findReference(model, cut.field)?.dimension : undefined;
    return dimension !== undefined && useOf(dimension) === "payer";
  });
}

/** List the years of some entries with the months that these are of. */
export async function readCoveredYears(
  scope: PageScope,
  cuts: readonly CutClause[] = [],
): Promise<readonly CoveredYear[]> {
  if (!(await hasMonths(scope))) return readWholeYears(scope, cuts);
  const years = new Map<string, number[]>();
  for (const { year, month } of await readMonths(scope, cuts)) years.set(year, [...(years.get(year) ?? []), month]);
  return [...years].map(([year, months]) => ({ year, months }));
}

/** List the years of entries whose dates are years. */
async function readWholeYears(scope: PageScope, cuts: readonly CutClause[]): Promise<readonly CoveredYear[]> {
  if (timeOf(scope.dataset.model) === null) return [];
  const order = [{ field: YEAR, value: "asc" }];
  const { rows } = await readFigure(asPaid(scope), { drilldown: [YEAR], cuts, order, limit: MAX_MONTHS });
  return rows.flatMap(({ keys }) => (keys[0]!.value === null ? [] : [{ year: keys[0]!.value, months: null }]));
}

async function hasMonths(scope: PageScope): Promise<boolean> {
  const time = timeOf(scope.dataset.model);
  if (time === null) return false;
  return (time.calendar?.precision ?? (await readPrecision(withoutQueue(scope), "time"))) !== "year";
}

/** Count the entries of each month, in chronological order. Those of a dataset as a whole are kept. */
function readMonths(scope: PageScope, cuts: readonly CutClause[]): Promise<readonly MonthCount[]> {
  if (cuts.length > 0) return computeMonths(scope, cuts);
  const { context, actor, dataset, origin, choices = [] } = scope;
  const chosen = choices.map(({ dimension, chosen }) => [dimension, chosen]);
  // Shared with other callers: one of them must not cancel it.
  return context.facts.find(dataset, `months ${JSON.stringify(chosen)}`, () =>
    computeMonths(withoutQueue({ context, actor, dataset, origin, choices }), []),
  );
}

/** Return a scope whose queries do not wait: for facts that are read once for each version, also by small answers. */
function withoutQueue(scope: PageScope): PageScope {
  return { ...scope, context: { ...scope.context, queue: new WorkQueue(Infinity) } };
}

async function computeMonths(scope: PageScope, cuts: readonly CutClause[]): Promise<readonly MonthCount[]> {
  if (timeOf(scope.dataset.model) === null) return [];
  const order = [{ field: MONTH, value: "asc" }];
  const { rows } = await readFigure(asPaid(scope), { drilldown: [MONTH], cuts, order, limit: MAX_MONTHS });
  return rows.flatMap(({ keys, numEntries }) => {
    const value = keys[0]!.value;
    return value === null ? [] : [{ year: value.slice(0, 4), month: Number(value.slice(4)), numEntries }];
  });
}
