import { compareNearWords, compareSuggestions, type NearWord, type SuggestedMember } from "#src/core/engine/suggest.js";
import type { Dimension } from "#src/core/model/cube.js";
import { searchedAttributes } from "#src/core/model/member-labels.js";
import { allowedEdits, isSameWords, isWantedWord, readWords } from "#src/core/query/suggest/words.js";
import type { SuggestQuery } from "#src/core/query/suggest/query.js";
import { isWithinEdits } from "#src/core/query/text/edits.js";
import { memberAt, type PlainTable } from "./table.js";
import { readValueOf } from "./view.js";

/** Find suggestions by testing every member. */
export function suggestPlain(
  table: PlainTable,
  { dimension, attributes, words, areWhole, limit }: SuggestQuery,
): readonly SuggestedMember[] {
  const column = table.dimensions[dimension.index]!;
  return column.members
    .flatMap((_, code) => {
      const member = memberAt(column, code);
      const texts = attributes.map((attribute) =>
        String(member ? (readValueOf(member.values, dimension, attribute) ?? "") : ""),
      );
      const own = texts.flatMap(readWords);
      const numEntries = column.codes.filter((each) => each === code).length;
      return member && numEntries > 0 && words.every((word) => own.some((each) => isWantedWord(each, word, areWhole)))
        ? [{ member, numEntries, isExact: texts.some((text) => isSameWords(words, text)) }]
        : [];
    })
    .toSorted(compareSuggestions)
    .slice(0, limit);
}

/** Find similar words by comparing every word of every member. */
export function findNearPlain(
  table: PlainTable,
  dimension: Dimension,
  wanted: string,
  limit: number,
): readonly NearWord[] {
  const { members } = table.dimensions[dimension.index]!;
  const listed = members.flatMap((values) => searchedAttributes(dimension).map(({ index }) => values[index]!));
  const texts = listed.map((value) => String(value ?? ""));
  const words = texts.map((text) => new Set(readWords(text)));
  const most = allowedEdits(wanted);
  const found = [...new Set(words.flatMap((each) => [...each]))].flatMap((word): NearWord[] => {
    const edits = [0, 1, 2].find((each) => each <= most && isWithinEdits(wanted, word, each));
    const numTexts = words.filter((each) => each.has(word)).length;
    return edits === undefined || most === 0 ? [] : [{ word, edits, numTexts }];
  });
  return found.toSorted(compareNearWords).slice(0, limit);
}
