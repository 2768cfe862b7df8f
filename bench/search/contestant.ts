import type { Corpus } from "./corpus.js";
import { eachMatch, FACETS, type Question } from "./questions.js";

/** Somebody with the entries of a corpus who can be asked and timed. */
export interface SearchContestant {
  /** `null` for a question that it cannot be asked. */
  plan(question: Question): (() => Promise<Found>) | null;
  /** What it took to take the texts in. */
  built(): Built;
  close(): Promise<void>;
}

export interface Built {
  readonly seconds: number;
  readonly megabytes: number;
}

/** What all have to agree on. */
export interface Found {
  readonly count: number;
  /** For each facet the largest counts, in order. */
  readonly facets: readonly (readonly number[])[];
}

/** @throws NotInstalled when it is not on this machine */
export type EnterSearch = (corpus: Corpus, threads: number, directory: string) => Promise<SearchContestant>;

/** What a question finds, by looking at one entry after the other. */
export function findPlainly(corpus: Corpus, { clauses, facets }: Question): Found {
  let count = 0;
  const columns = facets.map((name) => corpus.dimensions.find((each) => each.name === name)!);
  const counts = columns.map(({ texts }) => new Uint32Array(texts.length));
  eachMatch(corpus, clauses, (row) => {
    count++;
    columns.forEach(({ codes }, at) => counts[at]![codes[row]!]!++);
  });
  return {
    count,
    facets: counts.map((each) =>
      Array.from(each.filter((found) => found > 0))
        .toSorted((a, b) => b - a)
        .slice(0, FACETS),
    ),
  };
}
