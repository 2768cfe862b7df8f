import { rarityOf, shortnessOf } from "../../engine/relevance.js";
import type { RowBitmap } from "../../kernel/query/table.js";
import type { TestedClause } from "../../query/condition/condition.js";
import { readCodes } from "../table/read-codes.js";
import { hasRow } from "../table/row-bitmaps.js";
import type { ColumnarTable } from "../table/table.js";
import type { MatchedMembers } from "./select-clause.js";

/** A clause that counts for the score, with its number of matches; `matches` has members for texts, else rows. */
export interface WeighedClause {
  readonly clause: TestedClause;
  readonly count: number;
  readonly matches: readonly MatchedMembers[] | RowBitmap;
}

const SHORTNESS = Float64Array.from({ length: 256 }, (_, tokens) => (tokens === 0 ? 0 : shortnessOf(tokens)));

/**
 * Compute the score of each row. Cost: a code for each row, clause and dimension with a match.
 * @param rows rows in ascending order
 * @param rarities rarity of each clause, by its leaf; `null`: computed from this table
 */
export function scoreRows(
  table: ColumnarTable,
  clauses: readonly WeighedClause[],
  rarities: ReadonlyMap<number, number> | null,
  rows: Uint32Array,
): Float32Array {
  const scores = new Float64Array(rows.length);
  for (const { clause, count, matches } of clauses) {
    const weight = clause.boost * (rarities?.get(clause.leaf) ?? rarityOf(count, table.rows));
    if ("words" in matches) addMatches(hasRow(matches, table), weight, rows, scores);
    else addTexts(table, matches, weight, rows, scores);
  }
  return Float32Array.from(scores);
}

function addTexts(
  table: ColumnarTable,
  texts: readonly MatchedMembers[],
  weight: number,
  rows: Uint32Array,
  scores: Float64Array,
): void {
  const shortest = new Uint8Array(rows.length);
  for (const { column, lengths } of texts) {
    const codes = readCodes(table, column.codes, rows);
    for (let at = 0; at < rows.length; at++) {
      const length = lengths[codes[at]!]!;
      if (length > 0 && (shortest[at] === 0 || length < shortest[at]!)) shortest[at] = length;
    }
  }
  for (let at = 0; at < rows.length; at++) {
    if (shortest[at] !== 0) scores[at]! += weight * SHORTNESS[shortest[at]!]!;
  }
}

function addMatches(matches: (row: number) => boolean, weight: number, rows: Uint32Array, scores: Float64Array): void {
  for (let at = 0; at < rows.length; at++) if (matches(rows[at]!)) scores[at]! += weight * shortnessOf(1);
}
