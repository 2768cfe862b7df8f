import type { AggregateResult } from "#src/core/engine/engine.js";
import { Pace } from "#src/core/engine/pace.js";
import { computeFigureCells, type FigureResult } from "#src/core/figures/figure-cells.js";
import type { BoundAggregate } from "#src/core/query/aggregate/bind.js";
import { type BoundFigures, figuresOfSums } from "#src/core/query/aggregate/figures.js";

/** Sums as the aggregate call writes them. */
export interface SumsAsFigures {
  readonly bound: BoundFigures;
  readonly result: FigureResult;
}

/** Make figures of the sums of an aggregation. */
export async function sumsAsFigures(aggregate: BoundAggregate, sums: AggregateResult): Promise<SumsAsFigures> {
  const bound = figuresOfSums(aggregate);
  const pace = new Pace({ maxCells: Number.POSITIVE_INFINITY, deadline: Number.POSITIVE_INFINITY });
  const result = await computeFigureCells(bound, sums, pace, () => assertNever());
  return { bound, result };
}

function assertNever(): never {
  throw new Error("sums ask for no other cells");
}
