import type { Bounds } from "../../../core/engine/bounds.js";
import type { AggregateResult, Reader } from "../../../core/engine/engine.js";
import type { AnswerTrace } from "../../../core/engine/explain.js";
import { Pace, type StageCost } from "../../../core/engine/pace.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import { computeFigureCells } from "../../../core/figures/figure-cells.js";
import type { Against, BoundFigures } from "../../../core/query/aggregate/figures.js";
import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Adjuster } from "../adjust/adjust.js";
import { type AdjustedRemarks, type AdjustedResult, type Adjustment, describeAdjusters } from "../adjust/adjustment.js";
import { type InflationWarning, warnOfInflation } from "../lookup/inflation.js";

/** The dataset that cells are compared with, and its query. */
export interface OtherSide {
  readonly dataset: Dataset;
  readonly against: Against;
}

export interface ComputedFigures {
  readonly result: AdjustedResult;
  readonly numCells: number;
  readonly stages: readonly StageCost[];
  /** Warnings that only the computation tells; absent: none. */
  readonly warnings?: readonly string[];
  /** The series that amounts were adjusted by; absent or `null` for amounts as paid. */
  readonly adjusted?: AdjustedRemarks | null;
  /** Warning that amounts are nominal although `inflate` asks for others; absent if they are not. */
  readonly inflation?: InflationWarning;
}

/** An aggregation of figures, with what it is compared with and adjusted by. */
interface ComputedSides {
  readonly bound: BoundFigures;
  readonly other: OtherSide | null;
  readonly adjustment: Adjustment | null;
}

/** The cells of the engine, and what is computed from them. */
export interface ReadCells {
  /** As paid. */
  readonly result: AggregateResult;
  readonly compute: () => Promise<ComputedFigures>;
}

/**
 * Read the cells of figures, from the pieces that they are adjusted by if they are. Figures of `inflate` are nominal,
 * with a warning, where they cannot be adjusted.
 * @param explain called with a trace of the answer
 */
export async function readAdjusted(
  sides: ComputedSides,
  reader: Pick<Reader, "aggregate">,
  bounds: Bounds,
  explain?: (work: AnswerTrace) => void,
): Promise<ReadCells> {
  const { adjustment, bound } = sides;
  const year = adjustment?.inflation;
  const failures: string[] = [];
  const own = adjustment && (await orFail(() => adjustment.read(reader, bound.query, bounds, explain), year, failures));
  const result = own?.paid ?? (await reader.aggregate(bound.query, explain));
  const compute = async (): Promise<ComputedFigures> => {
    const side = { result, reader, bounds };
    const computed = failures.length === 0 ? await orFail(() => computeSides(sides, side, own), year, failures) : null;
    const [missing] = (year !== undefined && computed?.result.adjusted?.missing) || [];
    if (computed && !missing) return computed;
    const named = missing?.of.map(([, value]) => value ?? "?").join(", ");
    const reason = missing ? `"${missing.series}" has no value for ${named}; amounts are as in the data` : failures[0]!;
    const nominal = await computeSides({ ...sides, adjustment: null }, side, null);
    return { ...nominal, inflation: warnOfInflation(year!, reason) };
  };
  return { result, compute };
}

/** Return what is read; `null` for `inflate`, which is never an error, where it is one. @param failures receives the error */
async function orFail<T>(read: () => Promise<T>, year: string | undefined, failures: string[]): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (year === undefined || !(error instanceof InvalidQuery)) throw error;
    failures.push(error.errors.join("; "));
    return null;
  }
}

/** The cells of the side that is asked for, and how to read more of it. */
interface OwnSide {
  readonly result: AggregateResult;
  readonly reader: Pick<Reader, "aggregate">;
  readonly bounds: Bounds;
}

async function computeSides(
  { bound, other, adjustment }: ComputedSides,
  { result: cells, reader, bounds }: OwnSide,
  own: Adjuster | null,
): Promise<ComputedFigures> {
  const pace = new Pace(bounds);
  const ask = (query: AggregateQuery): Promise<AggregateResult> => reader.aggregate(query);
  const compute = async (theirs: Reader | null): Promise<AdjustedResult> => {
    const query = other?.against.query;
    const adjuster = adjustment && theirs && (await adjustment.readOther(theirs, query!, bounds));
    const side = theirs && {
      result: adjuster?.paid ?? (await theirs.aggregate(query!)),
      ask: (requested: AggregateQuery) => theirs.aggregate(requested),
      adjuster,
    };
    const computed = await computeFigureCells(bound, cells, pace, ask, side ?? undefined, own);
    return { ...computed, adjusted: adjustment && own && describeAdjusters(adjustment, own, adjuster) };
  };
  const result = other ? await withReader(other.dataset, bounds, compute) : await compute(null);
  const { numCells, adjusted } = result;
  return {
    result,
    numCells,
    stages: pace.costs,
    warnings: adjusted?.warnings ?? [],
    adjusted: adjusted ?? null,
  };
}
