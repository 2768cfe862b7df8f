import { isWithinEdits } from "./edits.js";
import { matchesPattern, type Pattern } from "./pattern.js";
import { readRuns, readTokens, skipBreaks, type Token } from "./tokens.js";

/** The test of one folded word, or of one whole folded text. */
export type WordTest =
  | { readonly is: "same"; readonly text: string }
  | { readonly is: "like"; readonly pattern: Pattern }
  | { readonly is: "near"; readonly text: string; readonly edits: number };

/** Tokens that follow each other. */
export interface TokensTest {
  readonly is: "tokens";
  readonly tokens: readonly TokenTest[];
}

export interface TokenTest {
  readonly test: WordTest;
  /** True if nothing may stand between it and the token before. */
  readonly joined: boolean;
}

/** A part of a text in a script without spaces: what stands between two breaks is like this somewhere. */
export interface RunTest {
  readonly is: "run";
  readonly pattern: Pattern;
}

/** The test of a folded text: as a whole, or else by its parts. */
export interface TextTest {
  /** `null`: it is not compared as a whole. */
  readonly whole: WordTest | null;
  /** All of which it has to have; none: it is only compared as a whole. */
  readonly parts: readonly (TokensTest | RunTest)[];
}

/** @param folded as `foldText` makes it */
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
 * Check that texts which are looked for stand in a text one after the other with nothing but breaks between them, be they
 * tokens there or not: it costs a fraction of finding the tokens, and most texts that have all words of a phrase do not.
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

/** The first token from `from` on where a part begins; -1 for none. */
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
