import { foldText } from "./fold-text.js";
import { makePattern, type PatternPiece } from "./pattern.js";
import type { RunTest, TextTest, TokensTest, TokenTest, WordTest } from "./text-test.js";
import { isUnspaced, readRuns, readTokens } from "./tokens.js";

/** A word, phrase or fuzzy word as the user wrote it. */
export type Wanted =
  | { readonly is: "word"; readonly pieces: readonly PatternPiece[] }
  | { readonly is: "phrase"; readonly text: string }
  | { readonly is: "fuzzy"; readonly text: string; readonly edits: number };

/** Build a test that finds the wanted words in a text, next to each other. `null` if nothing wanted is a word. */
export function makeTextTest(wanted: Wanted): TextTest | null {
  const words = wordsOf(wanted);
  return words.length === 0 ? null : { whole: null, parts: follow(words) };
}

/**
 * Build a test of a field's value: it passes as a whole, or by the words in it. The words of a phrase, and words with
 * wildcards, must be next to each other.
 * @param named true for names, which are only compared as a whole
 */
export function makeValueTest(wanted: Wanted, named: boolean): TextTest {
  const words = wordsOf(wanted);
  const whole = wholeOf(wanted);
  if (named || words.length === 0) return { whole, parts: [] };
  if (wanted.is !== "word") return { whole: wanted.is === "fuzzy" ? null : whole, parts: follow(words) };
  if (!hasWildcards(wanted.pieces)) return { whole, parts: words.flatMap((word) => follow([word])) };
  return { whole: words.length > 1 ? whole : null, parts: follow(words) };
}

/** The pieces between two word breaks: folded literals and wildcards. */
type Run = readonly PatternPiece[];

function wordsOf(wanted: Wanted): readonly (readonly TokenTest[] | RunTest)[] {
  if (wanted.is === "word") return splitRuns(wanted.pieces).map(testRun);
  return splitRuns([wanted.text]).map(([text]) =>
    readTokens(text as string).map((token) => ({
      test: wanted.is === "fuzzy" && !isUnspaced(token.text) ? near(token.text, wanted.edits) : same(token.text),
      joined: token.joined,
    })),
  );
}

function wholeOf(wanted: Wanted): WordTest {
  if (wanted.is === "phrase") return same(foldText(wanted.text));
  if (wanted.is === "fuzzy") return near(foldText(wanted.text), wanted.edits);
  const folded = foldPieces(wanted.pieces);
  if (hasWildcards(folded)) return { is: "like", pattern: makePattern(folded) };
  return same(folded.join(""));
}

/** Require words to be next to each other, except parts of text without spaces, which are not tokens. */
function follow(words: readonly (readonly TokenTest[] | RunTest)[]): readonly (TokensTest | RunTest)[] {
  if (words.some((word) => "is" in word))
    return words.map((word) => ("is" in word ? word : { is: "tokens", tokens: word }));
  return [{ is: "tokens", tokens: (words as readonly (readonly TokenTest[])[]).flat() }];
}

function testRun(run: Run): readonly TokenTest[] | RunTest {
  if (!hasWildcards(run)) {
    return readTokens(run.join("")).map(({ text, joined }) => ({ test: same(text), joined }));
  }
  if (run.some((piece) => typeof piece === "string" && isUnspaced(piece))) {
    return { is: "run", pattern: makePattern([{ wildcard: "*" }, ...run, { wildcard: "*" }]) };
  }
  return [{ test: { is: "like", pattern: makePattern(run) }, joined: false }];
}

/** Split pieces at word breaks. Wildcards stand for characters of words, so they are no breaks. */
function splitRuns(pieces: readonly PatternPiece[]): readonly Run[] {
  const runs: PatternPiece[][] = [];
  let open: PatternPiece[] | undefined;
  const add = (piece: PatternPiece): void => {
    if (!open) runs.push((open = []));
    open.push(piece);
  };
  for (const piece of foldPieces(pieces)) {
    if (typeof piece !== "string") {
      add(piece);
      continue;
    }
    let end = 0;
    for (const run of readRuns(readTokens(piece))) {
      if (run.start > end) open = undefined;
      add(piece.slice(run.start, run.end));
      end = run.end;
    }
    if (end < piece.length) open = undefined;
  }
  return runs;
}

function foldPieces(pieces: readonly PatternPiece[]): readonly PatternPiece[] {
  return pieces.map((piece) => (typeof piece === "string" ? foldText(piece) : piece));
}

function hasWildcards(pieces: readonly PatternPiece[]): boolean {
  return pieces.some((piece) => typeof piece !== "string");
}

function same(text: string): WordTest {
  return { is: "same", text };
}

function near(text: string, edits: number): WordTest {
  return { is: "near", text, edits };
}
