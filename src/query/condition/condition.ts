import type { Attribute, Dimension, Measure } from "../../model/cube.js";
import type { Decimal } from "../../model/values/decimal.js";
import type { TextTest } from "../text/text-test.js";

/** Which entries, bound to one model: nothing in it can fail for a reason of the user's. */
export type Condition =
  /** All must hold; if there are none, every entry passes. */
  | { readonly is: "all"; readonly of: readonly Condition[] }
  /** One must hold; if there are none, no entry passes. */
  | { readonly is: "any"; readonly of: readonly Condition[] }
  | { readonly is: "not"; readonly of: Condition }
  | TestedClause;

/** A test of one entry, and how much it weighs among other clauses. */
export interface TestedClause {
  readonly is: "clause";
  readonly test: ClauseTest;
  /** 0 or more; 1 unless boosted. */
  readonly boost: number;
  /** Position among the words, phrases and ranges of its search; the same in every dataset. */
  readonly leaf: number;
}

export type ClauseTest =
  /** A text in a dimension; `null`: in any attribute of any dimension. */
  | { readonly on: "text"; readonly target: ClauseTarget | null; readonly text: TextTest }
  /** The text or number of an attribute, as it is. */
  | { readonly on: "value"; readonly target: ClauseTarget; readonly value: ValueTest }
  | { readonly on: "amount"; readonly measure: Measure; readonly amounts: AmountTest }
  /** 40 hexadecimal digits. */
  | { readonly on: "id"; readonly id: TextTest | TextRange };

export interface ClauseTarget {
  readonly dimension: Dimension;
  readonly attribute: Attribute;
}

/** No value passes none of them. */
export type ValueTest =
  | { readonly is: "present" }
  /** As they are, letter case and accents included. Values of number attributes are numbers. */
  | { readonly is: "one of"; readonly values: readonly (string | number)[] }
  | { readonly is: "numbers"; readonly from: Bound<number> | null; readonly to: Bound<number> | null }
  | TextRange;

/** A range of texts, compared by code point. */
export interface TextRange {
  readonly is: "texts";
  readonly from: Bound<string> | null;
  readonly to: Bound<string> | null;
  /** True if a value is cut to the length of a bound before it is compared: then a year has all its days. */
  readonly byBeginning: boolean;
}

export type AmountTest =
  | { readonly is: "range"; readonly from: Bound<Decimal> | null; readonly to: Bound<Decimal> | null }
  | { readonly is: "one of"; readonly amounts: readonly Decimal[] };

export interface Bound<T> {
  readonly at: T;
  readonly inclusive: boolean;
}

/** Make a condition that adds nothing to relevance. */
export function filterClause(test: ClauseTest): TestedClause {
  return { is: "clause", test, boost: 1, leaf: 0 };
}

export const EVERYTHING: Condition = { is: "all", of: [] };
export const NOTHING: Condition = { is: "any", of: [] };
