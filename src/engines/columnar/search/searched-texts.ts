import { searchedAttributes } from "../../../core/model/member-labels.js";
import type { ClauseTarget } from "../../../core/query/condition/condition.js";
import type { DerivedMembers, DimensionColumn } from "../table/table.js";
import type { Values } from "../table/values.js";
import type { ValueRange } from "./match-text.js";
import type { TermLookup } from "./term-lookup.js";
import type { TermLookups } from "./term-lookups.js";

/** Attributes of a dimension, from `first` on up to `end`, which is excluded, whose texts are in one term index. */
export interface SearchedTexts {
  readonly index: TermLookup;
  /** Attributes of the index: the dimension's attribute `at` is its attribute `at - shift`. */
  readonly attributes: readonly Values[];
  readonly first: number;
  readonly end: number;
  readonly shift: number;
  /** Members of the index; `null` if they are those of the column with the codes. */
  readonly derived: DerivedMembers | null;
  /** False for an attribute that is only searched if it is named. */
  readonly isListed: boolean;
}

/**
 * List the texts of a dimension: attributes that are computed, and the members of a derived dimension, have an index apart.
 * @param isNamed true for the position of an attribute that a clause names: others that are unlisted are left out
 */
export function listSearchedTexts(
  indexes: TermLookups,
  column: DimensionColumn,
  isNamed: (attribute: number) => boolean,
): readonly SearchedTexts[] {
  const { dimension, attributes, base: stored = column, derived, computed } = column;
  if (derived) return listDerived(indexes, derived, 0, attributes.length);
  const searched = new Set(searchedAttributes(dimension).map(({ index }) => index));
  const listed: SearchedTexts[] = [];
  for (let first = 0; first < attributes.length;) {
    const own = computed?.get(first);
    const isListed = searched.has(first);
    let end = first + 1;
    if (own) {
      if (isListed || isNamed(first)) listed.push(...listDerived(indexes, own, first, end, isListed));
    } else {
      while (end < attributes.length && !computed?.has(end)) end++;
      const index = indexes.of(stored);
      listed.push({ index, attributes: stored.attributes, first, end, shift: 0, derived: null, isListed });
    }
    first = end;
  }
  return listed;
}

/** Return the texts of derived members; nothing if no value has one. */
function listDerived(
  indexes: TermLookups,
  derived: DerivedMembers,
  first: number,
  end: number,
  isListed = true,
): readonly SearchedTexts[] {
  const attributes = derived.values();
  if (attributes[0]!.length === 0) return [];
  return [{ index: indexes.ofDerived(derived), attributes, first, end, shift: first, derived, isListed }];
}

/** Return the attributes in which a text is searched, among some; `null` for none. */
export function rangeWithin(
  { attributes, first, end, shift, isListed }: SearchedTexts,
  target: ClauseTarget | null,
): ValueRange | null {
  if (!target) return !isListed ? null : { attributes, first: first - shift, end: end - shift };
  const { index } = target.attribute;
  return index < first || index >= end ? null : { attributes, first: index - shift, end: index - shift + 1 };
}
