import { isWithinEdits } from "./edits.js";
import { matchesPattern, type Pattern } from "./pattern.js";
import { readRuns, readTokens, skipBreaks, type Token } from "./tokens.js";

/** A test of one folded word, or of a whole folded text. */
export type WordTest =
  | { readonly is: "same"; readonly text: string }
  | { readonly is: "like"; readonly pattern: Pattern }
  | { readonly is: "near"; readonly text: string; readonly edits: number };

/** A test for tokens next to each other. */
export interface TokensTest {
  readonly is: "tokens";
  readonly tokens: readonly TokenTest[];
}

export interface TokenTest {
  readonly test: WordTest;
  /** True if the token must directly follow the previous one. */
  readonly joined: boolean;
}

/** A test for part of a text in a script without spaces: a range between two word breaks matches the pattern. */
export interface RunTest {
  readonly is: "run";
  readonly pattern: Pattern;
}

/** A test of a folded text: it passes as a whole or by its parts. */
export interface TextTest {
  /** Test of the whole text; `null`: only parts are tested. */
  readonly whole: WordTest | null;
  /** Parts that the text must all have; empty: only the whole is tested. */
  readonly parts: readonly (TokensTest | RunTest)[];
}

/** True if a text passes a test. @param folded result of `foldText` */
export function passesText({ whole, parts }: TextTest, folded: string): boolean {
  if (whole && passesWord(whole, folded)) return true;
  if (parts.length === 0 || !parts.every((part) => part.is === "run" || mayHave(part, folded))) return false;
  const tokens = readTokens(folded);
  return parts.every((part) => (part.is === "run" ? hasRun(part, folded, tokens) : findPart(part, tokens, 0) >= 0));
}

export function passesWord(test: WordTest, text: string): boolean {
  if (test.is === "same") return test.text === text;
  return test.is === "like" ? matchesPattern(test.pattern, text) : isWithinEdits(test.text, text, test.edits);
}

/**
 * Check quickly that a text may have the wanted tokens: their texts occur in it one after the other, with only word
 * breaks between. This costs a fraction of tokenising, and rejects most texts that have all words of a phrase in other
 * places.
 */
function mayHave({ tokens: wanted }: TokensTest, folded: string): boolean {
  const texts = wanted.map(({ test }) => (test.is === "same" ? test.text : null));
  const [first] = texts;
  if (texts.length < 2 || first === null || texts.includes(null)) return true;
  for (let at = folded.indexOf(first!); at >= 0; at = folded.indexOf(first!, at + 1)) {
    let end = at + first!.length;
    const follow = texts.slice(1).every((text) => {
      const start = skipBreaks(folded, end);
      end = start + text!.length;
      return folded.startsWith(text!, start);
    });
    if (follow) return true;
  }
  return false;
}

/** Return the index of the first token from `from` on where a part begins, or -1. */
export function findPart({ tokens: wanted }: TokensTest, tokens: readonly Token[], from: number): number {
  for (let first = from; first + wanted.length <= tokens.length; first++) {
    const fits = wanted.every(({ test, joined }, at) => {
      const token = tokens[first + at]!;
      return (token.joined || !joined) && passesWord(test, token.text);
    });
    if (fits) return first;
  }
  return -1;
}

function hasRun({ pattern }: RunTest, folded: string, tokens: readonly Token[]): boolean {
  return readRuns(tokens).some(({ start, end }) => matchesPattern(pattern, folded.slice(start, end)));
}
