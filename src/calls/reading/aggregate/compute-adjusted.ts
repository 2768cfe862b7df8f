import type { Bounds } from "../../../core/engine/bounds.js";
import type { AggregateResult, Reader } from "../../../core/engine/engine.js";
import { Pace, type StageCost } from "../../../core/engine/pace.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import { computeFigureCells } from "../../../core/figures/compute.js";
import type { Against, BoundFigures } from "../../../core/query/aggregate/figures.js";
import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import type { Dataset } from "../../../store/dataset.js";
import { type AdjustedResult, type Adjustment, describeAdjusters } from "../adjust/adjustment.js";
import { type InflationWarning, warnOfInflation } from "../lookup/inflation.js";

/** The dataset that cells are compared with, and its query. */
export interface OtherSide {
  readonly dataset: Dataset;
  readonly against: Against;
}

export interface ComputedFigures<R> {
  readonly result: R;
  readonly numCells: number;
  readonly stages: readonly StageCost[];
  /** Warnings that only the computation tells; absent: none. */
  readonly warnings?: readonly string[];
  /** Number of amounts that a series has no value for; absent: none. */
  readonly numMissing?: number;
  /** Warning that amounts are nominal although `inflate` asks for others; absent if they are not. */
  readonly inflation?: InflationWarning;
}

/** An aggregation of figures, with what it is compared with and adjusted by. */
interface ComputedSides {
  readonly bound: BoundFigures;
  readonly other: OtherSide | null;
  readonly adjustment: Adjustment | null;
}

/** Compute figures, adjusted if that is requested. For `inflate` they are nominal, with a warning, where it cannot be done. */
export async function computeAdjusted(
  sides: ComputedSides,
  cells: AggregateResult,
  reader: Pick<Reader, "aggregate">,
  bounds: Bounds,
): Promise<ComputedFigures<AdjustedResult>> {
  const year = sides.adjustment?.inflation;
  if (year === undefined) return computeSides(sides, cells, reader, bounds);
  let reason: string;
  try {
    const computed = await computeSides(sides, cells, reader, bounds);
    const [missing] = computed.result.adjusted?.missing ?? [];
    if (!missing) return computed;
    const named = missing.of.map(([, value]) => value ?? "?").join(", ");
    reason = `"${missing.series}" has no value for ${named}; amounts are as in the data`;
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error;
    reason = error.errors.join("; ");
  }
  const computed = await computeSides({ ...sides, adjustment: null }, cells, reader, bounds);
  return { ...computed, inflation: warnOfInflation(year, reason) };
}

async function computeSides(
  { bound, other, adjustment }: ComputedSides,
  cells: AggregateResult,
  reader: Pick<Reader, "aggregate">,
  bounds: Bounds,
): Promise<ComputedFigures<AdjustedResult>> {
  const pace = new Pace(bounds);
  const ask = (query: AggregateQuery): Promise<AggregateResult> => reader.aggregate(query);
  const own = adjustment && (await adjustment.read(reader, bound.query, bounds));
  const compute = async (theirs: Reader | null): Promise<AdjustedResult> => {
    const query = other?.against.query;
    const adjuster = adjustment && theirs && (await adjustment.readOther(theirs, query!, bounds));
    const side = theirs && {
      result: await theirs.aggregate(query!),
      ask: (requested: AggregateQuery) => theirs.aggregate(requested),
      adjuster,
    };
    const computed = await computeFigureCells(bound, cells, pace, ask, side ?? undefined, own);
    return { ...computed, adjusted: own && describeAdjusters(adjustment, own, adjuster) };
  };
  const result = other ? await withReader(other.dataset, bounds, compute) : await compute(null);
  const { numCells, adjusted } = result;
  return {
    result,
    numCells,
    stages: pace.costs,
    warnings: adjusted?.warnings ?? [],
    numMissing: adjusted?.missing.length ?? 0,
  };
}
