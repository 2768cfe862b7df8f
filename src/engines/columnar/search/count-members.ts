import type { SuggestedMember } from "../../../core/engine/suggest.js";
import type { PostingLists } from "../select/posting-lists.js";
import { listedAttributes } from "../table/members.js";
import type { DimensionColumn } from "../table/table.js";

/** Read members by their codes, those with the most entries first, without those that have none. */
export function countMembers(
  column: DimensionColumn,
  codes: readonly number[],
  postingLists: PostingLists,
  check: () => void,
): readonly SuggestedMember[] {
  const counts = postingLists.countFew(column, codes, check);
  const values = listedAttributes(column);
  return codes
    .map((code, at) => ({ code, numEntries: counts[at]! }))
    .filter(({ numEntries }) => numEntries > 0)
    .toSorted((a, b) => b.numEntries - a.numEntries)
    .map(({ code, numEntries }) => ({
      member: { id: code + 1, values: values.map((each) => each.at(code)) },
      numEntries,
      isExact: true,
    }));
}
