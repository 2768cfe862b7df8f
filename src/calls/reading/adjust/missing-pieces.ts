import type { Cells } from "../../../core/engine/engine.js";
import type { ValueAt } from "../../../core/figures/partition.js";
import { isMoneyMeasure } from "../../../core/model/spending.js";
import { addDecimals, type Decimal } from "../../../core/model/values/decimal.js";
import { decimalAt } from "../../../core/model/values/decimal-column.js";
import type { Value } from "../../../core/model/values/value.js";
import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import type { PiecePlan } from "./plan-pieces.js";

/** Amounts that cannot be adjusted, for a series has no value for them. */
export interface MissingAmounts {
  readonly series: string;
  /** Facts of what they are of: period, members, currency. */
  readonly of: readonly (readonly [name: string, value: Value])[];
  readonly amounts: readonly (readonly [measure: string, amount: Decimal])[];
}

/** Adds up amounts that have no value in a series. */
export class MissingPieces {
  readonly #found = new Map<string, MissingAmounts>();
  readonly #names: ReadonlyMap<string, ValueAt>;
  readonly #period: readonly [string, ValueAt] | null;
  readonly #cells: Cells;
  readonly #money: readonly (readonly [name: string, at: number])[];

  constructor(query: AggregateQuery, plan: PiecePlan, cells: Cells) {
    const parts = [...[...plan.multiplied.values()].flat(), ...plan.divided.filter((part) => part !== null)];
    if (plan.currency) parts.push(plan.currency);
    // A dimension is named by itself: its identity is what series share.
    this.#names = new Map(parts.map(({ name, read }) => [name, read(cells)]));
    this.#period = plan.period && [plan.period.name, plan.period.read(cells)];
    this.#cells = cells;
    this.#money = query.measures.flatMap((measure, at) =>
      isMoneyMeasure(measure) ? [[measure.name, at] as const] : [],
    );
  }

  add(series: string, row: number, names: readonly string[]): void {
    const of = [
      ...(this.#period ? [[this.#period[0], this.#period[1](row)] as const] : []),
      ...names.map((name) => [name, this.#names.get(name)!(row)] as const),
    ];
    const key = JSON.stringify([series, of]);
    const own = this.#money.map(([name, at]) => [name, decimalAt(this.#cells.sums[at]!, row)] as const);
    const before = this.#found.get(key);
    const amounts = before
      ? before.amounts.map(([name, amount], at) => [name, addDecimals(amount, own[at]![1])] as const)
      : own;
    this.#found.set(key, { series, of, amounts });
  }

  list(): readonly MissingAmounts[] {
    return [...this.#found.values()];
  }
}

/** Order missing amounts by their series and what they are of. */
export function sortMissing(missing: readonly MissingAmounts[]): readonly MissingAmounts[] {
  const compare = (a: MissingAmounts, b: MissingAmounts): number => {
    const [x, y] = [a, b].map((each) => JSON.stringify([each.series, each.of]));
    return x! < y! ? -1 : x! > y! ? 1 : 0;
  };
  return missing.toSorted(compare);
}
