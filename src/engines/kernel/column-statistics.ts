import { exportsOf, type QueryJob, placeThreads, runRows } from "./plan/query-job.js";
import type { NumberStatistics } from "./query/query.js";
import type { AmountValues, RowBitmap } from "./query/table.js";
import { writePlan } from "./plan/write-plan.js";

const NOTHING: NumberStatistics = { count: 0, sum: 0n, sumOfSquares: 0n, min: null, max: null };

/** Compute exact statistics of a column over the selected entries: first per thread, then combined. */
export function columnStatistics(job: QueryJob, column: AmountValues, filter: RowBitmap | null): NumberStatistics {
  const plans = job.segments.map((_, segment) => {
    const exports = exportsOf(job, segment);
    const plan = writePlan(job, { segment, filter, cuts: [], keys: [], measures: [column] });
    placeThreads(job, segment, plan, exports.PHASE_STATISTICS.value, exports.STATISTICS_BYTES.value);
    for (let thread = 0; thread < job.threads; thread++) exports.clearStatistics(plan, thread);
    return plan;
  });
  runRows(job, plans);
  return plans
    .flatMap((plan, segment) => Array.from({ length: job.threads }, (_, thread) => read(job, segment, plan, thread)))
    .reduce(add, NOTHING);
}

function read(job: QueryJob, segment: number, plan: number, thread: number): NumberStatistics {
  const { memory } = job.segments[segment]!;
  const [count, sum, min, max, low, high] = memory.i64(memory.exports.statisticsOf(plan, thread) >>> 0, 6);
  if (!count) return NOTHING;
  const sumOfSquares = (BigInt.asUintN(64, high!) << 64n) + BigInt.asUintN(64, low!);
  return { count: Number(count), sum: sum!, sumOfSquares, min: min!, max: max! };
}

function add(a: NumberStatistics, b: NumberStatistics): NumberStatistics {
  return {
    count: a.count + b.count,
    sum: a.sum + b.sum,
    sumOfSquares: a.sumOfSquares + b.sumOfSquares,
    min: a.min === null || (b.min !== null && b.min < a.min) ? b.min : a.min,
    max: a.max === null || (b.max !== null && b.max > a.max) ? b.max : a.max,
  };
}
