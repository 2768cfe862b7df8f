/**
 * A text that a page writes in the language of its reader: data as it is, or words by their name, with the values of
 * their slots.
 */
export type SaidPhrase = string | NamedPhrase;

interface NamedPhrase {
  readonly say: PhraseName;
  readonly values: Readonly<Record<string, SaidPhrase>>;
}

/** Names of the words that calls have pages say. */
export type PhraseName =
  | "after"
  | "all"
  | "allOf"
  | "allOfWithin"
  | "and"
  | "anyValue"
  | "before"
  | "between"
  | "change"
  | "changeOnPeriod"
  | "difference"
  | "differenceFromPeriod"
  | "entries"
  | "fiscalYear"
  | "from"
  | "inVersion"
  | "largestEntry"
  | "median"
  | "moreOrLess"
  | "named"
  | "not"
  | "ofPlan"
  | "ofWhole"
  | "otherSide"
  | "outturnOfPlan"
  | "perEntry"
  | "rank"
  | "runningTotal"
  | "share"
  | "shareOfGroup"
  | "smallestEntry"
  | "standardDeviation"
  | "upTo"
  | "version"
  | "versionOf"
  | "versionOfNote"
  | "yearBefore";

/** Name words, with the values of their slots. */
export function phrase(say: PhraseName, values: Readonly<Record<string, SaidPhrase>> = {}): SaidPhrase {
  return { say, values };
}

/** Join phrases by commas. */
export function joinPhrases(parts: readonly SaidPhrase[]): SaidPhrase {
  if (parts.every((each) => typeof each === "string")) return parts.join(", ");
  return parts.reduce((first, second) => phrase("and", { first, second }));
}
