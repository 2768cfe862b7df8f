import { compareSuggestions, type SuggestedMember } from "../../../core/engine/suggest.js";
import type { SuggestQuery } from "../../../core/query/suggest/query.js";
import { isSameWords, isWantedWord, readWords, wordTest } from "../../../core/query/suggest/words.js";
import type { DerivedMembers, DimensionColumn } from "../table/table.js";
import { listedAttributes } from "../table/members.js";
import type { Values } from "../table/values.js";
import { TermMatcher } from "./match-terms.js";
import type { SearchedTable } from "./select-clause.js";
import { uniteMembers } from "./unite-members.js";

/** Members between two checks. */
const STRIDE = 1024;

/** A member that is found, by its place. */
type Found = Omit<SuggestedMember, "member"> & { readonly place: number };

/**
 * Find the members with words that begin like the given ones, the best first; of equals the first loaded.
 * Cost: a lookup for each word and a step for each member found; the first call for a dimension counts its entries.
 * Members of dimensions that are computed from others have no index: each is tested. Labels that models give by names are
 * looked through for each word.
 */
export function suggestMembers(searched: SearchedTable, query: SuggestQuery): readonly SuggestedMember[] {
  const { table, postingLists, pace } = searched;
  const column = table.dimensions[query.dimension.index]!;
  const values = column.derived?.values() ?? column.attributes;
  const stored = findStoredColumn(column);
  const places = stored ? lookUpMembers(searched, column, stored, query) : testMembers(values, query, pace.check);
  const lengths = stored && searched.indexes.of(stored).lengths;
  if (places.length === 0 || query.limit === 0) return [];
  const entriesOf = postingLists.entriesOf(column.base ?? column, pace.check);
  const count = column.derived ? countDerived(column.derived.targets(), values[0]!.length, entriesOf) : entriesOf;
  const test = (place: number): boolean => isExact(values, query, place, lengths);
  const best = pickBest(places, count, test, query.limit, pace.check);
  const listed = values.slice(0, column.dimension.attributes.length);
  return best.map(({ place, ...found }) => ({
    member: { id: place + 1, values: listed.map((each) => each.at(place)) },
    ...found,
  }));
}

/** Return the column whose index has the words of all listed attributes; `null` if some are computed. */
export function findStoredColumn(column: DimensionColumn): DimensionColumn | null {
  if (column.derived) return null;
  const isComputed = column.dimension.attributes.some(({ index }) => column.computed?.has(index));
  return isComputed ? null : (column.base ?? column);
}

/** Look up the members with all words. @returns their places, ascending */
function lookUpMembers(
  { indexes, memory, pace }: SearchedTable,
  { computed }: DimensionColumn,
  stored: DimensionColumn,
  { attributes: searched, words, areWhole }: SuggestQuery,
): Uint32Array {
  const attributes = listedAttributes(stored);
  const index = indexes.of(stored);
  const terms = new TermMatcher(index, { check: pace.check, take: memory.take });
  const labels = searched.flatMap(({ index: at }) => computed?.get(at) ?? []);
  let found: Uint32Array | null = null;
  for (const word of words) {
    const matching = terms.match(wordTest(word, areWhole));
    const ranges = searched
      .filter(({ index: first }) => !computed?.has(first))
      .map(({ index: first }) => ({ attributes, first, end: first + 1 }));
    const matches = ranges.map((range) => ({ range, terms: matching, values: null }));
    let members: Uint32Array = uniteMembers(index, stored, matches, pace.check);
    for (const own of labels)
      members = joinSorted(
        members,
        findLabelled(own, (each) => isWantedWord(each, word, areWhole), pace.check),
      );
    found = found === null ? members : keepCommon(found, members);
    if (found.length === 0) break;
  }
  return found ?? new Uint32Array(0);
}

/** Find the members whose label has a word that is wanted. @returns their places, ascending */
function findLabelled(
  { targets, values }: DerivedMembers,
  isWanted: (word: string) => boolean,
  check: () => void,
): Uint32Array {
  const labels = values()[0]!;
  const matching = new Uint8Array(labels.length);
  for (let label = 0; label < labels.length; label++) {
    if (label % STRIDE === 0) check();
    if (readWords(String(labels.at(label))).some(isWanted)) matching[label] = 1;
  }
  if (!matching.includes(1)) return new Uint32Array(0);
  const found: number[] = [];
  targets().forEach((label, member) => {
    if (matching[label] === 1) found.push(member);
  });
  return Uint32Array.from(found);
}

function joinSorted(a: Uint32Array, b: Uint32Array): Uint32Array {
  return b.length === 0 ? a : Uint32Array.from(new Set([...a, ...b])).toSorted();
}

/** Return the numbers that are in both lists, which ascend. */
function keepCommon(a: Uint32Array, b: Uint32Array): Uint32Array {
  let [other, size] = [0, 0];
  const common = new Uint32Array(Math.min(a.length, b.length));
  for (let at = 0; at < a.length; at++) {
    while (other < b.length && b[other]! < a[at]!) other++;
    if (b[other] === a[at]) common[size++] = a[at]!;
  }
  return common.slice(0, size);
}

function testMembers(
  values: readonly Values[],
  { attributes, words, areWhole }: SuggestQuery,
  check: () => void,
): Uint32Array {
  const found: number[] = [];
  for (let place = 0; place < values[0]!.length; place++) {
    if (place % STRIDE === 0) check();
    const own = attributes.flatMap(({ index }) => readWords(String(values[index]!.at(place) ?? "")));
    if (words.every((word) => own.some((each) => isWantedWord(each, word, areWhole)))) found.push(place);
  }
  return Uint32Array.from(found);
}

function countDerived(
  targets: Uint32Array,
  size: number,
  entriesOf: (code: number) => number,
): (place: number) => number {
  const counts = new Float64Array(size);
  for (let code = 0; code < targets.length; code++) {
    const target = targets[code]!;
    if (target < size) counts[target]! += entriesOf(code);
  }
  return (place) => counts[place]!;
}

/** @param lengths number of words of each stored value, at most 255, which rules most texts out; `null` if not known */
function isExact(
  values: readonly Values[],
  { attributes, words }: SuggestQuery,
  place: number,
  lengths: Uint8Array | null,
): boolean {
  const size = values[0]!.length;
  return attributes.some(
    ({ index }) =>
      (lengths === null ||
        index * size >= lengths.length ||
        lengths[index * size + place] === Math.min(255, words.length)) &&
      isSameWords(words, String(values[index]!.at(place) ?? "")),
  );
}

function pickBest(
  places: Uint32Array,
  count: (place: number) => number,
  test: (place: number) => boolean,
  limit: number,
  check: () => void,
): readonly Found[] {
  const best: Found[] = [];
  for (let at = 0; at < places.length; at++) {
    if (at % STRIDE === 0) check();
    const place = places[at]!;
    const found = { place, numEntries: count(place), isExact: test(place) };
    if (found.numEntries === 0) continue;
    if (best.length === limit && compareSuggestions(found, best[limit - 1]!) >= 0) continue;
    const before = best.findIndex((other) => compareSuggestions(found, other) < 0);
    best.splice(before < 0 ? best.length : before, 0, found);
    if (best.length > limit) best.pop();
  }
  return best;
}
