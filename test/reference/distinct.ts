import { compareValues } from "#src/core/engine/compare.js";
import type { DistinctResult } from "#src/core/engine/engine.js";
import type { Member } from "#src/core/engine/entry.js";
import { beginsWith, compareFolded } from "#src/core/engine/fold-case.js";
import type { Value } from "#src/core/model/values/value.js";
import type { DistinctQuery } from "#src/core/query/distinct/query.js";
import { foldText } from "#src/core/query/text/fold-text.js";
import { memberAt, type PlainTable } from "./table.js";
import { readValueOf } from "./view.js";

/** Find members of a dimension by testing all of them, then sort. */
export function findDistinct(
  table: PlainTable,
  { dimension, attributes, prefix, filters, first, limit }: DistinctQuery,
  matches: (row: number) => boolean,
): DistinctResult {
  const column = table.dimensions[dimension.index]!;
  const folded = foldText(prefix);
  const possible = new Set(column.codes.filter((_, row) => filters.length === 0 || matches(row)));
  const members = [...possible]
    .map((code) => memberAt(column, code))
    .filter((member): member is Member => member !== null)
    .filter(({ values }) => attributes.some((each) => beginsWith(readValueOf(values, dimension, each), folded)))
    .toSorted((a, b) => {
      const valueOf = ({ values }: Member, index: number): Value => values[index]!;
      const [by, identity] = [attributes[0]!.index, dimension.identity.index];
      return compareFolded(valueOf(a, by), valueOf(b, by)) || compareValues(valueOf(a, identity), valueOf(b, identity));
    });
  return { members: members.slice(first, first + limit), count: members.length };
}
