import { addDecimals, type Decimal } from "../model/values/decimal.js";

/** Aggregate function: computes one value from the amounts of a cell's entries, or of all entries. */
export interface AggregateFunction {
  readonly name: string;
  /** True if the results of parts add up to that of the whole: rollups and shares then work. */
  readonly additive: boolean;
  /** State before the first entry. */
  readonly empty: Decimal;
  /** Fold one entry's amount into a state. */
  readonly fold: (state: Decimal, amount: Decimal) => Decimal;
  /** Join the states of two parts. */
  readonly merge: (a: Decimal, b: Decimal) => Decimal;
  readonly finish: (state: Decimal) => Decimal;
}

const ZERO: Decimal = { unscaled: 0n, scale: 0 };
const ONE: Decimal = { unscaled: 1n, scale: 0 };

export const SUM: AggregateFunction = {
  name: "sum",
  additive: true,
  empty: ZERO,
  fold: addDecimals,
  merge: addDecimals,
  finish: (state) => state,
};

export const COUNT: AggregateFunction = {
  name: "count",
  additive: true,
  empty: ZERO,
  fold: (state) => addDecimals(state, ONE),
  merge: addDecimals,
  finish: (state) => state,
};

/** Every function, to be extended by a row for each new one. */
export const AGGREGATE_FUNCTIONS: readonly AggregateFunction[] = [SUM, COUNT];
