import type { Condition } from "../query/condition/condition.js";
import { isWithinEdits } from "../query/text/edits.js";
import type { TextTest, WordTest } from "../query/text/text-test.js";

/** Hexadecimal digits of an id. */
const DIGITS = 40;
/** Digits of a piece that are looked for at once. */
const LOOKED_FOR = 7;
const MASK = 2 ** (LOOKED_FOR * 4) - 1;
/** Bits of a filter for pieces. */
const FILTER_BITS = 2 ** 16;

/** A test of ids that are similar to a text. */
export type NearIdTest = Extract<WordTest, { readonly is: "near" }>;

/** List the words of a test; `null` if it is not about similar ids alone. An id is one word. */
export function nearWordsOf({ whole, parts }: TextTest): readonly NearIdTest[] | null {
  const tests = parts.flatMap((part) => (part.is === "run" ? [null] : part.tokens.map(({ test }) => test)));
  const all = whole ? [whole, ...tests] : tests;
  return all.every((test): test is NearIdTest => test?.is === "near") ? all : null;
}

/** List all tests of similar ids in conditions, each once. */
export function listNearIdTests(conditions: readonly Condition[]): readonly NearIdTest[] {
  const found = new Map<string, NearIdTest>();
  const addWord = (test: WordTest | null): void => {
    if (test?.is === "near") found.set(nearIdKey(test), test);
  };
  const visit = (condition: Condition): void => {
    if (condition.is === "not") return visit(condition.of);
    if (condition.is !== "clause") return condition.of.forEach(visit);
    const { test } = condition;
    if (test.on !== "id" || "is" in test.id) return;
    addWord(test.id.whole);
    for (const part of test.id.parts) if (part.is === "tokens") part.tokens.forEach((token) => addWord(token.test));
  };
  conditions.forEach(visit);
  return [...found.values()];
}

/** Return a key that tests share if the same ids pass them. */
export function nearIdKey({ text, edits }: NearIdTest): string {
  return `${edits} ${text}`;
}

/**
 * Cut a text into pieces, of which each id within its edits has one as it is. An edit changes two pieces at most: a swap
 * of the last letter of one and the first of the next. @returns none if no id is similar
 */
export function piecesOfId({ text, edits }: NearIdTest): readonly string[] {
  const letters = Array.from(text);
  if (Math.abs(letters.length - DIGITS) > edits) return [];
  const count = 2 * edits + 1;
  const pieces = Array.from({ length: count }, (_, at) =>
    letters.slice(cutAt(letters, at, count), cutAt(letters, at + 1, count)).join(""),
  );
  return pieces.filter((piece) => /^[\da-f]+$/.test(piece));
}

function cutAt({ length }: readonly string[], at: number, count: number): number {
  return Math.floor((length * at) / count);
}

/** Finds the few ids that may be similar to some texts. Cost: a step for each digit, however many texts there are. */
export class NearIds {
  /** Tests by their pieces, which are cut to `LOOKED_FOR` digits. */
  readonly #tests = new Map<number, NearIdTest[]>();
  readonly #filter = new Uint8Array(FILTER_BITS);

  constructor(tests: readonly NearIdTest[]) {
    for (const test of tests) {
      for (const piece of piecesOfId(test)) {
        const digits = Number.parseInt(piece.slice(0, LOOKED_FOR), 16);
        this.#tests.set(digits, [...(this.#tests.get(digits) ?? []), test]);
        this.#filter[digits % FILTER_BITS] = 1;
      }
    }
  }

  /** True if no id is similar to any of the texts. */
  get isEmpty(): boolean {
    return this.#tests.size === 0;
  }

  /** Return the tests that an id passes. @param bytes of ids @param at the first of its 20 bytes */
  passedBy(bytes: Uint8Array, at: number): readonly NearIdTest[] {
    let digits = 0;
    let passed: Set<NearIdTest> | null = null;
    for (let digit = 0; digit < DIGITS; digit++) {
      const byte = bytes[at + (digit >> 1)]!;
      digits = ((digits << 4) | ((digit & 1) === 0 ? byte >> 4 : byte & 15)) & MASK;
      if (digit < LOOKED_FOR - 1 || this.#filter[digits % FILTER_BITS] === 0) continue;
      for (const test of this.#tests.get(digits) ?? []) (passed ??= new Set()).add(test);
    }
    if (!passed) return NONE;
    const id = Buffer.from(bytes.buffer, bytes.byteOffset + at, DIGITS / 2).toString("hex");
    return [...passed].filter(({ text, edits }) => isWithinEdits(text, id, edits));
  }
}

const NONE: readonly NearIdTest[] = [];
