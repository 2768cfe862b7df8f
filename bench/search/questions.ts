import { mulberry32 } from "../cube/cube.js";
import type { Corpus, CorpusDimension } from "./corpus.js";

/** A search, which every contestant translates into its own query language. All clauses must hold. */
export interface Question {
  readonly grouping: string;
  readonly clauses: readonly Clause[];
  /** Names of the dimensions to count by. */
  readonly facets: readonly string[];
}

export type Clause =
  /** A word in the text of any dimension, or of one. */
  | { readonly word: string; readonly dimension?: string }
  /** Adjacent words in one text. */
  | { readonly phrase: readonly string[] }
  | { readonly prefix: string }
  /** Range of amounts in cents. */
  | { readonly from: number; readonly to: number };

/** Number of hits on the page, sorted by descending amount. */
export const PAGESIZE = 10;
/** Number of values per facet. */
export const FACETS = 10;

/** Share of all entries that a search finds. */
const MIN_SHARE = 0.001;
const MAX_SHARE = 0.01;

const PER_SHAPE = 5;

/** Choose questions that find 0.1 to 1 % of the entries. */
export function chooseQuestions(corpus: Corpus): readonly Question[] {
  const shares = new WordShares(corpus);
  const pick = picker();
  const { dimensions } = corpus;
  const largest = dimensions.toSorted((a, b) => b.texts.length - a.texts.length)[0]!;
  const facets = dimensions.toSorted((a, b) => a.texts.length - b.texts.length).map(({ name }) => name);
  const counted = [...new Set([...facets.slice(0, 2), facets.at(-1)!])];
  const words = pick(shares.words(MIN_SHARE, MAX_SHARE));
  const common = pick(shares.words(MAX_SHARE, 0.3));
  const own = pick(shares.words(MIN_SHARE, MAX_SHARE, largest));
  const pairs = pick(shares.pairs(largest));
  const groupings: Readonly<Record<string, () => readonly Clause[] | null>> = {
    "one word": () => [{ word: words() }],
    "two words": () => {
      const pair = [{ word: common() }, { word: common() }] as const;
      return pair[0].word !== pair[1].word ? pair : null;
    },
    phrase: () => {
      const [first, second] = pairs().split(" ");
      return [{ phrase: [first!, second!] }];
    },
    "prefix wildcard": () => [{ prefix: words().slice(0, 4) }],
    field: () => [{ word: own(), dimension: largest.name }],
    "word and range": () => [{ word: common() }, { from: 10_000, to: 1_000_000 }],
    "word and three facets": () => [{ word: words() }],
  };
  return Object.entries(groupings).flatMap(([grouping, make]) => {
    const found: Question[] = [];
    for (let tries = 0; tries < 2000 && found.length < PER_SHAPE; tries++) {
      const clauses = make();
      if (!clauses) continue;
      const share = countMatches(corpus, clauses, 100) / (corpus.rows / 100);
      const isNew = found.every((each) => JSON.stringify(each.clauses) !== JSON.stringify(clauses));
      if (isNew && share >= MIN_SHARE && share <= MAX_SHARE)
        found.push({ grouping, clauses, facets: grouping.endsWith("facets") ? counted : [] });
    }
    return found;
  });
}

function picker() {
  const random = mulberry32(11);
  return (items: readonly string[]) => (): string => items[Math.floor(random() * items.length)]!;
}

/** Frequencies of words, as shares of all entries. */
class WordShares {
  readonly #corpus: Corpus;
  readonly #counts = new Map<CorpusDimension, Uint32Array>();

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
    for (const dimension of corpus.dimensions) {
      const counts = new Uint32Array(dimension.texts.length);
      for (let row = 0; row < corpus.rows; row++) counts[dimension.codes[row]!]!++;
      this.#counts.set(dimension, counts);
    }
  }

  words(min: number, max: number, only?: CorpusDimension): readonly string[] {
    return this.#within(min, max, only, (text) => new Set(text.split(" ").filter((word) => word.length > 3)));
  }

  pairs(dimension: CorpusDimension): readonly string[] {
    // A pair is at most as frequent as its words.
    const frequent = new Set(this.#within(MIN_SHARE, 1, dimension, (text) => new Set(text.split(" "))));
    return this.#within(MIN_SHARE, MAX_SHARE, dimension, (text) => {
      const words = text.split(" ");
      const pairs = words.slice(1).map((word, at) => [words[at]!, word]);
      return new Set(pairs.filter((pair) => pair.every((word) => frequent.has(word))).map((pair) => pair.join(" ")));
    });
  }

  #within(
    min: number,
    max: number,
    only: CorpusDimension | undefined,
    partsOf: (text: string) => ReadonlySet<string>,
  ): readonly string[] {
    const found = new Map<string, number>();
    for (const dimension of only ? [only] : this.#corpus.dimensions) {
      const counts = this.#counts.get(dimension)!;
      dimension.texts.forEach((text, code) => {
        for (const part of partsOf(text)) found.set(part, (found.get(part) ?? 0) + counts[code]!);
      });
    }
    const { rows } = this.#corpus;
    return [...found].filter(([, count]) => count >= min * rows && count <= max * rows).map(([part]) => part);
  }
}

/** Count the matching entries. @param step tests only every `step`-th entry */
export function countMatches(corpus: Corpus, clauses: readonly Clause[], step = 1): number {
  let count = 0;
  eachMatch(corpus, clauses, () => count++, step);
  return count;
}

export function eachMatch(corpus: Corpus, clauses: readonly Clause[], visit: (row: number) => void, step = 1): void {
  const tests = clauses.map((clause) => planClause(corpus, clause));
  for (let row = 0; row < corpus.rows; row += step) if (tests.every((test) => test(row))) visit(row);
}

function planClause({ dimensions, amounts }: Corpus, clause: Clause): (row: number) => boolean {
  if ("from" in clause) return (row) => amounts[row]! >= clause.from && amounts[row]! <= clause.to;
  const searched = dimensions.filter(({ name }) => !("dimension" in clause) || clause.dimension === name);
  const passes = searched.map(({ codes, texts }) => {
    const pass = Uint8Array.from(texts, (text) => Number(hasText(text, clause)));
    return (row: number) => pass[codes[row]!] === 1;
  });
  return (row) => passes.some((pass) => pass(row));
}

function hasText(text: string, clause: Exclude<Clause, { from: number }>): boolean {
  const padded = ` ${text} `;
  if ("prefix" in clause) return padded.includes(` ${clause.prefix}`);
  return padded.includes(` ${"phrase" in clause ? clause.phrase.join(" ") : clause.word} `);
}
