import { errorText } from "../../../core/errors/error-text.js";
import { firstYearOf } from "../../reading/adjust/periods.js";
import { writeJson } from "../../reading/formats/json.js";
import type { Actor } from "../../../access/actor.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import { beginEffort } from "../../../core/engine/query-cost.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import { bindPage } from "../../../core/query/page.js";
import type { Parameters } from "../../../core/query/parameters.js";
import { readWords } from "../../../core/query/suggest/words.js";
import type { Answer } from "../../answer.js";
import { type Context, queryBounds } from "../../context.js";
import { datasetUrl } from "../../reading/describe/links.js";
import { warnOfIgnored } from "../../reading/lookup/ignored-parameters.js";
import { answerOfSeveral } from "../../reading/lookup/several-datasets.js";
import { findSearched } from "../../reading/search/searched-datasets.js";
import { summarizeVersion } from "../../../store/dataset.js";
import { type DatasetSuggestion, findSuggestions, type MemberSuggestion } from "./find-suggestions.js";
import type { PairSuggestion } from "./find-pairs.js";
import type { NewestAmount } from "./newest-amount.js";
import { isUnspaced } from "../../../core/query/text/tokens.js";
import { ALL_ENTRIES } from "../../../core/query/search/request.js";
import { readSearchText } from "../../../core/query/syntax/search-text.js";
import { bindEntries, type SearchScope } from "../pages/search-figure.js";
import { narrowSearch } from "../../reading/search/narrow-search.js";
import { searchAll } from "../../reading/search/search.js";

/** The entries with typed words, or with words that begin like the last of them. */
interface CountedEntries {
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

/** Default and maximum number of suggestions in a group. */
const PAGESIZE = 5;
const MAX_PAGESIZE = 50;
/** Maximum length of a text: nobody types a longer one. */
const MAX_LENGTH = 200;
/** Steps besides lookups: another thread makes suggestions for datasets of any size. */
const STEPS = 1_500_000;

/** `GET /api/2/suggest`: datasets, members and entries that a typed text may stand for. */
export function suggestTyped(
  context: Context,
  actor: Actor,
  parameters: Parameters,
  origin: string,
  signal?: Cancellation,
): Answer {
  const { datasets, errors: found } = findSearched(context, actor, parameters);
  const errors = [...found];
  const { pagesize } = bindPage(parameters, errors, "", PAGESIZE);
  const q = parameters.get("q")?.trim() ?? "";
  if (q.length > MAX_LENGTH) errors.push(`q: ${errorText("text_too_long", { length: q.length, maximum: MAX_LENGTH })}`);
  if (errors.length > 0) throw new InvalidQuery(errors);
  const limit = Math.min(pagesize, MAX_PAGESIZE);
  // Nothing is opened for datasets that have none of the words.
  const summaries = datasets.map(summarizeVersion);
  const names = summaries.map(({ metadata }) => metadata.name);
  const ignored = warnOfIgnored(context, "/api/2/suggest", parameters);
  const canonical = JSON.stringify([readWords(q), names, limit]);
  const effort = beginEffort(
    names,
    canonical,
    summaries.reduce((sum, { numEntries }) => sum + numEntries, 0),
  );
  const scope = { context, actor, datasets, origin, signal, effort };
  return {
    ...answerOfSeveral(context, actor, datasets),
    canonical,
    ...(ignored.length > 0 && { canonicalOfJson: ignored.join("\n") }),
    effort,
    estimate: () => STEPS,
    formats: {
      json: async () => {
        const { didYouMean, pairs, payees, functions, members, ...suggested } = await findSuggestions(scope, q, limit);
        const entries = await countEntries(scope, didYouMean ?? q, limit);
        const described = {
          did_you_mean: didYouMean,
          ...(ignored.length > 0 && { warnings: ignored }),
          datasets: suggested.datasets.map((each) => describeDataset(each)),
          pairs: pairs.map((each) => describePair(each, origin)),
          payees: payees.map((each) => describe(each, origin)),
          functions: functions.map((each) => describe(each, origin)),
          members: members.map((each) => describe(each, origin)),
          entries,
        };
        return { chunks: [writeJson(described)] };
      },
    },
  };
}

function describeDataset({ name, label, url, newest }: DatasetSuggestion): object {
  return { name, label, html_url: url, newest: newest && describeNewest(newest) };
}

function describePair({ label, cut, url, dataset, newest }: PairSuggestion, origin: string): object {
  return {
    label: `${label}, ${cut.dimension}: ${cut.label}`,
    html_url: url,
    newest: newest && describeNewest(newest),
    dataset: { ...dataset, html_url: datasetUrl(origin, dataset.name) },
  };
}

function describe(suggestion: MemberSuggestion, origin: string): object {
  const { dataset, dimension, numEntries } = suggestion;
  return {
    ...describeDataset(suggestion),
    dimension,
    dataset: { ...dataset, html_url: datasetUrl(origin, dataset.name) },
    num_entries: numEntries,
  };
}

function describeNewest({ amount, currency, year, fiscal, direction }: NewestAmount): object {
  const first = fiscal !== null && year !== null ? firstYearOf(fiscal, Number(year)) : null;
  return {
    amount,
    currency,
    year,
    ...(first !== null && { fiscal_year: { first, last: first + 1 } }),
    ...(direction !== null && { direction }),
  };
}

/**
 * Count the entries that a typed text finds, as a search for it does; if there are none, those with words that begin like
 * its last one. `null` for too short a word, or too many datasets.
 */
async function countEntries(scope: SearchScope, text: string, limit: number): Promise<CountedEntries | null> {
  const words = readWords(text);
  const last = words.at(-1) ?? "";
  if (last.length < MIN_LETTERS && !isUnspaced(last)) return null;
  const typed = words.join(" ");
  const counted = await countMatches(scope, typed, limit);
  return counted?.count === 0 ? countMatches(scope, `${typed}*`, limit) : counted;
}

/** Count the entries that a search finds; `null` if it had to look into too many datasets. */
async function countMatches(scope: SearchScope, q: string, limit: number): Promise<CountedEntries | null> {
  const { context, actor, datasets, origin, signal, effort } = scope;
  const request = { ...ALL_ENTRIES, q: readSearchText("q", q, context, []), pagesize: 0 };
  const narrowed = narrowSearch(datasets, request);
  const query = new URLSearchParams([["q", q]]).toString();
  const url = `${origin}/search?${query}`;
  if (!narrowed.mayMatch) return { count: 0, html_url: url, datasets: [] };
  if (narrowed.datasets.length > MAX_COUNTED) return null;
  const { queries } = bindEntries(context, narrowed.datasets, request, { names: [] });
  const results = await context.queue.run(
    () => searchAll(narrowed, queries, queryBounds(context, actor, signal)),
    signal,
    effort,
  );
  const counted = narrowed.datasets.map(({ model: { dataset } }, at) => ({
    name: dataset.name,
    label: dataset.label,
    count: results[at]!.numEntries,
    html_url: `${origin}/${dataset.name}/entries?${query}`,
  }));
  return {
    count: counted.reduce((sum, { count }) => sum + count, 0),
    html_url: url,
    datasets: counted
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, limit),
  };
}
