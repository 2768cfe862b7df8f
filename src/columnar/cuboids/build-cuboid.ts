import { TooManyGroups } from "../../kernel/errors.js";
import type { Kernel } from "../../kernel/kernel.js";
import { type CubeMemory, roundUp } from "../../kernel/memory.js";
import type { GroupPage } from "../../kernel/query.js";
import type { CodeColumn, NumberColumn } from "../../kernel/table.js";
import type { ColumnarTable } from "../table.js";
import { numberWidth } from "../write-columns.js";
import type { Cuboid } from "./cuboid.js";
import { openCuboid } from "./open-cuboid.js";

/** What a cuboid may be. */
export interface CuboidBounds {
  /** Most combinations. */
  readonly rows: number;
  /** Most bytes of its columns. */
  readonly bytes: number;
  /** Wall clock, in milliseconds since the epoch. */
  readonly deadline: number;
}

/**
 * Sum a table up by some dimensions: one aggregation by their codes.
 * @param dimensions positions in the model, ascending
 * @returns `null` where it would be more than it may
 * @throws OutOfTime, OutOfMemory; then nothing is held
 */
export function buildCuboid(
  kernel: Kernel,
  table: ColumnarTable,
  dimensions: readonly number[],
  bounds: CuboidBounds,
): Cuboid | null {
  const cells = sumCells(kernel, table, dimensions, bounds);
  if (!cells) return null;
  const keys = dimensions.map((dimension) => table.dimensions[dimension]!.codes);
  const sums = cells.sums.map(boundNumbers);
  const counts = boundNumbers(BigInt64Array.from(cells.counts, BigInt));
  const rows = cells.length;
  const widths = [...keys, ...sums, counts].map(({ width }) => width);
  const bytes = widths.reduce<number>((sum, width) => sum + roundUp(rows * width), 0);
  if (bytes > bounds.bytes) return null;
  const memory = kernel.newMemory(bytes);
  const codes = keys.map((column, at) => writeCodes(memory, column, cells.keys[at]!));
  const limbs = sums.map((column) => writeSums(memory, column));
  const entries = writeSums(memory, counts);
  return openCuboid(table, memory, { dimensions, rows, bytes, codes, limbs, entries });
}

/**
 * How many rows a cuboid of some dimensions has; `null` for more than it may. Cost: an aggregation by them.
 * @param dimensions positions in the model
 */
export function countCombinations(
  kernel: Kernel,
  table: ColumnarTable,
  dimensions: readonly number[],
  rows: number,
): number | null {
  const bounds = { rows, deadline: Number.POSITIVE_INFINITY };
  return sumCells(kernel, { ...table, measures: [] }, dimensions, bounds)?.length ?? null;
}

function sumCells(
  kernel: Kernel,
  { segments, dimensions: columns, measures }: ColumnarTable,
  dimensions: readonly number[],
  { rows, deadline }: Omit<CuboidBounds, "bytes">,
): GroupPage | null {
  const keys = dimensions.map((dimension) => {
    const { codes } = columns[dimension]!;
    return { column: codes, group: null, cardinality: codes.size };
  });
  const limbs = measures.flatMap((measure) => measure.limbs);
  const all = { filter: null, cuts: [], order: [], first: 0, limit: Number.MAX_SAFE_INTEGER };
  try {
    return kernel.aggregate({ ...all, segments, keys, measures: limbs }, { maxGroups: rows, deadline });
  } catch (error) {
    if (error instanceof TooManyGroups) return null;
    throw error;
  }
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

function writeCodes(memory: CubeMemory, { width, size }: CodeColumn, codes: Uint32Array): CodeColumn {
  const pointer = memory.allocate(codes.length * width);
  const view = width === 1 ? memory.u8(pointer, codes.length) : width === 2 ? memory.u16(pointer, codes.length) : null;
  (view ?? memory.u32(pointer, codes.length)).set(codes);
  return { pointers: [pointer], width, size };
}

function writeSums(memory: CubeMemory, { numbers, width, min, max }: BoundNumbers): NumberColumn {
  const pointer = memory.allocate(numbers.length * width);
  if (width === 8) memory.i64(pointer, numbers.length).set(numbers);
  else memory.i32(pointer, numbers.length).set(Int32Array.from(numbers, Number));
  return { pointers: [pointer], width, min, max };
}
