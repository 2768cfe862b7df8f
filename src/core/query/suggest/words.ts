import type { Attribute, Dimension } from "../../model/cube.js";
import { labelLanguage, searchedAttributes } from "../../model/member-labels.js";
import { foldText } from "../text/fold-text.js";
import { makePattern } from "../text/pattern.js";
import type { WordTest } from "../text/text-test.js";
import { readTokens } from "../text/tokens.js";

/** Letters of words that are respelt, and of those of which two letters may be wrong. */
const MIN_LETTERS = 4;
const MIN_LONG = 8;

/** Split a text into folded words. */
export function readWords(text: string): readonly string[] {
  return readTokens(foldText(text)).map((token) => token.text);
}

/** Return the test of words that begin like another one. */
export function beginTest(word: string): WordTest {
  return { is: "like", pattern: makePattern([word, { wildcard: "*" }]) };
}

/** Return the test of words that a query for members looks for. */
export function wordTest(word: string, areWhole = false): WordTest {
  return areWhole ? { is: "same", text: word } : beginTest(word);
}

/** True if a word of a member is one that a query looks for, or begins like it. */
export function isWantedWord(own: string, wanted: string, isWhole = false): boolean {
  return isWhole ? own === wanted : own.startsWith(wanted);
}

/** True if all words of a text are the given ones, in order. */
export function isSameWords(words: readonly string[], text: string): boolean {
  const own = readWords(text);
  return own.length === words.length && own.every((word, at) => word === words[at]);
}

/** Return how many letters of a word may be wrong for it to be respelt. */
export function allowedEdits(word: string): number {
  const letters = Array.from(word).length;
  return letters < MIN_LETTERS ? 0 : letters < MIN_LONG ? 1 : 2;
}

/** List the attributes that name a member: its label, also in other languages, and its name. */
export function namingAttributes(dimension: Dimension): readonly Attribute[] {
  const { attributes, identity } = dimension;
  const spoken = searchedAttributes(dimension).filter(({ name }) => labelLanguage(name) !== null);
  const label = attributes.find(({ name }) => name === "label");
  return label && label !== identity ? [label, identity, ...spoken] : [identity];
}
