import type { Corpus } from "./corpus.js";
import { eachMatch, FACETS, type Question } from "./questions.js";

/** A search program that holds the entries of a corpus. */
export interface SearchContestant {
  /** Prepare a question; `null` if the program does not support it. */
  plan(question: Question): (() => Promise<Found>) | null;
  /** Return the cost of indexing the texts. */
  built(): Built;
  close(): Promise<void>;
}

export interface Built {
  readonly seconds: number;
  readonly megabytes: number;
}

/** The part of an answer in which all contestants must agree. */
export interface Found {
  readonly count: number;
  /** Per facet the largest counts, in descending order. */
  readonly facets: readonly (readonly number[])[];
}

/** Starts a contestant. @throws NotInstalled if it is not on this machine */
export type EnterSearch = (corpus: Corpus, threads: number, directory: string) => Promise<SearchContestant>;

/** Compute a question's expected answer, entry by entry. */
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
