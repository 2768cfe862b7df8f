import type { Kernel } from "../../kernel/kernel.js";
import { type CubeMemory, roundUp } from "../../kernel/memory/cube-memory.js";
import type { CodeColumn, AmountValues } from "../../kernel/query/table.js";
import { numberWidth } from "../build/write-columns.js";
import type { CellKey, SharedColumns } from "./cells.js";
import type { RollupColumns } from "./rollup.js";
import { sumCells } from "./sum-cells.js";

/** Bytes of a sum. */
const NARROWEST = 4;

/** What a cuboid may be. */
export interface RollupBounds {
  /** Most combinations. */
  readonly rows: number;
  /** Most bytes of its columns. */
  readonly bytes: number;
}

/** A cuboid that no table has yet. */
export interface BuiltRollup {
  readonly columns: RollupColumns;
  readonly memory: CubeMemory;
}

/**
 * Sum a table up by some keys. Cost: an aggregation by them on this thread, which writes nothing to the table's memories.
 * @returns `null` where it would be more than it may
 * @throws OutOfMemory; then nothing is held
 */
export function buildRollup(
  kernel: Kernel,
  table: SharedColumns,
  keys: readonly CellKey[],
  bounds: RollupBounds,
): BuiltRollup | null {
  const cells = sumCells(kernel, table, keys, table.limbs, inRows(mostRows(table, keys, bounds)));
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

/** Most rows that a cuboid may have: of more, even the narrowest columns take too many bytes. */
export function mostRows({ limbs }: SharedColumns, keys: readonly CellKey[], { rows, bytes }: RollupBounds): number {
  const least = keys.reduce((sum, { codes }) => sum + codes.width, 0) + (limbs.length + 1) * NARROWEST;
  return Math.min(rows, Math.floor(bytes / least));
}

/** How many rows a cuboid of some keys has; `null` for more than it may. Cost: an aggregation by them. */
export function countCombinations(
  kernel: Kernel,
  table: SharedColumns,
  keys: readonly CellKey[],
  rows: number,
): number | null {
  return sumCells(kernel, table, keys, [], inRows(rows))?.length ?? null;
}

function inRows(rows: number): { readonly maxGroups: number; readonly deadline: number } {
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

/** Of members that are not told apart one stands for all: whoever asks for what they have in common finds it there. */
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
