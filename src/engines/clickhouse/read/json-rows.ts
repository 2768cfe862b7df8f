import type { JsonRow } from "./cell-rows.js";

/** Rows that are parsed together. */
const BATCH = 16_384;
/** Begin and end of the rows of a result in the format JSONCompact, which has each on a line of its own. */
const BEGIN = Buffer.from('"data":\n\t[\n');
const END = Buffer.from("\n\t]");
const LINE_END = 10;

/** A result in the format JSONCompact. Integers of 64 bits and more are texts. */
export interface JsonResult {
  readonly totals?: JsonRow;
  readonly rows_before_limit_at_least?: number;
  readonly statistics: { readonly rows_read: number };
  /** Rows in batches, each parsed when it is taken: all together may not fit into memory. At least one batch. */
  readonly batches: () => Iterable<readonly JsonRow[]>;
}

/** Read a result. Cost: a pass over its bytes; rows are parsed later. */
export function readJsonResult(bytes: Buffer): JsonResult {
  const begin = bytes.indexOf(BEGIN) + BEGIN.length;
  // Texts have no line ends but as escapes.
  const end = bytes.indexOf(END, begin - 1);
  if (begin < BEGIN.length || end < 0) throw new TypeError("The result is not as servers write it");
  const rest = bytes.toString("utf8", end + END.length).replace(/^,/, "");
  const facts = JSON.parse(`{${rest}`) as Omit<JsonResult, "batches">;
  return { ...facts, batches: () => parseRows(bytes.subarray(begin, Math.max(begin, end))) };
}

/** Cut rows into batches, of which there is at least one. */
export function* batchRows(rows: readonly JsonRow[]): Generator<readonly JsonRow[], void> {
  if (rows.length === 0) yield rows;
  for (let first = 0; first < rows.length; first += BATCH) yield rows.slice(first, first + BATCH);
}

function* parseRows(lines: Buffer): Generator<readonly JsonRow[], void> {
  let begin = 0;
  do {
    let end = begin;
    for (let row = 0; row < BATCH && end < lines.length; row++) {
      const found = lines.indexOf(LINE_END, end);
      end = found < 0 ? lines.length : found + 1;
    }
    const text = lines.toString("utf8", begin, end).trimEnd().replace(/,$/, "");
    yield JSON.parse(`[${text}]`) as readonly JsonRow[];
    begin = end;
  } while (begin < lines.length);
}
