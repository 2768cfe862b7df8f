import { openCodes } from "../table/open-columns.js";
import type { ColumnarTable, DimensionColumn } from "../table/table.js";

/** A slice of so many rows at each step. What it needs it takes at the first one. */
export type InSlices = Generator<void, Uint32Array, void>;

/** For each member the number of entries of those before it, and of all: see `MemberEntries`. */
export function* countPostings(
  table: ColumnarTable,
  { codes, attributes }: DimensionColumn,
  sliceRows: number,
): InSlices {
  const starts = new Uint32Array(attributes[0]!.length + 1);
  const codeOf = openCodes(table, codes);
  for (let first = 0; first < table.rows; first += sliceRows) {
    if (first > 0) yield;
    const end = Math.min(first + sliceRows, table.rows);
    for (let row = first; row < end; row++) starts[codeOf(row) + 1]!++;
  }
  for (let member = 1; member < starts.length; member++) starts[member]! += starts[member - 1]!;
  return starts;
}

/** The rows of all members, one after the other. */
export function* listPostings(
  table: ColumnarTable,
  { codes }: DimensionColumn,
  starts: Uint32Array,
  sliceRows: number,
): InSlices {
  const rows = new Uint32Array(table.rows);
  const next = starts.slice();
  const codeOf = openCodes(table, codes);
  for (let first = 0; first < table.rows; first += sliceRows) {
    if (first > 0) yield;
    const end = Math.min(first + sliceRows, table.rows);
    for (let row = first; row < end; row++) rows[next[codeOf(row)]!++] = row;
  }
  return rows;
}

/** All slices at once. */
export function finish(work: InSlices): Uint32Array {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/**
 * The first slice now, and each of the others when what has waited meanwhile had its turn.
 * @param isOver whether nobody wants it any more
 * @param use told what was made, before this returns where it was one slice
 */
export function makeInSlices(work: InSlices, isOver: () => boolean, use: (made: Uint32Array | null) => void): void {
  const { done, value } = work.next();
  if (done) use(value);
  else setImmediate(() => (isOver() ? use(null) : makeInSlices(work, isOver, use)));
}
