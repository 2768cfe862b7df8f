import type { Reader } from "../../../core/engine/engine.js";
import type { Dimension, Model } from "../../../core/model/cube.js";
import { ratio } from "../../../core/model/values/ratio.js";
import { addDecimals, type Decimal } from "../../../core/model/values/decimal.js";
import { type Condition, filterClause } from "../../../core/query/condition/condition.js";
import { described, NUMBER, object, orNull, type ValueOf } from "../../schema.js";

/**
 * Shares of what a derived dimension is derived from that it covers; `null` for a share of nothing, and where amounts below
 * zero leave none: a sum below zero, or above the whole, is no part of it.
 */
export const COVERAGE_SCHEMA = object({
  members: described(orNull(NUMBER), "Share of the members derived from that have a derived member."),
  amount: described(
    orNull(NUMBER),
    "Share of the sum of `amount` that has a derived member; `null` where amounts below zero leave no share.",
  ),
});

export type Coverage = ValueOf<typeof COVERAGE_SCHEMA>;

/** Measure the coverage of a derived dimension; `null` for another dimension. Cost: up to three passes over the entries. */
export async function readCoverage(reader: Reader, model: Model, dimension: Dimension): Promise<Coverage | null> {
  const { derivation } = dimension;
  if (!derivation) return null;
  const target = { dimension, attribute: dimension.identity };
  const filters: Condition[] = [filterClause({ on: "value", target, value: { is: "present" } })];
  const base = derivation.from.dimension;
  const members = { dimension: base, attributes: [base.identity], prefix: "", filters, first: 0, limit: 0 };
  const { count } = await reader.distinct(members);
  const amount = model.measures.filter(({ name }) => name === "amount");
  const sum = async (of: readonly Condition[]): Promise<Decimal> => {
    const query = { filters: of, keys: [], measures: amount, order: [], first: 0, limit: 0 };
    return (await reader.aggregate(query)).totals[0]!;
  };
  return {
    members: share(
      { unscaled: BigInt(count), scale: 0 },
      { unscaled: BigInt(await reader.countMembers(base)), scale: 0 },
    ),
    amount: share(await sum(filters), await sum([])),
  };
}

function share(part: Decimal, whole: Decimal): number | null {
  const zero = { unscaled: 0n, scale: Math.max(part.scale, whole.scale) };
  const [a, b] = [addDecimals(part, zero).unscaled, addDecimals(whole, zero).unscaled];
  if (b === 0n) return null;
  const covered = b > 0n ? ratio(a, b) : ratio(-a, -b);
  return covered >= 0 && covered <= 1 ? covered : null;
}
