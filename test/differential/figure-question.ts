import type { MeasureFunction } from "#src/core/model/measure-functions.js";

/** `amount`, `amount.avg`, `num_entries` or `region.label.count`. */
export interface AskedValue {
  /** A measure, `num_entries`, or the reference whose values are counted. */
  readonly of: string;
  readonly function: MeasureFunction | "count";
}

export interface AskedTerm {
  readonly value: AskedValue;
  readonly divisor: AskedValue | null;
  readonly window: "share" | "rank" | "running" | "difference" | "change" | "against" | null;
  /** References after `@`; a difference or change without any compares with the other side. */
  readonly at: readonly string[];
}

/** A question, taken apart. */
export interface Question {
  readonly drilldown: readonly string[];
  readonly terms: readonly AskedTerm[];
  /** Criteria: the index of a term, `num_entries`, or a reference. */
  readonly order: readonly { readonly by: number | string; readonly descending: boolean }[];
  readonly having: readonly {
    readonly by: number | "num_entries";
    readonly from: bigint | null;
    readonly to: bigint | null;
    readonly excluded: boolean;
  }[];
  readonly top: { readonly count: number; readonly within: readonly string[] } | null;
  readonly rollup: boolean;
  readonly isCompared: boolean;
}

/** True if a term compares both sides. */
export function isSide({ window, at }: Pick<AskedTerm, "window" | "at">): boolean {
  return window === "against" || ((window === "difference" || window === "change") && at.length === 0);
}
