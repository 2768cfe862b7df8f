import type { Kernel } from "#src/engines/kernel/kernel.js";
import type { CodeColumn, AmountValues, RowBitmap, RowList } from "#src/engines/kernel/query/table.js";
import type { Segment } from "#src/engines/kernel/memory/segment.js";
import type { Random } from "./random.js";

/** A table in kernel memories, and the same data in plain arrays. */
export interface TestTable {
  readonly segments: readonly Segment[];
  readonly codes: readonly TestCodes[];
  readonly numbers: readonly TestNumbers[];
  readonly rows: number;
  release(): void;
}

export interface TestCodes {
  readonly column: CodeColumn;
  /** Values of all segments, one after the other. */
  readonly values: readonly number[];
}

export interface TestNumbers {
  readonly column: AmountValues;
  readonly values: readonly bigint[];
}

export interface Shape {
  /** Entries of each segment. */
  readonly rows: readonly number[];
  readonly codes: readonly { readonly width: 1 | 2 | 4; readonly size: number }[];
  /** Numbers are in -2^bits … 2^bits - 1. */
  readonly numbers: readonly { readonly width: 4 | 8; readonly bits: number }[];
  /** One code after the other instead of any. */
  readonly runs: boolean;
  /** Bytes of each memory before the columns; they are never touched, and take none of the machine's. */
  readonly before?: number;
}

/** Bytes to reserve before the columns: pointers to columns and scratch are then negative if read as signed numbers. */
export const FAR = 2.25 * 2 ** 30;

export function makeTable(kernel: Kernel, shape: Shape, random: Random): TestTable {
  const widths = [...shape.codes, ...shape.numbers].map(({ width }) => width);
  const { before = 0 } = shape;
  const segments = shape.rows.map((rows) => ({
    memory: kernel.newMemory(widths.reduce((sum: number, width) => sum + Math.ceil((rows * width) / 64) * 64, before)),
    rows,
  }));
  for (const { memory } of segments) memory.allocate(before);
  const total = shape.rows.reduce((sum, rows) => sum + rows, 0);
  const codes = shape.codes.map(({ width, size }): TestCodes => {
    const values = Array.from({ length: total }, (_, row) =>
      shape.runs ? Math.floor((row / total) * size) : random.int(random.chance(50) ? Math.min(size, 3) : size),
    );
    const parts = splitRows(values, shape.rows);
    const pointers = segments.map(({ memory, rows }, index) => {
      const pointer = memory.allocate(rows * width);
      if (width === 1) memory.u8(pointer, rows).set(parts[index]!);
      else if (width === 2) memory.u16(pointer, rows).set(parts[index]!);
      else memory.u32(pointer, rows).set(parts[index]!);
      return pointer;
    });
    return { column: { pointers, width, size }, values };
  });
  const numbers = shape.numbers.map(({ width, bits }): TestNumbers => {
    const values = Array.from({ length: total }, () => randomNumber(random, bits));
    const parts = splitRows(values, shape.rows);
    const pointers = segments.map(({ memory, rows }, index) => {
      const pointer = memory.allocate(rows * width);
      if (width === 4) memory.i32(pointer, rows).set(parts[index]!.map(Number));
      else memory.i64(pointer, rows).set(parts[index]!);
      return pointer;
    });
    return { column: { pointers, width, min: -(1n << BigInt(bits)), max: (1n << BigInt(bits)) - 1n }, values };
  });
  return { segments, codes, numbers, rows: total, release: () => segments.forEach(({ memory }) => memory.release()) };
}

function randomNumber(random: Random, bits: number): bigint {
  const limit = 1n << BigInt(bits);
  if (random.chance(20)) return random.pick([-limit, limit - 1n, 0n, 1n, -1n]);
  const any = (BigInt(random.int(2 ** 31)) << 31n) | BigInt(random.int(2 ** 31));
  return (any % (2n * limit)) - limit;
}

export function makeBitmap(segments: readonly Segment[], marked: readonly boolean[]): RowBitmap {
  const parts = splitRows(
    marked,
    segments.map(({ rows }) => rows),
  );
  const words = parts.map((part) => {
    const bits = new Uint32Array(Math.ceil(part.length / 32));
    part.forEach((mark, row) => {
      if (mark) bits[row >> 5]! |= 1 << (row & 31);
    });
    return bits;
  });
  return { words, count: marked.filter(Boolean).length };
}

/** Return the marked rows in descending order, because a list need not be ascending. */
export function makeList(marked: readonly boolean[]): RowList {
  const rows = Uint32Array.from(marked.flatMap((mark, row) => (mark ? [row] : []))).toReversed();
  return { rows, count: rows.length };
}

function splitRows<T>(values: readonly T[], rows: readonly number[]): T[][] {
  let first = 0;
  return rows.map((count) => values.slice(first, (first += count)));
}
