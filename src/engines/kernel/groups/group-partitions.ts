import { OutOfMemory, TooManyGroups } from "../memory/errors.js";
import { COLUMN_KEY, countGroups, type Groups, placeGroups, stridesOf } from "./groups.js";
import { exportsOf, type Grouping, type QueryJob, placeThreads, runPieces } from "../plan/query-job.js";
import type { Pointer } from "../memory/pointer.js";
import { product } from "./plan-cells.js";
import { sortKeys } from "./sort-keys.js";
import { writePlan } from "../plan/write-plan.js";

/** Entries per partition: its hash table then stays in the second-level cache. */
const PARTITION_ENTRIES = 8_192;
/** Maximum number of partitions, as a power of two. */
const MAX_BITS = 10;
/** Maximum bytes of one pass's records; more entries need more passes. */
const PASS_BYTES = 2 ** 30;

/**
 * Group entries by hashing, for keys with too many combinations for cells. The product of the cardinalities must be
 * below 2^63.
 * @param entries upper bound of the number of selected entries
 */
export function groupPartitions(job: QueryJob, grouping: Grouping, entries: number): Groups {
  const parts = job.segments.map((_, segment) => groupSegment(job, segment, grouping, entries));
  if (parts.length === 1) return parts[0]!;
  return uniteSegments(job, grouping, parts);
}

function groupSegment(job: QueryJob, segment: number, grouping: Grouping, entries: number): Groups {
  const scratch = job.scratches[segment]!;
  const exports = exportsOf(job, segment);
  const { rows } = job.segments[segment]!;
  const { filter, cuts, measures, maxGroups } = grouping;
  const cardinalities = grouping.keys.map(({ cardinality }) => cardinality);
  const strides = stridesOf(cardinalities);
  const keys = grouping.keys.map(({ column, group }, index) => ({ column, table: group, stride: strides[index]! }));
  const plan = writePlan(job, { segment, filter, cuts, keys, measures });
  const selected = Math.min(rows, entries);
  placeGroups(scratch, plan, measures.length, Math.min(maxGroups, selected, product(cardinalities)));
  const keyBytes = product(cardinalities) <= 2 ** 32 ? 4 : 8;
  const bits = Math.min(Math.max(Math.ceil(Math.log2(selected / PARTITION_ENTRIES)), 1), MAX_BITS);
  const rest = scratch.mark();
  for (let passes = 1; passes <= 2 ** bits; passes *= 2) {
    scratch.back(rest);
    exports.addGroupCount(plan, -exports.readGroupCount(plan));
    if (runPasses({ job, segment, plan, keyBytes, bits, passes, selected, measures: measures.length, maxGroups })) {
      return { scratch, plan, count: countGroups(scratch, plan, maxGroups), sorted: false };
    }
  }
  throw new OutOfMemory(PASS_BYTES);
}

interface Passes {
  readonly job: QueryJob;
  readonly segment: number;
  readonly plan: Pointer;
  readonly keyBytes: 4 | 8;
  readonly bits: number;
  readonly passes: number;
  /** Upper bound of the number of entries written to partitions. */
  readonly selected: number;
  readonly measures: number;
  readonly maxGroups: number;
}

/** Run all passes. @returns false if the records of a pass did not fit */
function runPasses(run: Passes): boolean {
  const { job, segment, plan, keyBytes, bits, passes, selected } = run;
  const scratch = job.scratches[segment]!;
  const exports = exportsOf(job, segment);
  placeThreads(job, segment, plan, exports.PHASE_SCATTER.value, exports.partitionBytes(bits));
  const span = 2 ** bits / passes;
  const rest = scratch.mark();
  for (let pass = 0; pass < passes; pass++) {
    scratch.back(rest);
    exports.writePartitions(plan, keyBytes, bits, pass * span, span, 0, 0);
    const needed = exports.chunksBytes(exports.recordBytes(plan), bits, selected, job.threads) + 4096;
    const bytes = Math.min(needed, Math.max(PASS_BYTES, Math.ceil(needed / passes)), scratch.available / 2);
    const chunks = scratch.take(bytes);
    exports.writePartitions(plan, keyBytes, bits, pass * span, span, chunks, chunks + bytes);
    exports.rewindThreads(plan);
    exports.writePhase(plan, exports.PHASE_SCATTER.value);
    runPieces(job, segment, plan, Math.ceil(job.segments[segment]!.rows / exports.PIECE.value));
    if (exports.isFull(plan)) return false;
    groupPass(run, span);
  }
  return true;
}

function groupPass({ job, segment, plan, keyBytes, measures, maxGroups }: Passes, span: number): void {
  const scratch = job.scratches[segment]!;
  const exports = exportsOf(job, segment);
  const slotBits = exports.slotBitsFor(Math.min(exports.maxRecords(plan) >>> 0, maxGroups));
  const bytes = Math.ceil(exports.tablesBytes(keyBytes, measures, slotBits) / 4096) * 4096;
  exports.writeTables(plan, scratch.take(bytes * job.threads), bytes, slotBits);
  exports.writePhase(plan, exports.PHASE_PARTITIONS.value);
  runPieces(job, segment, plan, span);
  // Tables hold `maxGroups` groups, so a full one means too many groups.
  if (exports.isFull(plan)) throw new TooManyGroups(maxGroups);
}

/** Merge the groups of all segments in the first segment's scratch. */
function uniteSegments(job: QueryJob, { measures, keys, maxGroups }: Grouping, parts: readonly Groups[]): Groups {
  const scratch = job.scratches[0]!;
  const { memory } = scratch;
  const { exports } = memory;
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const all = emptyPlan(scratch, measures.length);
  placeGroups(scratch, all, measures.length, count);
  for (const part of parts) {
    const from = part.scratch.memory;
    const done = exports.readGroupCount(all) >>> 0;
    for (let column = COLUMN_KEY; column < measures.length; column++) {
      const source = from.i64(from.exports.groupColumn(part.plan, column) >>> 0, part.count);
      memory.i64((exports.groupColumn(all, column) >>> 0) + done * 8, part.count).set(source);
    }
    exports.addGroupCount(all, part.count);
  }
  const order = sortKeys({ scratch, plan: all, count, sorted: false });
  const united = emptyPlan(scratch, measures.length);
  placeGroups(
    scratch,
    united,
    measures.length,
    Math.min(maxGroups, count, product(keys.map((key) => key.cardinality))),
  );
  exports.uniteGroups(all, order, united);
  return { scratch, plan: united, count: countGroups(scratch, united, maxGroups), sorted: true };
}

function emptyPlan(scratch: Groups["scratch"], measures: number): Pointer {
  const { exports } = scratch.memory;
  const plan = scratch.take(exports.planBytes(0, 0, measures));
  exports.writePlan(plan, 0, 0, 0, 0, measures);
  return plan;
}
