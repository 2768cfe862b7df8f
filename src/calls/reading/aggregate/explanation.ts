import type { Effort } from "../../../core/engine/query-cost.js";
import { printStatistic } from "../../../core/query/aggregate/print-statistic.js";
import type { Statistic } from "../../../core/query/aggregate/query.js";
import type { AnswerTrace, WorkStep } from "../../../core/engine/explain.js";

/** The description of how an aggregation was answered. */
export interface Explanation extends Pick<AnswerTrace, "table" | "dimensions" | "rows" | "blocks"> {
  /** Estimate of the work before it began, in steps of about a nanosecond; `null` if there is none. */
  readonly estimated_steps: number | null;
  readonly rows_visited: number;
  readonly blocks_skipped: number;
  readonly steps: readonly ExplainedStep[];
  /** Reason why no rollup answers figures of entries; absent without such figures. */
  readonly without_rollup?: string;
}

/** A step; one that computes figures with the number of cells that it gave. */
export interface ExplainedStep extends WorkStep {
  readonly cells?: number;
}

/**
 * Describe how an aggregation was answered, with the time it waited.
 * @param effort effort of the same call
 * @param estimated steps that were estimated
 * @param stages stages that computed figures from the cells
 * @param statistics figures of the entries themselves
 */
export function explainWork(
  { table, dimensions, rows, visited, blocks, blocksSkipped, steps }: AnswerTrace,
  { waited }: Effort,
  estimated: number | undefined,
  stages: readonly ExplainedStep[] = [],
  statistics: readonly Statistic[] = [],
): Explanation {
  const figures = [...new Set(statistics.map(printStatistic))];
  return {
    table,
    dimensions,
    rows,
    estimated_steps: estimated ?? null,
    rows_visited: visited,
    blocks,
    blocks_skipped: blocksSkipped,
    steps: [{ step: "wait", ms: waited }, ...steps, ...stages].map(round),
    ...(figures.length > 0 && {
      without_rollup: `Rollups hold sums and numbers of entries; ${figures.join(", ")} cannot be computed from them`,
    }),
  };
}

/** Round to microseconds: smaller differences are noise. */
function round({ ms, ...step }: ExplainedStep): ExplainedStep {
  return { ...step, ms: Math.round(ms * 1000) / 1000 };
}
