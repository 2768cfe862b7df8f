import { exportsOf, type QueryJob } from "./query-job.js";
import { pruneBlocks } from "./prune-blocks.js";
import type { Pointer } from "../memory/pointer.js";
import { writeFilter } from "./write-filter.js";
import type { CodeCut, NumberCut } from "../query/query.js";
import type { Scratch } from "../memory/scratch.js";
import type { CodeColumn, AmountValues, RowBitmap } from "../query/table.js";

/** Contents of the plan for one segment. */
export interface PlanParts {
  readonly segment: number;
  /** A pointer to a bitmap in scratch, or a filter to copy there; `null`: every entry. */
  readonly filter: RowBitmap | Pointer | null;
  readonly cuts: readonly (CodeCut | NumberCut)[];
  readonly keys: readonly PlanKey[];
  readonly measures: readonly AmountValues[];
}

export interface PlanKey {
  readonly column: CodeColumn;
  /** Table from code to rank, read for every entry; `null`: the code is the rank. */
  readonly table: Uint32Array | null;
  readonly stride: bigint;
}

/** Write the plan for one segment to its scratch. */
export function writePlan(job: QueryJob, parts: PlanParts): Pointer {
  const { segment, keys, measures } = parts;
  const scratch = job.scratches[segment]!;
  const { exports } = scratch.memory;
  const { rows } = job.segments[segment]!;
  const cuts = sortCuts(parts.cuts);
  const filter = typeof parts.filter === "number" ? parts.filter : writeFilter(job, segment, parts.filter);
  const plan = scratch.take(exports.planBytes(cuts.length, keys.length, measures.length));
  exports.writePlan(plan, rows, filter, cuts.length, keys.length, measures.length);
  writeZones(job, segment, plan, cuts);
  cuts.forEach((cut, index) => {
    if ("pass" in cut) writeCut(scratch, plan, index, cut, segment);
    else writeNumberCut(scratch, plan, index, cut, segment);
  });
  keys.forEach(({ column, table, stride }, index) => {
    const at = table ? scratch.put32(table) : 0;
    exports.writeKey(plan, index, column.pointers[segment]!, column.width, column.size, at, stride);
  });
  measures.forEach(({ pointers, width }, index) => exports.writeMeasure(plan, index, pointers[segment]!, width));
  return plan;
}

/** Write each block's tests to the plan: SKIP, or the cuts to test. Without cuts or zone maps every block is read. */
function writeZones(job: QueryJob, segment: number, plan: Pointer, cuts: readonly (CodeCut | NumberCut)[]): void {
  const { BLOCK, writeZones: write } = exportsOf(job, segment);
  const blocks = Math.ceil(job.segments[segment]!.rows / BLOCK.value);
  job.visit.blocks += blocks;
  if (!job.isZoned || cuts.length === 0) return;
  const { tests, skipped } = pruneBlocks(job, segment, cuts);
  job.visit.skipped += skipped;
  write(plan, job.scratches[segment]!.put32(tests));
}

/** Sort cuts by column width: entries excluded by a narrow column are not read in the wider ones. */
function sortCuts(cuts: readonly (CodeCut | NumberCut)[]): (CodeCut | NumberCut)[] {
  const widthOf = (cut: CodeCut | NumberCut): number => ("pass" in cut ? cut.column : cut.numbers).width;
  return cuts.toSorted((a, b) => widthOf(a) - widthOf(b));
}

function writeCut(scratch: Scratch, plan: Pointer, index: number, { column, pass }: CodeCut, segment: number): void {
  const { exports } = scratch.memory;
  const { width, size } = column;
  const codes = column.pointers[segment]!;
  const ranges = findRanges(pass, size, column.width === 1 ? 1 : 4);
  if (ranges) {
    const table = scratch.put32(Uint32Array.from(ranges));
    exports.writeCut(plan, index, exports.CUT_RANGE.value, codes, width, size, table, ranges.length / 2);
    return;
  }
  const bytes = scratch.put(pass.subarray(0, size));
  if (width === 1) {
    const set = scratch.take(exports.SET_BYTES.value);
    exports.writeSet(set, bytes, size);
    exports.writeCut(plan, index, exports.CUT_SET.value, codes, width, size, set, 0);
  } else {
    exports.writeCut(plan, index, exports.CUT_TABLE.value, codes, width, size, bytes, 0);
  }
}

function writeNumberCut(scratch: Scratch, plan: Pointer, index: number, cut: NumberCut, segment: number): void {
  const { exports } = scratch.memory;
  const { pointers, width } = cut.numbers;
  const range = new BigInt64Array([cut.low, cut.high - cut.low]);
  const table =
    width === 8
      ? scratch.put(new Uint8Array(range.buffer))
      : scratch.put32(Uint32Array.from(range, (each) => Number(BigInt.asUintN(32, each))));
  exports.writeCut(plan, index, exports.CUT_RANGE.value, pointers[segment]!, width, 0, table, 1);
}

/** Return the passing codes as pairs `low, span` (`low` … `low + span`), or `null` for more than `maxRanges` ranges. */
function findRanges(pass: Uint8Array, size: number, maxRanges: number): number[] | null {
  const ranges: number[] = [];
  for (let code = pass.indexOf(1); code >= 0 && code < size; code = pass.indexOf(1, code)) {
    if (ranges.length === maxRanges * 2) return null;
    const low = code;
    while (code < size && pass[code]) code++;
    ranges.push(low, code - 1 - low);
  }
  return ranges;
}
