import { weighingClauses } from "../../../core/engine/relevance.js";
import { countOfTerm, mayMeet, type TermSignature } from "../../../core/engine/term-signature.js";
import { isView } from "../../../core/model/row-model.js";
import { fieldsIn } from "../../../core/query/condition/bind-condition.js";
import { bindSearchText } from "../../../core/query/condition/bind-text.js";
import type { Condition, TestedClause } from "../../../core/query/condition/condition.js";
import type { SearchRequest } from "../../../core/query/search/request.js";
import { type Dataset, summarizeVersion } from "../../../store/dataset.js";

/** The datasets of a search that have to be opened for it. */
export interface NarrowedSearch {
  readonly datasets: readonly Dataset[];
  /** Number of all searched datasets, and of their entries: relevance is compared among all of them. */
  readonly numDatasets: number;
  readonly numEntries: number;
  /** Matches in the datasets that are left out, for each word, phrase and range by its number. */
  readonly leftOut: ReadonlyMap<number, number>;
}

/** Return a search of all its datasets. */
export function searchWhole(datasets: readonly Dataset[]): NarrowedSearch {
  const numEntries = datasets.reduce((sum, dataset) => sum + summarizeVersion(dataset).numEntries, 0);
  return { datasets, numDatasets: datasets.length, numEntries, leftOut: new Map() };
}

/**
 * Leave datasets out that no entry of a search can be in, by the words of their members. The search has the same answer;
 * one that names fields is not narrowed, because it depends on which datasets have them.
 * Cost: a look-up for each word and dataset; a dataset whose words are not known yet is opened.
 */
export function narrowSearch(datasets: readonly Dataset[], request: SearchRequest): NarrowedSearch {
  const whole = searchWhole(datasets);
  const [first] = datasets;
  if (datasets.length < 2 || !first || !isPlain(request)) return whole;
  const { q, fq } = bindSearchText([first.model], request);
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
  // Of none there are no measures to describe.
  return { ...whole, datasets: left.length > 0 ? left : [first], leftOut: left.length > 0 ? leftOut : new Map() };
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
function signatureOf(dataset: Dataset): TermSignature | null {
  const { signature } = summarizeVersion(dataset);
  if (signature) return signature;
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
function countIn(signature: TermSignature, { test }: TestedClause): number | null {
  if (test.on !== "text" || test.text.whole || test.target) return null;
  if (!mayMeet(signature, { is: "clause", test, boost: 1, leaf: 0 })) return 0;
  const [part] = test.text.parts;
  const only = test.text.parts.length === 1 && part!.is === "tokens" && part!.tokens.length === 1;
  const word = only ? part!.tokens[0]!.test : null;
  return word?.is === "same" ? (countOfTerm(signature, word.text)?.entries ?? 0) : null;
}
