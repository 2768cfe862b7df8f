import type { Effort } from "../../engine/query-cost.js";
import type { AnswerTrace, WorkStep } from "../../engine/explain.js";

/** The description of how an aggregation was answered. */
export interface Explanation extends Pick<AnswerTrace, "table" | "dimensions" | "rows" | "blocks"> {
  readonly rows_visited: number;
  readonly blocks_skipped: number;
  readonly steps: readonly WorkStep[];
}

/** Describe how an aggregation was answered, with the time it waited. @param effort effort of the same call */
export function explainWork(
  { table, dimensions, rows, visited, blocks, blocksSkipped, steps }: AnswerTrace,
  { waited }: Effort,
): Explanation {
  return {
    table,
    dimensions,
    rows,
    rows_visited: visited,
    blocks,
    blocks_skipped: blocksSkipped,
    steps: [{ step: "wait", ms: waited }, ...steps].map(round),
  };
}

/** Round to microseconds: smaller differences are noise. */
function round({ step, ms }: WorkStep): WorkStep {
  return { step, ms: Math.round(ms * 1000) / 1000 };
}
