import { holdsSpending } from "../../../core/model/spending.js";
import { type Decimal } from "../../../core/model/values/decimal.js";
import { parameters as noParameters } from "../../../core/query/parameters.js";
import { LRUCache } from "lru-cache";
import type { Dataset } from "../../../store/dataset.js";
import type { SearchText } from "../../../core/query/syntax/search-text.js";
import type { Clause } from "../../../core/query/clauses.js";
import type { Dimension, FiscalYear } from "../../../core/model/cube.js";
import { readFiscalYear } from "../pages/fiscal-years.js";
import { readFigure } from "../pages/figure.js";
import { findDirection } from "../pages/flows.js";
import { readChoices, sortMembers } from "../pages/member-choice.js";
import { readYearParts } from "../pages/partial-years.js";
import type { PageScope } from "../pages/page-scope.js";
import { chooseYear, YEAR } from "../pages/years.js";

/** A member by its dimension and name. */
export interface MemberOf {
  readonly dimension: Dimension;
  readonly name: string;
}

/** The entries whose amount is read: those of a member, or that match a search; else all. */
export interface SummedEntries {
  readonly member?: MemberOf | undefined;
  /** Cuts besides. */
  readonly cuts?: readonly Clause[];
  readonly q?: SearchText;
}

/** The amount of one year, and of one direction of money. */
export interface NewestAmount {
  readonly amount: Decimal;
  readonly currency: string | null;
  /** `null` if no entry has a year. */
  readonly year: string | null;
  /** The fiscal year that it stands for; `null` for one of the calendar. */
  readonly fiscal: FiscalYear | null;
  /** Label of the direction, such as expenditure; `null` without directions. */
  readonly direction: string | null;
}

/** Maximum number of cells: years and directions. */
const MAX_CELLS = 2000;
/** Direction that is shown of several, because they are never added up. */
const SPENT = "expenditure";

/** Amounts that are cached for a dataset: members are suggested again with the next letter. */
const CACHED = 2000;
const AMOUNTS = new WeakMap<Dataset, LRUCache<string, { readonly newest: NewestAmount | null }>>();

/**
 * Read the first measure of a member, or of the whole dataset, in the year that heads its page: the dataset's default
 * year, else the last whole one with entries. Of several directions only one is read. `null` if the amount would add up
 * members that must not be, and if it is no money.
 */
export async function readNewestAmount(scope: PageScope, member?: MemberOf): Promise<NewestAmount | null> {
  let cache = AMOUNTS.get(scope.dataset);
  if (!cache) AMOUNTS.set(scope.dataset, (cache = new LRUCache({ max: CACHED })));
  const key = member ? `${member.dimension.name} ${member.name}` : "";
  let cached = cache.get(key);
  if (!cached) cache.set(key, (cached = { newest: await computeNewestAmount(scope, { member }) }));
  return cached.newest;
}

/** Read the amount without the cache. */
export async function computeNewestAmount(
  scope: PageScope,
  { member, cuts: more = [], q }: SummedEntries,
): Promise<NewestAmount | null> {
  const { model } = scope.dataset;
  if (!holdsSpending(model.dataset)) return null;
  const own = member?.dimension;
  const cuts = [...(member ? [{ field: member.dimension.name, value: member.name }] : []), ...more];
  const direction = findDirection(model, own);
  const chosen = { ...scope, choices: readChoices(model, noParameters([]), own) };
  const figure = await readFigure(chosen, {
    drilldown: [YEAR, ...(direction ? [direction.name] : [])],
    cuts,
    q,
    order: [{ field: YEAR, value: "asc" }],
    limit: MAX_CELLS,
  });
  if (figure.rows.length === 0 || figure.added.some(({ isInCells }) => isInCells)) return null;
  const fiscal = await readFiscalYear(scope);
  const { preset: year } = chooseYear(scope, figure, noParameters([]), {
    parts: await readYearParts(chosen, cuts),
    fiscal,
  });
  const rows = figure.rows.filter(({ keys }) => keys[0]!.value === year);
  const named = direction
    ? sortMembers(
        rows.map(({ keys }) => keys[1]!),
        direction.meaning!,
      )
    : [];
  const shown = named.find(({ value }) => value === SPENT) ?? named[0];
  const row = shown === undefined ? rows[0]! : rows.find(({ keys }) => keys[1] === shown)!;
  return {
    amount: row.amounts[0]!,
    currency: model.dataset.currency,
    year,
    fiscal,
    direction: shown?.label ?? null,
  };
}
