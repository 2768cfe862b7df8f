import type { Segment } from "./memory/segment.js";
import type { CodeCut, NumberCut, NumberStatistics, Selection } from "./query/query.js";
import type { AmountValues, CodeColumn, RowBitmap, RowFilter } from "./query/table.js";

// There may be thousands of small tables: to make the kernel on the memory of each would take far longer than this.

/** Return the entries of a selection in a table of one segment as a bitmap, without WebAssembly. */
export function selectFewRows(segment: Segment, selection: Selection): RowBitmap {
  const words = mark(segment, selection);
  return { words: [words], count: words.reduce((sum, word) => sum + countBits(word), 0) };
}

/** List the entries that pass a filter and all of some cuts, ascending, without WebAssembly. */
export function listFewRows(segment: Segment, filter: RowFilter | null, cuts: readonly CodeCut[]): readonly number[] {
  const words = filter && markFilter(segment, filter);
  const tests = cuts.map(({ column, pass }) => ({ codes: viewCodes(segment, column), pass }));
  const rows: number[] = [];
  for (let row = 0; row < segment.rows; row++) {
    if (words && (words[row >>> 5]! & (1 << (row & 31))) === 0) continue;
    if (tests.every(({ codes, pass }) => pass[codes[row]!] === 1)) rows.push(row);
  }
  return rows;
}

/** Compute exact statistics of a column over the entries of a bitmap, or over all, without WebAssembly. */
export function describeFewRows(segment: Segment, column: AmountValues, rows: RowBitmap | null): NumberStatistics {
  const numbers = viewNumbers(segment, column);
  const [own] = rows?.words ?? [];
  let [count, sum, sumOfSquares] = [0, 0n, 0n];
  let [min, max]: [bigint | null, bigint | null] = [null, null];
  for (let row = 0; row < segment.rows; row++) {
    if (own && (own[row >>> 5]! & (1 << (row & 31))) === 0) continue;
    const number = BigInt(numbers[row]!);
    count++;
    sum += number;
    sumOfSquares += number * number;
    if (min === null || number < min) min = number;
    if (max === null || number > max) max = number;
  }
  return { count, sum, sumOfSquares, min, max };
}

function mark(segment: Segment, selection: Selection): Uint32Array {
  switch (selection.op) {
    case "rows":
      return markFilter(segment, selection.rows);
    case "cut":
      return "pass" in selection.cut ? markCodes(segment, selection.cut) : markNumbers(segment, selection.cut);
    case "not": {
      const words = mark(segment, selection.of);
      for (let word = 0; word < words.length; word++) words[word]! ^= -1;
      return withoutRest(words, segment.rows);
    }
    case "and": {
      const words = withoutRest(noRows(segment).fill(0xffff_ffff), segment.rows);
      for (const each of selection.of) mark(segment, each).forEach((bits, word) => (words[word]! &= bits));
      return words;
    }
    case "or": {
      const words = noRows(segment);
      for (const each of selection.of) mark(segment, each).forEach((bits, word) => (words[word]! |= bits));
      return words;
    }
  }
}

function noRows({ rows }: Segment): Uint32Array {
  return new Uint32Array(Math.ceil(rows / 32));
}

/** Clear the bits after the last entry. */
function withoutRest(words: Uint32Array, rows: number): Uint32Array {
  if (rows % 32 > 0) words[words.length - 1]! &= 2 ** (rows % 32) - 1;
  return words;
}

function markFilter(segment: Segment, filter: RowFilter): Uint32Array {
  if ("words" in filter) return filter.words[0]!.slice();
  const words = noRows(segment);
  for (const row of filter.rows) words[row >>> 5]! |= 1 << (row & 31);
  return words;
}

function markCodes(segment: Segment, { column, pass }: CodeCut): Uint32Array {
  const words = noRows(segment);
  const codes = viewCodes(segment, column);
  for (let row = 0; row < segment.rows; row++) if (pass[codes[row]!] === 1) words[row >>> 5]! |= 1 << (row & 31);
  return words;
}

function markNumbers(segment: Segment, { numbers: column, low, high }: NumberCut): Uint32Array {
  const words = noRows(segment);
  const numbers = viewNumbers(segment, column);
  for (let row = 0; row < segment.rows; row++) {
    if (numbers[row]! >= low && numbers[row]! <= high) words[row >>> 5]! |= 1 << (row & 31);
  }
  return words;
}

/** View the codes of a column of a table of one segment. */
export function viewCodes(
  { memory, rows }: Segment,
  { pointers, width }: CodeColumn,
): Uint8Array | Uint16Array | Uint32Array {
  const pointer = pointers[0]!;
  if (width === 1) return memory.u8(pointer, rows);
  return width === 2 ? memory.u16(pointer, rows) : memory.u32(pointer, rows);
}

/** View the numbers of a column of a table of one segment. */
export function viewNumbers({ memory, rows }: Segment, { pointers, width }: AmountValues): Int32Array | BigInt64Array {
  return width === 4 ? memory.i32(pointers[0]!, rows) : memory.i64(pointers[0]!, rows);
}

function countBits(word: number): number {
  let count = 0;
  for (let bits = word; bits !== 0; bits &= bits - 1) count++;
  return count;
}
