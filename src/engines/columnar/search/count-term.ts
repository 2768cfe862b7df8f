import { MAX_TOKENS, type TermCount } from "../../../core/engine/term-signature.js";
import type { PostingLists } from "../select/posting-lists.js";
import type { ColumnarTable } from "../table/table.js";
import { findTerm } from "./term-lookup.js";
import type { TermLookups } from "./term-lookups.js";

/**
 * Count the entries of a stored table with a term, added up over all dimensions.
 * Cost: a look-up in each dimension, and a step for each value with the term; the first call counts the entries of members.
 */
export function countTerm(
  table: Pick<ColumnarTable, "dimensions">,
  indexes: TermLookups,
  postingLists: PostingLists,
  term: string,
): TermCount {
  let [entries, tokens, dimensions] = [0, MAX_TOKENS, 0];
  for (const column of table.dimensions) {
    const index = indexes.of(column);
    const place = findTerm(index, term);
    if (place < 0) continue;
    dimensions++;
    const entriesOf = postingLists.entriesOf(column, () => {});
    const members = column.columns[0]!.length;
    const having = new Set<number>();
    for (const value of index.valuesAt(place)) {
      tokens = Math.min(tokens, index.lengths[value]!);
      having.add(value % members);
    }
    for (const member of having) entries += entriesOf(member);
  }
  return { entries, tokens, isExact: dimensions <= 1 };
}
