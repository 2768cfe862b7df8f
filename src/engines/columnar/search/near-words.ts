import { compareNearWords, type NearWord } from "../../../core/engine/suggest.js";
import type { Dimension } from "../../../core/model/cube.js";
import { searchedAttributes } from "../../../core/model/member-labels.js";
import { isWithinEdits } from "../../../core/query/text/edits.js";
import { allowedEdits, readWords } from "../../../core/query/suggest/words.js";
import type { DimensionColumn } from "../table/table.js";
import type { Values } from "../table/values.js";
import { TermMatcher } from "./match-terms.js";
import { findStoredColumn } from "./suggest-members.js";
import type { SearchedTable } from "./select-clause.js";
import { readTerm } from "./term-lookup.js";

/** Members between two checks. */
const STRIDE = 1024;

/**
 * Find the words of a dimension's members that are similar to another one, the nearest first.
 * Cost: a step for each distinct word; for dimensions that are computed from others a step for each member.
 */
export function findNearWords(
  { table, indexes, memory, pace }: SearchedTable,
  dimension: Dimension,
  wanted: string,
  limit: number,
): readonly NearWord[] {
  const most = allowedEdits(wanted);
  if (most === 0) return [];
  const column = table.dimensions[dimension.index]!;
  const found: NearWord[] = [];
  const add = (word: string, numTexts: number): void => {
    for (let edits = 0; edits <= most; edits++) {
      if (isWithinEdits(wanted, word, edits)) return void found.push({ word, edits, numTexts });
    }
  };
  const stored = findStoredColumn(column);
  // Labels that models give by names are in no index.
  const apart = searchedValues(column).slice(stored ? stored.dimension.attributes.length : 0);
  const counts = countWords(apart, pace.check);
  if (stored) {
    const index = indexes.of(stored);
    const terms = new TermMatcher(index, { check: pace.check, take: memory.take });
    const near = terms.match({ is: "near", text: wanted, edits: most });
    near.forEach((term) => {
      const word = readTerm(index, term);
      counts.set(word, (counts.get(word) ?? 0) + index.valuesAt(term).length);
    });
  }
  for (const [word, numTexts] of counts) add(word, numTexts);
  return found.toSorted(compareNearWords).slice(0, limit);
}

/** Return the values of all texts that searches look into. */
function searchedValues({ derived, dimension, attributes }: DimensionColumn): readonly Values[] {
  return derived?.values() ?? searchedAttributes(dimension).map(({ index }) => attributes[index]!);
}

/** Count the texts that have each word. */
function countWords(columns: readonly Values[], check: () => void): Map<string, number> {
  const counts = new Map<string, number>();
  for (const values of columns) {
    for (let place = 0; place < values.length; place++) {
      if (place % STRIDE === 0) check();
      for (const word of new Set(readWords(String(values.at(place) ?? "")))) {
        counts.set(word, (counts.get(word) ?? 0) + 1);
      }
    }
  }
  return counts;
}
