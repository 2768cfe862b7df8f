import type { Attribute, Dimension, Measure } from "../../model/cube.js";
import type { Decimal } from "../../model/values/decimal.js";
import type { TextTest } from "../text/text-test.js";

/** A condition that selects entries, bound to one model: all user errors have been found by then. */
export type Condition =
  /** All must hold. If there are none, every entry passes. */
  | { readonly is: "all"; readonly of: readonly Condition[] }
  /** At least one must hold. If there are none, no entry passes. */
  | { readonly is: "any"; readonly of: readonly Condition[] }
  | { readonly is: "not"; readonly of: Condition }
  | TestedClause;

/** A test of one entry, with its weight in relevance. */
export interface TestedClause {
  readonly is: "clause";
  readonly test: ClauseTest;
  /** 0 or more; 1 unless boosted. */
  readonly boost: number;
  /** Position among the words, phrases and ranges of its search; the same in every dataset. */
  readonly leaf: number;
  /** The field and what is wanted of it, for people; absent for cuts, for filters of attributes, and for words without a field. */
  readonly written?: string | undefined;
}

export type ClauseTest =
  /** Text in a dimension; `null`: in any attribute of any dimension. */
  | { readonly on: "text"; readonly target: ClauseTarget | null; readonly text: TextTest }
  /** The exact text or number of an attribute. */
  | { readonly on: "value"; readonly target: ClauseTarget; readonly value: ValueTest }
  | { readonly on: "amount"; readonly measure: Measure; readonly amounts: AmountTest }
  /** 40 hexadecimal digits. */
  | { readonly on: "id"; readonly id: TextTest | TextRange };

export interface ClauseTarget {
  readonly dimension: Dimension;
  readonly attribute: Attribute;
}

/** A test of an attribute's value. A missing value passes no test. */
export type ValueTest =
  | { readonly is: "present" }
  /** Compared exactly, including letter case and accents. Values of number attributes are numbers. */
  | { readonly is: "one of"; readonly values: readonly (string | number)[] }
  | { readonly is: "numbers"; readonly from: Bound<number> | null; readonly to: Bound<number> | null }
  | TextRange;

/** A range of texts, compared by code point. */
export interface TextRange {
  readonly is: "texts";
  readonly from: Bound<string> | null;
  readonly to: Bound<string> | null;
  /** True if values are cut to the length of the end they are compared with, so that a year includes all its days. */
  readonly byBeginning: boolean;
}

export type AmountTest =
  | { readonly is: "range"; readonly from: Bound<Decimal> | null; readonly to: Bound<Decimal> | null }
  | { readonly is: "one of"; readonly amounts: readonly Decimal[] };

export interface Bound<T> {
  readonly at: T;
  readonly inclusive: boolean;
}

/** Make a clause that does not affect relevance. */
export function filterClause(test: ClauseTest): TestedClause {
  return { is: "clause", test, boost: 1, leaf: 0 };
}

export const EVERYTHING: Condition = { is: "all", of: [] };
export const NOTHING: Condition = { is: "any", of: [] };
