import type { Effort } from "../engine/effort.js";
import type { Work, WorkStep } from "../engine/work.js";

/** How an aggregation was answered, as it is told. */
export interface Explanation {
  readonly table: Work["table"];
  readonly dimensions: Work["dimensions"];
  readonly rows: number;
  readonly rows_visited: number;
  readonly steps: readonly WorkStep[];
}

/** @param effort of the same call */
export function explainWork({ table, dimensions, rows, visited, steps }: Work, { waited }: Effort): Explanation {
  return { table, dimensions, rows, rows_visited: visited, steps: [{ step: "wait", ms: waited }, ...steps].map(round) };
}

/** To microseconds: what is below is noise. */
function round({ step, ms }: WorkStep): WorkStep {
  return { step, ms: Math.round(ms * 1000) / 1000 };
}
