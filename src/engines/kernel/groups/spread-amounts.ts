import type { Pointer } from "../memory/pointer.js";
import { exportsOf, placeThreads, type QueryJob, runRows } from "../plan/query-job.js";
import { type AmountQuery, findPlaces, type KnownGroups, planKnown } from "./known-groups.js";

/** Bytes of cursors up to which each piece has its own. */
const MAX_CURSOR_BYTES = 2 ** 24;

/** The amounts of a segment, group by group, as wide as in their column. */
export interface SpreadAmounts {
  readonly plan: Pointer;
  readonly output: Pointer;
  /** End of the amounts of each group. */
  readonly ends: Uint32Array;
}

/**
 * Write the amounts of each segment to its scratch, group by group.
 * Cost: a pass over the entries; with several threads or segments, one more that counts.
 */
export function spreadAmounts(job: QueryJob, query: AmountQuery, groups: KnownGroups): readonly SpreadAmounts[] {
  const { length } = groups.keys;
  const places = findPlaces(query.keys, groups);
  const plans = job.segments.map(({ rows }, segment) => {
    const scratch = job.scratches[segment]!;
    const { exports } = scratch.memory;
    const plan = planKnown(job, segment, query, groups, places);
    placeThreads(job, segment, plan, exports.PHASE_COUNT.value, exports.BRACKET_BYTES.value);
    const pieces = Math.ceil(rows / exports.PIECE.value);
    const cursorRows = job.threads > 1 && pieces * length * 4 <= MAX_CURSOR_BYTES ? Math.max(pieces, 1) : 1;
    exports.writeCursors(plan, scratch.take(cursorRows * length * 4), cursorRows, 0);
    return { plan, cursorRows };
  });
  countAmounts(job, groups, plans);
  const outputs = plans.map(({ plan }, segment) => {
    const scratch = job.scratches[segment]!;
    const { exports, numbers } = { exports: scratch.memory.exports, numbers: query.column };
    const cursors = exports.cursorsOf(plan) >>> 0;
    const total = exports.placeCursors(plan) >>> 0;
    const output = scratch.take(Math.max(total, 1) * numbers.width);
    exports.writeCursors(plan, cursors, plans[segment]!.cursorRows, output);
    exports.writePhase(plan, exports.PHASE_SPREAD.value);
    return output;
  });
  runRows(
    job,
    plans.map(({ plan }) => plan),
  );
  return plans.map(({ plan }, segment) => {
    const { memory } = job.segments[segment]!;
    const ends = memory.u32(memory.exports.groupEnds(plan) >>> 0, length);
    return { plan, output: outputs[segment]!, ends };
  });
}

/** Count the amounts of each group, in each piece if it has its own cursors. */
function countAmounts(
  job: QueryJob,
  { counts }: KnownGroups,
  plans: readonly { readonly plan: Pointer; readonly cursorRows: number }[],
): void {
  const [first] = plans;
  if (plans.length === 1 && first!.cursorRows === 1) {
    const { memory } = job.segments[0]!;
    memory.u32(memory.exports.cursorsOf(first!.plan) >>> 0, counts.length).set(counts);
    return;
  }
  plans.forEach(({ plan }, segment) => exportsOf(job, segment).clearCursors(plan));
  runRows(
    job,
    plans.map(({ plan }) => plan),
  );
}
