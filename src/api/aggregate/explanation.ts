import type { Effort } from "../../engine/query-cost.js";
import type { AnswerTrace, WorkStep } from "../../engine/explain.js";

/** The description of how an aggregation was answered. */
export interface Explanation extends Pick<AnswerTrace, "table" | "dimensions" | "rows" | "blocks"> {
  /** Estimate of the work before it began, in steps of about a nanosecond; `null` if there is none. */
  readonly estimated_steps: number | null;
  readonly rows_visited: number;
  readonly blocks_skipped: number;
  readonly steps: readonly ExplainedStep[];
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
 */
export function explainWork(
  { table, dimensions, rows, visited, blocks, blocksSkipped, steps }: AnswerTrace,
  { waited }: Effort,
  estimated: number | undefined,
  stages: readonly ExplainedStep[] = [],
): Explanation {
  return {
    table,
    dimensions,
    rows,
    estimated_steps: estimated ?? null,
    rows_visited: visited,
    blocks,
    blocks_skipped: blocksSkipped,
    steps: [{ step: "wait", ms: waited }, ...steps, ...stages].map(round),
  };
}

/** Round to microseconds: smaller differences are noise. */
function round({ ms, ...step }: ExplainedStep): ExplainedStep {
  return { ...step, ms: Math.round(ms * 1000) / 1000 };
}
