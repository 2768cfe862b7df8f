import { readWords } from "../../../core/query/suggest/words.js";
import { isUnspaced } from "../../../core/query/text/tokens.js";
import { ALL_ENTRIES } from "../../../core/query/search/request.js";
import { readSearchText } from "../../../core/query/syntax/search-text.js";
import { queryBounds } from "../../context.js";
import { bindEntries, type SearchScope } from "../pages/search-figure.js";
import { narrowSearch } from "../../reading/search/narrow-search.js";
import { searchAll } from "../../reading/search/search.js";

/** The entries with words that begin like typed ones. */
export interface CountedEntries {
  readonly count: number;
  /** The page that lists them. */
  readonly html_url: string;
  /** Counts of each dataset, the largest first. */
  readonly datasets: readonly {
    readonly name: string;
    readonly label: string;
    readonly count: number;
    readonly html_url: string;
  }[];
}

/** Letters of a word whose beginning is searched for: shorter ones begin too many words. */
const MIN_LETTERS = 3;

/** Datasets whose entries are counted while somebody types. */
const MAX_COUNTED = 300;

/** Count the entries that a typed text finds; the last word may be a beginning. `null` for too short a word, or too many datasets. */
export async function countEntries(scope: SearchScope, text: string, limit: number): Promise<CountedEntries | null> {
  const { context, actor, datasets, origin, signal, effort } = scope;
  const words = readWords(text);
  const last = words.at(-1) ?? "";
  if (last.length < MIN_LETTERS && !isUnspaced(last)) return null;
  const q = `${words.join(" ")}*`;
  const request = { ...ALL_ENTRIES, q: readSearchText("q", q, context, []), pagesize: 0 };
  const narrowed = narrowSearch(datasets, request);
  if (narrowed.datasets.length > MAX_COUNTED) return null;
  const { queries } = bindEntries(context, narrowed.datasets, request, { names: [] });
  const results = await context.queue.run(
    () => searchAll(narrowed, queries, queryBounds(context, actor, signal)),
    signal,
    effort,
  );
  const query = new URLSearchParams([["q", q]]).toString();
  const counted = narrowed.datasets.map(({ model: { dataset } }, at) => ({
    name: dataset.name,
    label: dataset.label,
    count: results[at]!.numEntries,
    html_url: `${origin}/${dataset.name}/entries?${query}`,
  }));
  return {
    count: counted.reduce((sum, { count }) => sum + count, 0),
    html_url: `${origin}/search?${query}`,
    datasets: counted
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, limit),
  };
}
