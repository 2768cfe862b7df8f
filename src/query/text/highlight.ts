import { foldText } from "./fold.js";
import { matchesPattern } from "./pattern.js";
import { findPart, passesText, passesWord, type TextTest } from "./text-test.js";
import { readRuns, readTokens, type Token } from "./tokens.js";

/** A range of UTF-16 code units of a text; the end is excluded. */
export type Span = readonly [start: number, end: number];

/** A character with its combining marks. */
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu;

/**
 * Find the ranges of a text that match a test, in order and disjoint; `null` if the text does not pass.
 */
export function findSpans(test: TextTest, text: string): readonly Span[] | null {
  const { folded, startOf, endOf } = foldWithPlaces(text);
  if (!passesText(test, folded)) return null;
  if (test.whole && passesWord(test.whole, folded)) return [[0, text.length]];
  const tokens = readTokens(folded);
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
  return merge(found.map(({ start, end }): Span => [startOf[start]!, endOf[end - 1]!]));
}

/** A folded text, and for each of its code units the position in the original text. */
function foldWithPlaces(text: string) {
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
  return { folded, startOf, endOf };
}

function merge(spans: readonly Span[]): readonly Span[] {
  const merged: [number, number][] = [];
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
