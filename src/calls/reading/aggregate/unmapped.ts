import type { AggregateResult, Reader } from "../../../core/engine/engine.js";
import type { Dimension, Measure } from "../../../core/model/cube.js";
import { isDerivedDimension } from "../../../core/model/row-model.js";
import { addDecimals, type Decimal } from "../../../core/model/values/decimal.js";
import { decimalAt } from "../../../core/model/values/decimal-column.js";
import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import { type Condition, filterClause } from "../../../core/query/condition/condition.js";

/** Entries without a member of a derived dimension, and their exact sums, one for each measure of the query. */
export interface Unmapped {
  readonly numEntries: number;
  readonly totals: readonly Decimal[];
  /** The same of each dataset of a union that has such entries; absent for one dataset. */
  readonly datasets?: readonly (Unmapped & { readonly name: string })[];
}

/** Maximum number of cells that are added up here; the engine adds up more. */
const MAX_CELLS = 4096;

/**
 * Sum the entries that have no member in a derived dimension by which an aggregation groups or filters. They meet its
 * filters, except those on derived dimensions, which they cannot meet.
 * @param result of the aggregation, with its cells in any order
 * @returns `null` if it uses no derived dimension
 * Cost: a step for each cell; a second aggregation if derived dimensions are filtered, or if there are many cells.
 */
export async function sumUnmapped(
  reader: Reader,
  query: AggregateQuery,
  result: AggregateResult,
): Promise<Unmapped | null> {
  const grouped = query.keys.flatMap(({ dimension }, key) => (isDerivedDimension(dimension) ? [key] : []));
  const others = query.filters.filter((filter) => derivedIn(filter).length === 0);
  const filtered = query.filters.flatMap(derivedIn);
  if (grouped.length === 0 && filtered.length === 0) return null;
  const isWhole = query.first === 0 && result.numCells <= Math.min(query.limit, MAX_CELLS);
  if (filtered.length === 0 && isWhole) return sumCells(query.measures, grouped, result);
  const dimensions = new Set([...grouped.map((key) => query.keys[key]!.dimension), ...filtered]);
  const missing: Condition = { is: "any", of: [...dimensions].map(withoutMember) };
  const rest = { filters: [...others, missing], keys: [], measures: query.measures, order: [], first: 0, limit: 0 };
  const { totals, numEntries } = await reader.aggregate(rest);
  return { totals, numEntries };
}

async function sumCells(
  measures: readonly Measure[],
  grouped: readonly number[],
  { cells, totals }: AggregateResult,
): Promise<Unmapped> {
  let numEntries = 0;
  const sums = totals.map(({ scale }): Decimal => ({ unscaled: 0n, scale }));
  for await (const batch of cells) {
    for (let row = 0; row < batch.length; row++) {
      if (!grouped.some((key) => batch.keys[key]![row] === null)) continue;
      numEntries += batch.numEntries[row]!;
      measures.forEach((_, at) => (sums[at] = addDecimals(sums[at]!, decimalAt(batch.sums[at]!, row))));
    }
  }
  return { numEntries, totals: sums };
}

/** List the derived dimensions that a condition tests. */
function derivedIn(condition: Condition): readonly Dimension[] {
  if (condition.is === "not") return derivedIn(condition.of);
  if (condition.is !== "clause") return condition.of.flatMap(derivedIn);
  const { test } = condition;
  const dimension = test.on === "value" || test.on === "text" ? test.target?.dimension : undefined;
  return dimension && isDerivedDimension(dimension) ? [dimension] : [];
}

/** Return the condition that an entry has no member of a dimension. */
function withoutMember(dimension: Dimension): Condition {
  const target = { dimension, attribute: dimension.identity };
  return { is: "not", of: filterClause({ on: "value", target, value: { is: "present" } }) };
}
