import { type FoldedPlaces, findSpansIn, foldWithPlaces, mergeSpans, type Span } from "./highlight.js";
import { passesWord, type TextTest, type WordTest } from "./text-test.js";

/** Ranges of a text that match any of some tests. */
export interface TextSpans {
  /** Least number of a test that matches. */
  readonly first: number;
  /** Distinct ranges, in any order; those of one test are disjoint. */
  readonly spans: readonly Span[];
}

/** A text test with its number. */
export interface NumberedTest {
  readonly number: number;
  readonly test: TextTest;
}

/** Words whose tests are cached. */
const MAX_WORDS = 2 ** 14;

/** Finds the ranges of texts that match some tests. Tests of one word are computed once for each different word. */
export class SpanFinder {
  readonly #whole = new Map<string, Set<number>>();
  readonly #same = new Map<string, number[]>();
  readonly #words: { readonly number: number; readonly word: WordTest }[] = [];
  readonly #others: NumberedTest[] = [];
  readonly #matches = new Map<string, readonly number[]>();
  readonly #check: () => void;

  /** @param check called at intervals; throws to abort */
  constructor(tests: readonly NumberedTest[], check: () => void) {
    this.#check = check;
    for (const { number, test } of tests) {
      const word = onlyWord(test);
      if (!word) {
        this.#others.push({ number, test });
        continue;
      }
      if (test.whole) addTo(this.#whole, test.whole.is === "same" ? test.whole.text : "", () => new Set()).add(number);
      if (word.is === "same") addTo(this.#same, word.text, () => []).push(number);
      else this.#words.push({ number, word });
    }
  }

  /** Return the ranges of a text; `null` if it passes no test. */
  find(text: string): TextSpans | null {
    this.#check();
    const places = foldWithPlaces(text);
    const byTest = new Map<number, readonly Span[]>();
    for (const number of this.#whole.get(places.folded) ?? []) byTest.set(number, [[0, text.length]]);
    this.#addWords(places, byTest);
    for (const { number, test } of this.#others) {
      const spans = findSpansIn(test, places);
      if (spans) byTest.set(number, spans);
    }
    if (byTest.size === 0) return null;
    const distinct = new Map<string, Span>();
    for (const spans of new Set(byTest.values())) for (const span of spans) distinct.set(span.join(), span);
    return { first: Math.min(...byTest.keys()), spans: [...distinct.values()] };
  }

  #addWords({ tokens, spanOf, folded }: FoldedPlaces, byTest: Map<number, readonly Span[]>): void {
    if (this.#same.size + this.#words.length === 0) return;
    const whole = this.#whole.get(folded);
    const found = new Map<number, Span[]>();
    const only = new Map<string, readonly Span[]>();
    for (const { text, start, end } of tokens) {
      const numbers = this.#matchesOf(text);
      if (numbers.length === 0) continue;
      const span = spanOf(start, end);
      for (const number of numbers) if (!whole?.has(number)) addTo(found, number, () => []).push(span);
    }
    for (const [number, spans] of found) {
      // Tests that found the same ranges share them.
      const key = spans.join();
      const merged = only.get(key) ?? mergeSpans(spans);
      only.set(key, merged);
      byTest.set(number, merged);
    }
  }

  /** Return the tests of one word that a word passes. */
  #matchesOf(text: string): readonly number[] {
    const known = this.#matches.get(text);
    if (known) return known;
    this.#check();
    const numbers = [...(this.#same.get(text) ?? [])];
    for (const { number, word } of this.#words) if (passesWord(word, text)) numbers.push(number);
    if (this.#matches.size === MAX_WORDS) this.#matches.clear();
    this.#matches.set(text, numbers);
    return numbers;
  }
}

/** Return the only word that a test wants, besides a whole text that is the same; `null` for other tests. */
function onlyWord({ whole, parts }: TextTest): WordTest | null {
  const [part] = parts;
  if (parts.length !== 1 || part!.is !== "tokens" || part!.tokens.length !== 1) return null;
  return !whole || whole.is === "same" ? part!.tokens[0]!.test : null;
}

function addTo<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
