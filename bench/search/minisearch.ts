import { importPeer } from "../peers/import-peer.js";
import type { EnterSearch, Found } from "./contestant.js";
import type { Corpus } from "./corpus.js";
import { type Clause, FACETS, PAGESIZE, type Question } from "./questions.js";

interface MiniSearch {
  addAll(documents: readonly object[]): void;
  search(query: object, options?: object): readonly { readonly id: number }[];
}
interface Module {
  readonly default: new (options: object) => MiniSearch;
}

/** MiniSearch with one document per entry. It has no phrases and no ranges; facets are counted over its results. */
export const enterMiniSearch: EnterSearch = async (corpus) => {
  const { default: Index } = await importPeer<Module>("minisearch");
  const before = process.memoryUsage.rss();
  const start = performance.now();
  const index = new Index({
    fields: corpus.dimensions.map(({ name }) => name),
    tokenize: (text: string) => text.split(" "),
    processTerm: (term: string) => term,
    searchOptions: { combineWith: "AND" },
  });
  const documents = Array.from({ length: corpus.rows }, (_, row) => ({
    id: row,
    ...Object.fromEntries(corpus.dimensions.map(({ name, texts, codes }) => [name, texts[codes[row]!]])),
  }));
  index.addAll(documents);
  const seconds = (performance.now() - start) / 1000;
  const megabytes = (process.memoryUsage.rss() - before) / 1e6;
  return {
    built: () => ({ seconds, megabytes }),
    plan(question) {
      if (question.clauses.some((clause) => "phrase" in clause)) return null;
      const queries = question.clauses.flatMap(printClause);
      const filter = planFilter(corpus, question.clauses);
      return async () => readResults(corpus, question, index.search({ combineWith: "AND", queries }, filter));
    },
    async close() {},
  };
};

/** Return an empty text for clauses that are filters. */
function printClause(clause: Clause): readonly object[] {
  if ("prefix" in clause) return [{ queries: [clause.prefix], prefix: true }];
  if (!("word" in clause)) return [];
  return [{ queries: [clause.word], ...(clause.dimension ? { fields: [clause.dimension] } : {}) }];
}

function planFilter({ amounts }: Corpus, clauses: readonly Clause[]): object {
  const range = clauses.find((clause) => "from" in clause);
  if (!range) return {};
  return { filter: ({ id }: { readonly id: number }) => amounts[id]! >= range.from && amounts[id]! <= range.to };
}

function readResults({ dimensions }: Corpus, { facets }: Question, results: readonly { readonly id: number }[]): Found {
  results.slice(0, PAGESIZE);
  return {
    count: results.length,
    facets: facets.map((name) => {
      const { codes, texts } = dimensions.find((each) => each.name === name)!;
      const counts = new Uint32Array(texts.length);
      for (const { id } of results) counts[codes[id]!]!++;
      return Array.from(counts.filter((found) => found > 0))
        .toSorted((a, b) => b - a)
        .slice(0, FACETS);
    }),
  };
}
