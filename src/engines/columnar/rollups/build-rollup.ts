import type { Kernel } from "../../kernel/kernel.js";
import { type CubeMemory, roundUp } from "../../kernel/memory/cube-memory.js";
import type { CodeColumn, AmountValues } from "../../kernel/query/table.js";
import { numberWidth } from "../writing/write-columns.js";
import type { CellKey, SharedColumns } from "./cells.js";
import type { RollupColumns } from "./rollup.js";
import { sumCells } from "./sum-cells.js";

/** Bytes of the narrowest sum. */
const MIN_SUM_BYTES = 4;

/** Limits of a rollup. */
export interface RollupBounds {
  /** Maximum rows: one for each combination of keys. */
  readonly rows: number;
  /** Maximum bytes of its columns. */
  readonly bytes: number;
}

/** A rollup that was not added to its table yet. */
export interface BuiltRollup {
  readonly columns: RollupColumns;
  readonly memory: CubeMemory;
}

/**
 * Aggregate a table by some keys into a rollup. Cost: one aggregation on this thread; nothing is written to the table's
 * memories.
 * @returns `null` if the rollup would exceed its bounds
 * @throws OutOfMemory; no memory is held then
 */
export function buildRollup(
  kernel: Kernel,
  table: SharedColumns,
  keys: readonly CellKey[],
  bounds: RollupBounds,
): BuiltRollup | null {
  const cells = sumCells(kernel, table, keys, table.limbs, boundGroups(maxRows(table, keys, bounds)));
  if (!cells) return null;
  const sums = cells.sums.map(boundNumbers);
  const counts = boundNumbers(BigInt64Array.from(cells.counts, BigInt));
  const rows = cells.length;
  const widths = [...keys.map(({ codes }) => codes), ...sums, counts].map(({ width }) => width);
  const bytes = widths.reduce<number>((sum, width) => sum + roundUp(rows * width), 0);
  if (bytes > bounds.bytes) return null;
  const memory = kernel.newMemory(bytes);
  const codes = keys.map((key, at) => writeKey(memory, key, cells.keys[at]!));
  const limbs = sums.map((column) => writeSums(memory, column));
  return { columns: { rows, bytes, codes, limbs, entries: writeSums(memory, counts) }, memory };
}

/** Return the maximum rows of a rollup: with more, even the narrowest columns take too many bytes. */
export function maxRows({ limbs }: SharedColumns, keys: readonly CellKey[], { rows, bytes }: RollupBounds): number {
  const minRowBytes = keys.reduce((sum, { codes }) => sum + codes.width, 0) + (limbs.length + 1) * MIN_SUM_BYTES;
  return Math.min(rows, Math.floor(bytes / minRowBytes));
}

/** Count the rows of a rollup by some keys; `null` if there are more than `rows`. Cost: an aggregation by the keys. */
export function countCombinations(
  kernel: Kernel,
  table: SharedColumns,
  keys: readonly CellKey[],
  rows: number,
): number | null {
  return sumCells(kernel, table, keys, [], boundGroups(rows))?.length ?? null;
}

function boundGroups(rows: number): { readonly maxGroups: number; readonly deadline: number } {
  return { maxGroups: rows, deadline: Number.POSITIVE_INFINITY };
}

interface BoundNumbers {
  readonly numbers: BigInt64Array;
  readonly width: 4 | 8;
  readonly min: bigint;
  readonly max: bigint;
}

function boundNumbers(numbers: BigInt64Array): BoundNumbers {
  let [min, max] = [0n, 0n];
  for (const number of numbers) {
    if (number < min) min = number;
    if (number > max) max = number;
  }
  return { numbers, width: numberWidth(min, max), min, max };
}

/** Write a key's codes. One member stands for all of the same rank: queries only read attributes in which these agree. */
function writeKey(memory: CubeMemory, { codes: { width, size }, members }: CellKey, keys: Uint32Array): CodeColumn {
  const codes = members ? keys.map((rank) => members[rank]!) : keys;
  const pointer = memory.allocate(codes.length * width);
  const view = width === 1 ? memory.u8(pointer, codes.length) : width === 2 ? memory.u16(pointer, codes.length) : null;
  (view ?? memory.u32(pointer, codes.length)).set(codes);
  return { pointers: [pointer], width, size };
}

function writeSums(memory: CubeMemory, { numbers, width, min, max }: BoundNumbers): AmountValues {
  const pointer = memory.allocate(numbers.length * width);
  if (width === 8) memory.i64(pointer, numbers.length).set(numbers);
  else memory.i32(pointer, numbers.length).set(Int32Array.from(numbers, Number));
  return { pointers: [pointer], width, min, max };
}
