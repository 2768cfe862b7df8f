import { openCodes } from "../table/open-columns.js";
import type { ColumnarTable, DimensionColumn } from "../table/table.js";

/** Work that does one slice of rows at each step, and allocates its memory at the first step. */
export type InSlices = Generator<void, Uint32Array, void>;

/** Count for each member the entries of all members before it; the last item is the total. See `starts` of `PostingLists`. */
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

/** List the rows of all members, member by member: `rows` of `PostingLists`. */
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

/** Run all slices at once. @param check called after each; throws to abort */
export function finish(work: InSlices, check: () => void): Uint32Array {
  let step = work.next();
  for (; !step.done; step = work.next()) check();
  return step.value;
}

/**
 * Run the first slice now, and each other slice after the events that wait meanwhile.
 * @param isOver returns true if the result is no longer needed
 * @param use called with the result, or `null` if it is no longer needed; before this returns, if one slice is enough
 */
export function buildInSlices(work: InSlices, isOver: () => boolean, use: (built: Uint32Array | null) => void): void {
  const { done, value } = work.next();
  if (done) use(value);
  else setImmediate(() => (isOver() ? use(null) : buildInSlices(work, isOver, use)));
}
