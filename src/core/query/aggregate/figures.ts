import type { ParsedAdjustments } from "./adjustments.js";
import type { AmountTest, Condition } from "../condition/condition.js";
import type { BoundAggregate } from "./bind.js";
import type { PlacedCut } from "../condition/bind-cuts.js";
import type { AggregateQuery, Criterion } from "./query.js";
import type { KeyPart, Term } from "./term.js";

/** The computation of figures from the cells of an aggregation, in the order of its stages. */
export interface FigureQuery {
  readonly terms: readonly Term[];
  /** The other side of a comparison; `null` without one. */
  readonly against: Against | null;
  /** Conditions that cells must meet; all of them. */
  readonly having: readonly HavingTest[];
  /** `null` to keep all cells. */
  readonly top: Top | null;
  /** True to add a cell for every proper prefix of the keys. */
  readonly rollup: boolean;
  /** Criteria in order; `measure` is an index into the terms. No two cells are equal in all of them. */
  readonly order: readonly Criterion[];
  /** True to write sums, averages and ratios as texts with all their digits. */
  readonly exact: boolean;
  /** Prices, currency and people that amounts are adjusted by; `null` for amounts as paid. */
  readonly adjust: ParsedAdjustments | null;
  /** True if the engine has to give all cells, false if it can give those of the page. */
  readonly isWhole: boolean;
  /** True if the engine gives cells in the order of the figures. */
  readonly isSorted: boolean;
  /**
   * Index of the measure that cells are ordered by first, if the engine gives the page by it, with a cell more before and
   * after: it is the page by all criteria if no two of these are equal. `null` otherwise.
   */
  readonly guessedBy: number | null;
  /** True if all are sums of measures as the engine gives them, so that none is missing. */
  readonly areSums: boolean;
}

/** The other side of a comparison. */
export interface Against {
  /** Name of its dataset. */
  readonly dataset: string;
  /** All cuts of the side, as a request writes them. */
  readonly cut: string;
  /** Its query, with the keys and measures of the query in the same order, of all cells. */
  readonly query: AggregateQuery;
  readonly cutConditions: readonly Condition[];
  readonly cuts: readonly PlacedCut[];
  /** Number of clauses of `against`. */
  readonly clauses: number;
}

/** A condition on one term of a cell. A missing figure meets none. */
export interface HavingTest {
  /** Index into the terms; `null` for the number of entries. */
  readonly term: number | null;
  readonly amounts: AmountTest;
  readonly excluded: boolean;
}

/** The first cells to keep, in all or in each group of cells. */
export interface Top {
  readonly count: number;
  readonly within: readonly KeyPart[];
}

/** An aggregation bound to a model, whose cells figures are computed from. */
export interface BoundFigures extends BoundAggregate {
  readonly figures: FigureQuery;
}

/** Return the sums of an aggregation as figures. */
export function figuresOfSums(bound: BoundAggregate): BoundFigures {
  const { measures, order } = bound.query;
  const terms = measures.map(({ name }, sum): Term => {
    const value = { is: "amounts", function: "sum", sum, statistic: -1 } as const;
    return { key: name, value, divisor: null, window: null };
  });
  return {
    ...bound,
    figures: {
      terms,
      order,
      against: null,
      having: [],
      top: null,
      rollup: false,
      exact: false,
      adjust: null,
      isWhole: false,
      isSorted: true,
      guessedBy: null,
      areSums: true,
    },
  };
}
