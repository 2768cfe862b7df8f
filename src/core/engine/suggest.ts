import type { Member } from "./entry.js";

/** A member that typed words may stand for. */
export interface SuggestedMember {
  readonly member: Member;
  readonly numEntries: number;
  /** True if the words are all of its label or name. */
  readonly isExact: boolean;
}

/** A word of members that is similar to a wanted one. */
export interface NearWord {
  readonly word: string;
  /** Letters that differ. */
  readonly edits: number;
  /** Number of texts that have it. */
  readonly numTexts: number;
}

/** Compare suggestions: exact ones come first, then those with the most entries. */
export function compareSuggestions(
  a: Pick<SuggestedMember, "isExact" | "numEntries">,
  b: Pick<SuggestedMember, "isExact" | "numEntries">,
): number {
  return Number(b.isExact) - Number(a.isExact) || b.numEntries - a.numEntries;
}

/** Compare similar words: the fewest edits come first, then the most frequent, then by code point. */
export function compareNearWords(a: NearWord, b: NearWord): number {
  return a.edits - b.edits || b.numTexts - a.numTexts || (a.word < b.word ? -1 : Number(a.word > b.word));
}
