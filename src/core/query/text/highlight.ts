import { foldText, isAscii } from "./fold-text.js";
import { matchesPattern } from "./pattern.js";
import { findPart, passesText, passesWord, type TextTest } from "./text-test.js";
import { readRuns, readTokens, type Token } from "./tokens.js";

/** A range of UTF-16 code units of a text; the end is excluded. */
export type Span = readonly [start: number, end: number];

/** A character with its combining marks. */
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu;

/** A folded text with its tokens, and for each of its code units the position in the original text. */
export interface FoldedPlaces {
  readonly text: string;
  readonly folded: string;
  readonly tokens: readonly Token[];
  /** Return the range of the original text from the code units `start` to `end` of the folded one; the end is excluded. */
  spanOf(start: number, end: number): Span;
}

/**
 * Find the ranges of a text that match a test, in order and disjoint; `null` if the text does not pass.
 */
export function findSpans(test: TextTest, text: string): readonly Span[] | null {
  return findSpansIn(test, foldWithPlaces(text));
}

/** Find the ranges of a folded text as `findSpans` does. */
export function findSpansIn(test: TextTest, { text, folded, tokens, spanOf }: FoldedPlaces): readonly Span[] | null {
  if (!passesText(test, folded)) return null;
  if (test.whole && passesWord(test.whole, folded)) return [[0, text.length]];
  const found = test.parts.flatMap((part): readonly Token[] | ReturnType<typeof readRuns> => {
    if (part.is === "run") {
      return readRuns(tokens).filter(({ start, end }) => matchesPattern(part.pattern, folded.slice(start, end)));
    }
    const places: Token[] = [];
    for (let at = findPart(part, tokens, 0); at >= 0; at = findPart(part, tokens, at + 1)) {
      places.push(...tokens.slice(at, at + part.tokens.length));
    }
    return places;
  });
  return mergeSpans(found.map(({ start, end }) => spanOf(start, end)));
}

/** Fold a text for finding spans in it. */
export function foldWithPlaces(text: string): FoldedPlaces {
  if (isAscii(text)) {
    const folded = foldText(text);
    return { text, folded, tokens: readTokens(folded), spanOf: (start, end) => [start, end] };
  }
  const startOf: number[] = [];
  const endOf: number[] = [];
  let folded = "";
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const part = foldText(cluster);
    folded += part;
    for (let unit = 0; unit < part.length; unit++) {
      startOf.push(index);
      endOf.push(index + cluster.length);
    }
  }
  return { text, folded, tokens: readTokens(folded), spanOf: (start, end) => [startOf[start]!, endOf[end - 1]!] };
}

/** Sort ranges, and join those that touch each other. */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: [number, number][] = [];
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
