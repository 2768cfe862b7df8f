import type { Bounds } from "../../../core/engine/bounds.js";
import { gatherCells } from "../../../core/engine/collect-cells.js";
import type { Cells, Reader } from "../../../core/engine/engine.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { TooManyCells } from "../../../core/errors/errors.js";
import { isMoneyMeasure } from "../../../core/model/spending.js";
import type { Value } from "../../../core/model/values/value.js";
import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import { type ClauseTarget, type Condition, filterClause } from "../../../core/query/condition/condition.js";
import type { Context } from "../../context.js";
import type { AdjustedSide } from "./adjusted-side.js";
import { bindSeries } from "./bind-series.js";
import { planDivisors } from "./divisors.js";
import { type MissingAmounts, MissingPieces } from "./missing-pieces.js";
import type { DatasetTime } from "./periods.js";
import { type BoundSeries, findDrilled, type PiecePlan, planPieces } from "./plan-pieces.js";

/**
 * Read the amounts of members that a series has no value for, where the pieces do not tell its members apart: amounts are
 * divided by all of them together.
 * Cost: one aggregation of all entries for each version of the dataset and the series, then one of the entries of members
 * without a value, if there are any.
 */
export async function readMissing(
  context: Context,
  side: AdjustedSide,
  time: DatasetTime,
  stock: BoundSeries,
  bounds: Bounds,
): Promise<readonly MissingAmounts[]> {
  const { reader, query } = side;
  if (stock.dimensions.shared.every(({ own }) => findDrilled(query, own) >= 0)) return [];
  const within = await limitToMissing(context, side, time, stock, bounds);
  if (within === null) return [];
  const filters = [...query.filters, ...within];
  const found = await readMembers(side, time, stock, filters, query.measures.filter(isMoneyMeasure), reader);
  const missing = new MissingPieces(found.query, found.plan, found.cells);
  const names = found.plan.divided.map((part) => part!.name);
  for (const row of found.missing) missing.add(stock.name, row, names);
  return missing.list();
}

/** The members of entries in each period, and the rows of those that a series has no value for. */
interface FoundMembers {
  readonly query: AggregateQuery;
  readonly plan: PiecePlan;
  readonly cells: Cells;
  readonly missing: readonly number[];
}

async function readMembers(
  { dataset: { model } }: Pick<AdjustedSide, "dataset">,
  time: DatasetTime,
  stock: BoundSeries,
  filters: readonly Condition[],
  measures: AggregateQuery["measures"],
  reader: Pick<Reader, "aggregate">,
): Promise<FoundMembers> {
  const keys = stock.dimensions.shared.map(({ own }) => ({ dimension: own, attribute: own.identity }));
  const query = { filters, keys, measures, order: [], first: 0, limit: Number.MAX_SAFE_INTEGER };
  const plan = planPieces(model, query, time, { index: null, rate: null, stock });
  const { cells } = await gatherCells(await reader.aggregate(plan.query));
  const { isMissing } = planDivisors(time, plan, cells, stock, query);
  const missing = Array.from({ length: cells.length }, (_, row) => row).filter(isMissing);
  return { query, plan, cells, missing };
}

/**
 * Return conditions that leave out the entries of members with values; `null` if all members of the dataset have some.
 * Once for each version of the dataset and the series.
 */
function limitToMissing(
  context: Context,
  { dataset, found, cuts }: AdjustedSide,
  time: DatasetTime,
  stock: BoundSeries,
  bounds: Bounds,
): Promise<readonly Condition[] | null> {
  const { version, model } = stock.dataset;
  const { measure } = found.per!;
  const series = [model.dataset.name, version, measure.name, stock.ownScope];
  // Shared with other callers: one of them must not cancel it.
  const unbound = { ...bounds, signal: undefined };
  return context.facts.find(dataset, `members without a value: ${JSON.stringify(series)}`, () =>
    withReader(dataset, unbound, async (reader): Promise<readonly Condition[] | null> => {
      try {
        const keys = stock.dimensions.shared.map(({ own }) => ({ dimension: own, attribute: null }));
        const query = { filters: [], keys, measures: [], order: [], first: 0, limit: 0 };
        const side = { dataset, reader, query, cuts };
        const whole = await bindSeries(context, side, stock.dataset, "per", unbound, measure);
        const { plan, cells, missing } = await readMembers({ dataset }, time, whole, [], [], reader);
        if (missing.length === 0) return null;
        return plan.divided.map((part, at) => {
          const { own } = stock.dimensions.shared[at]!;
          const read = part!.read(cells);
          return isOneOf({ dimension: own, attribute: own.identity }, new Set(missing.map(read)));
        });
      } catch (error) {
        if (error instanceof TooManyCells) return [];
        throw error;
      }
    }),
  );
}

/** Return the condition that an attribute has one of some values; `null` is none. */
function isOneOf(target: ClauseTarget, all: ReadonlySet<Value>): Condition {
  const values = [...all].filter((value) => value !== null);
  const one: Condition = filterClause({ on: "value", target, value: { is: "one of", values } });
  const none: Condition = { is: "not", of: filterClause({ on: "value", target, value: { is: "present" } }) };
  return all.has(null) ? { is: "any", of: [one, none] } : one;
}
