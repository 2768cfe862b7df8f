import { LRUCache } from "lru-cache";
import { countPassing, type PassingCount } from "../../../core/engine/count-passing.js";
import type { MemberSums } from "../../../core/engine/member-sums.js";
import { weighingClauses } from "../../../core/engine/relevance.js";
import { compareDecimals, type Decimal } from "../../../core/model/values/decimal.js";
import { pageRange } from "../../../core/query/page.js";
import { countOfTerm, mayMeet, type TermCount, type TermSignature } from "../../../core/engine/term-signature.js";
import { isView } from "../../../core/model/row-model.js";
import { clauseKey } from "../../../core/query/condition/clause-key.js";
import { fieldsIn } from "../../../core/query/condition/bind-condition.js";
import { bindSearchText } from "../../../core/query/condition/bind-text.js";
import type { Condition, TestedClause } from "../../../core/query/condition/condition.js";
import type { SearchRequest } from "../../../core/query/search/request.js";
import { type Dataset, summarizeVersion } from "../../../store/dataset.js";
import { onceForList } from "../lookup/once-for-list.js";

/** The datasets of a search that have to be opened for it. */
export interface NarrowedSearch {
  readonly datasets: readonly Dataset[];
  /** Matches in each of these, by the number of the clause, where words or stored members tell them; absent where they do not. */
  readonly known?: readonly (ReadonlyMap<number, number> | null)[];
  /** Datasets whose matches are only counted, those that may have the best match first. */
  readonly rest: readonly CountedDataset[];
  /** Number of all searched datasets, and of their entries: relevance is compared among all of them. */
  readonly numDatasets: number;
  readonly numEntries: number;
  /** Matches in the datasets that are not opened, for each word, phrase and range by its number. */
  readonly leftOut: ReadonlyMap<number, number>;
  /** False if no entry can match: the one dataset is there for its measures. */
  readonly mayMatch: boolean;
  /** Estimated steps of counting matches by stored members, which only threads with summaries of datasets do. */
  readonly steps: number;
}

/** A dataset with matches of a single word, phrase or pattern, counted by its words or stored members. */
export interface CountedDataset {
  readonly dataset: Dataset;
  readonly clause: TestedClause;
  readonly count: TermCount;
  /** No amount of a match in the shortest values is larger; `null` if that is not known. */
  readonly largest: Decimal | null;
}

const countEntries = onceForList((datasets) =>
  datasets.reduce((sum, dataset) => sum + summarizeVersion(dataset).numEntries, 0),
);

/** Return a search of all its datasets. */
export function searchWhole(datasets: readonly Dataset[]): NarrowedSearch {
  return {
    datasets,
    rest: [],
    numDatasets: datasets.length,
    numEntries: countEntries(datasets),
    leftOut: new Map(),
    mayMatch: true,
    steps: 0,
  };
}

/**
 * Leave datasets out that no entry of a search can be in, by the words of their members. The search has the same answer;
 * one that names fields is not narrowed, because it depends on which datasets have them.
 * Cost: a look-up for each word and dataset, which is kept for the last searches of a list; a dataset whose words are not known
 * yet is opened.
 * @param atLeast number of datasets that are opened, at least two, if one word or phrase decides: matches of the rest are counted
 */
export function narrowSearch(
  datasets: readonly Dataset[],
  request: SearchRequest,
  atLeast = FIRST_OPENED,
): NarrowedSearch {
  const whole = searchWhole(datasets);
  const [first] = datasets;
  if (datasets.length < 2 || !first || !isPlain(request)) return whole;
  const { leftOut: notOpened, uncounted, counted, entries, places, steps } = keptMatches(datasets, request);
  const numOpened = countOpened(counted, request, atLeast);
  const [best, rest] = [counted.slice(0, numOpened), counted.slice(numOpened)];
  const opened = new Map<Dataset, ReadonlyMap<number, number> | null>(uncounted.map((dataset) => [dataset, null]));
  let left = entries;
  for (const { dataset, clause, count } of best) {
    opened.set(dataset, new Map([[clause.leaf, count.entries]]));
    left -= count.entries;
  }
  // An answer describes the measures of at least one dataset.
  if (opened.size === 0) return { ...whole, datasets: [first], leftOut: notOpened, mayMatch: false, steps };
  const leftOut = new Map(notOpened);
  for (const { clause } of rest.slice(0, 1)) leftOut.set(clause.leaf, (leftOut.get(clause.leaf) ?? 0) + left);
  const sorted = [...opened].toSorted(([a], [b]) => places.get(a)! - places.get(b)!);
  return {
    ...whole,
    datasets: sorted.map(([dataset]) => dataset),
    known: sorted.map(([, count]) => count),
    rest,
    leftOut,
    mayMatch: true,
    steps,
  };
}

/** Matches of a search by the words and stored members of datasets, however many of these are opened. */
interface WordMatches {
  /** Matches in the datasets that no entry can be in, as in `NarrowedSearch`. */
  readonly leftOut: ReadonlyMap<number, number>;
  /** Datasets with matches of the one clause that decides, those that may have the best match first; none where more than one does. */
  readonly counted: readonly CountedDataset[];
  /** All of these matches. */
  readonly entries: number;
  /** Datasets that may have others. */
  readonly uncounted: readonly Dataset[];
  /** Place of each dataset in the list. */
  readonly places: ReadonlyMap<Dataset, number>;
  readonly steps: number;
}

/** Matches of the last searches, for each list of datasets: a search asks for each part of an answer, and again if it opens more. */
const kept = new WeakMap<readonly Dataset[], LRUCache<string, WordMatches>>();
/** Maximum number of searches of which that is kept, for each list. */
const MAX_KEPT = 8;

function keptMatches(datasets: readonly Dataset[], request: SearchRequest): WordMatches {
  const known = kept.get(datasets) ?? new LRUCache<string, WordMatches>({ max: MAX_KEPT });
  kept.set(datasets, known);
  const { q, fq, order, pagesize } = request;
  const key = JSON.stringify([q?.text ?? null, fq.map(({ text }) => text), order.length > 0, pagesize > 0]);
  const before = known.get(key);
  if (before) return before;
  const found = lookUpWords(datasets, request);
  known.set(key, found);
  return found;
}

function lookUpWords(datasets: readonly Dataset[], request: SearchRequest): WordMatches {
  const { q, fq } = bindSearchText([datasets[0]!.model], request);
  const where: Condition = { is: "all", of: [q[0]!, ...fq[0]!] };
  const clauses = request.pagesize > 0 ? weighingClauses(q[0]!) : [];
  const leftOut = new Map<number, number>();
  const left = datasets.filter((dataset) => {
    const signature = signatureOf(dataset);
    if (!signature || mayMeet(signature, where)) return true;
    const counts = clauses.map((clause) => countIn(signature, clause));
    if (counts.includes(null)) return true;
    clauses.forEach(({ leaf }, at) => leftOut.set(leaf, (leftOut.get(leaf) ?? 0) + counts[at]!));
    return false;
  });
  const clause = request.order.length === 0 && fq[0]!.length === 0 && q[0]!.is === "clause" ? q[0]! : null;
  const places = placesIn(datasets);
  if (!clause || clause.boost === 0) return { leftOut, counted: [], entries: 0, uncounted: left, places, steps: 0 };
  const { counted, uncounted } = countEach(left, clause);
  return {
    leftOut,
    counted: counted.filter(({ count }) => count.entries > 0).toSorted(compareBest),
    entries: counted.reduce((sum, { count }) => sum + count.entries, 0),
    uncounted,
    places,
    steps: wordOf(clause) === null ? counted.length * STEPS_PER_COUNTED : 0,
  };
}

const placesIn = onceForList((datasets) => new Map(datasets.map((dataset, at) => [dataset, at])));

/** Datasets with counted matches of a clause, and those that have to be searched for them. */
interface CountedEach {
  readonly counted: readonly CountedDataset[];
  readonly uncounted: readonly Dataset[];
}

/** Count the matches of a clause in the datasets whose words or stored members tell them. */
function countEach(datasets: readonly Dataset[], clause: TestedClause): CountedEach {
  const counter = wordOf(clause) === null ? memberCounter(clause) : wordCounter(clause);
  const [counted, uncounted]: [CountedDataset[], Dataset[]] = [[], []];
  for (const dataset of datasets) {
    const count = counter(dataset);
    const { largest } = summarizeVersion(dataset);
    if (count?.isExact) counted.push({ dataset, clause, count, largest: largest && (count.largest ?? largest) });
    else uncounted.push(dataset);
  }
  return { counted, uncounted };
}

/** Steps of counting the matches in a small dataset by its stored members. */
const STEPS_PER_COUNTED = 20_000;

/** Datasets that are opened first, of those whose matches can be counted by their words. */
const FIRST_OPENED = 2;

/**
 * Count the datasets that are opened, because they are likely to have all entries of the page.
 * @param sorted those that may have the best match first
 */
function countOpened(sorted: readonly CountedDataset[], request: SearchRequest, atLeast: number): number {
  const { first, pagesize } = pageRange(request);
  let missing = first + pagesize;
  let opened = 0;
  while (opened < sorted.length && (opened < atLeast || missing > 0)) missing -= sorted[opened++]!.count.entries;
  return opened;
}

/** Counts the matches in a dataset; returns `null` where they are not known without a search. */
type Counter = (dataset: Dataset) => PassingCount | null;

/** Return what counts a word: by the signature; by the table, if that does not tell. */
function wordCounter(clause: TestedClause): Counter {
  const word = wordOf(clause)!;
  const countIn = (dataset: Dataset): TermCount | null => {
    const { signature } = summarizeVersion(dataset);
    const count = signature && countOfTerm(signature, word);
    if (count || !dataset.summary || isView(dataset.model)) return count;
    return dataset.engine.countTerm?.(word) ?? null;
  };
  return (dataset) => {
    const count = countIn(dataset);
    return count && { ...count, largest: null };
  };
}

/** Counts of the last phrases and patterns, by the members in which they were counted: a search asks several times. */
const passing = new LRUCache<string, WeakMap<MemberSums, { readonly count: PassingCount | null }>>({ max: 8 });

/** Return what counts a phrase or a pattern by stored members. */
function memberCounter({ test }: TestedClause): Counter {
  if (test.on !== "text" || test.target) return () => null;
  const key = clauseKey(test);
  const counts = passing.get(key) ?? new WeakMap<MemberSums, { readonly count: PassingCount | null }>();
  passing.set(key, counts);
  return ({ summary }) => {
    // The server's thread must not take that time.
    if (!summary?.signature || !summary.memberSums) return null;
    const { signature, memberSums } = summary;
    const found = counts.get(memberSums) ?? { count: countPassing(memberSums, signature, test.text) };
    counts.set(memberSums, found);
    return found.count;
  };
}

/** Compare by the best match that datasets may have. */
function compareBest(a: CountedDataset, b: CountedDataset): number {
  if (a.count.tokens !== b.count.tokens) return a.count.tokens - b.count.tokens;
  if (a.largest === null || b.largest === null) return Number(a.largest !== null) - Number(b.largest !== null);
  return compareDecimals(b.largest, a.largest);
}

/** Criteria that every dataset has. */
const EVERYWHERE: ReadonlySet<string> = new Set(["score", "id", "amount", "time"]);

/** True for a search that is bound to all models alike. */
function isPlain({ q, fq, filters, order, facets, stats }: SearchRequest): boolean {
  if (order.some(({ field }) => !EVERYWHERE.has(field))) return false;
  const trees = [q, ...fq].flatMap((text) => (text ? [text.tree] : []));
  return !stats && filters.length + facets.length === 0 && trees.every((tree) => fieldsIn(tree).size === 0);
}

/** Return the words of a dataset; `null` if they are not known. */
export function signatureOf(dataset: Dataset): TermSignature | null {
  const { signature } = summarizeVersion(dataset);
  // The server's thread must not take that time.
  if (signature || !dataset.summary) return signature;
  return isView(dataset.model) ? null : (dataset.engine.sign?.() ?? null);
}

/** True if a dataset may have every word of some. @param mayHave looks a word up, or words that begin like it */
export function mayHaveWords(
  dataset: Dataset,
  words: readonly string[],
  mayHave: (signature: TermSignature, word: string) => boolean,
): boolean {
  const signature = signatureOf(dataset);
  return signature === null || words.every((word) => mayHave(signature, word));
}

/** Count the matches of a clause; `null` if words alone do not tell. */
function countIn(signature: TermSignature, clause: TestedClause): number | null {
  if (!mayMeet(signature, clause)) return 0;
  const word = wordOf(clause);
  return word === null ? null : (countOfTerm(signature, word)?.entries ?? null);
}

/** Return the word that a clause looks for, alone and in all texts; `null` for any other clause. */
function wordOf({ test }: TestedClause): string | null {
  if (test.on !== "text" || test.target || test.text.whole || test.text.parts.length !== 1) return null;
  const part = test.text.parts[0]!;
  if (part.is !== "tokens" || part.tokens.length !== 1) return null;
  const word = part.tokens[0]!.test;
  return word.is === "same" ? word.text : null;
}
