import type { Effort } from "../../../core/engine/query-cost.js";
import { printStatistic } from "../../../core/query/aggregate/print-statistic.js";
import type { Statistic } from "../../../core/query/aggregate/query.js";
import type { AnswerTrace } from "../../../core/engine/explain.js";
import {
  arrayOf,
  COUNT_SCHEMA,
  described,
  NUMBER,
  object,
  oneOf,
  optional,
  orNull,
  TEXT,
  type ValueOf,
} from "../../schema.js";

/** A step; one that computes figures with the number of cells that it gave. */
const STEP_SCHEMA = optional(object({ step: TEXT, ms: NUMBER }), { cells: COUNT_SCHEMA });

export type ExplainedStep = ValueOf<typeof STEP_SCHEMA>;

/** The description of how an aggregation was answered. */
export const EXPLANATION_SCHEMA = optional(
  object(
    {
      table: described(oneOf("entries", "rollup"), "What was read: the entries, or a pre-aggregate (rollup) of them."),
      dimensions: described(
        orNull(arrayOf(TEXT)),
        "Dimensions and attributes that the pre-aggregate is grouped by; `null` for entries.",
      ),
      rows: described(COUNT_SCHEMA, "Rows of the entries or of the pre-aggregate."),
      estimated_steps: described(
        orNull(COUNT_SCHEMA),
        "Estimate of the work before it began, in steps of about a nanosecond. Long queries wait for each other, not for short ones.",
      ),
      rows_visited: described(COUNT_SCHEMA, "Rows that were read."),
      blocks: described(COUNT_SCHEMA, "Blocks of 2,048 rows that the scans came to."),
      blocks_skipped: described(COUNT_SCHEMA, "Blocks that were not read, because their statistics exclude a match."),
      steps: described(
        arrayOf(STEP_SCHEMA),
        "Steps in their order, in milliseconds: the wait in the queue, those that compute sums, one for each figure of entries (`find amount.median`), then one for each figure, `having`, `order`, `top` and `rollup`, with the number of cells that it gave.",
      ),
    },
    { description: "How the answer was computed." },
  ),
  { without_rollup: described(TEXT, "Reason why no pre-aggregate gives figures of entries, such as medians.") },
);

export type Explanation = ValueOf<typeof EXPLANATION_SCHEMA>;

/**
 * Describe how an aggregation was answered, with the time it waited.
 * @param effort effort of the same call
 * @param estimated steps that were estimated
 * @param stages stages that computed figures from the cells
 * @param statistics figures of the entries themselves
 */
export function describeWork(
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
