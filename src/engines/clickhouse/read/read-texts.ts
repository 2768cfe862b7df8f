import { errorText } from "../../../core/errors/error-text.js";
import { OverCapacity } from "../../../core/errors/errors.js";
import type { BinaryType, RowBlock } from "../client/row-reader.js";
import { StatementParts } from "./statement.js";

/** Texts of an inline dimension that are decided on here, at most. */
export const MAX_TEXTS = 1_000_000;
/** Texts that are tested between two checks. */
const STRIDE = 4096;

/** A search for the texts of an inline dimension, or for their tokens, that pass a test. */
export interface TextSearch {
  readonly dimension: string;
  /** Name of the test among all tests of a query. */
  readonly key: string;
  /** Write a query for all texts that pass, once each, and for as few others as possible. */
  readonly write: (from: string, parts: StatementParts) => string;
  readonly passes: (text: string) => boolean;
}

/** Queries of a version's entries. */
export interface EntryQueries {
  readonly from: string;
  readonly rows: (sql: string, parts: StatementParts, types: readonly BinaryType[]) => Promise<RowBlock>;
  readonly check: () => void;
}

/** Read the texts that pass a test. Cost: a test of each that the query finds. @throws OverCapacity */
export async function readPassingTexts(
  { from, rows, check }: EntryQueries,
  { dimension, write, passes }: TextSearch,
): Promise<readonly string[]> {
  const parts = new StatementParts();
  const block = await rows(`${write(from, parts)} LIMIT ${MAX_TEXTS + 1}`, parts, ["Text"]);
  checkNumber(block.length, dimension);
  const found: string[] = [];
  for (let row = 0; row < block.length; row++) {
    if (row % STRIDE === 0) check();
    const value = block.text(row, 0)!;
    if (passes(value)) found.push(value);
  }
  return found;
}

/** Check that there are not too many texts to decide on. @throws OverCapacity */
export function checkNumber(texts: number, dimension: string): void {
  if (texts <= MAX_TEXTS) return;
  throw new OverCapacity(
    errorText("too_many_values_to_compare", { maximum: MAX_TEXTS.toLocaleString("en"), dimension }),
  );
}
