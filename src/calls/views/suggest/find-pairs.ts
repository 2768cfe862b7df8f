import type { Pace } from "../../../core/engine/pace.js";
import type { Dimension, Model } from "../../../core/model/cube.js";
import { namingAttributes } from "../../../core/query/suggest/words.js";
import { printCuts } from "../../../core/query/syntax/cut-clause.js";
import { describeMember } from "../../reading/describe/describe-member.js";
import { readFigure } from "../pages/figure.js";
import { readChoices } from "../pages/member-choice.js";
import type { SearchScope } from "../pages/search-figure.js";
import { parameters as noParameters } from "../../../core/query/parameters.js";
import type { MatchedMember, OpenDataset } from "./find-members.js";
import { computeNewestAmount, type NewestAmount } from "./newest-amount.js";
import { groupOf, type listSuggested } from "./suggested-dimensions.js";

/** Two members of one dataset that words name together, such as a region and a function. */
export interface MatchedPair {
  /** The one whose page shows both. */
  readonly of: MatchedMember;
  /** The one that the page is cut to. */
  readonly cut: MatchedMember;
}

/** The page of a member that is cut to another one. */
export interface PairSuggestion {
  readonly label: string;
  readonly cut: { readonly dimension: string; readonly label: string };
  readonly url: string;
  readonly dataset: { readonly name: string; readonly label: string };
  readonly newest: NewestAmount | null;
}

/** Maximum number of words that are parted: each place to part them takes lookups in every dimension. */
const MAX_WORDS = 6;
/** Maximum number of pairs of which it is read whether they have entries. */
const MAX_TRIED = 6;

/**
 * Find the pairs of members that words name one after the other, at least one of them exactly, the best first: those that
 * are both named exactly, then those with the most entries.
 * @param readings lists of folded words that the text may be read as
 */
export async function findPairs(
  open: readonly OpenDataset[],
  readings: readonly (readonly string[])[],
  listed: typeof listSuggested,
  pace: Pace,
): Promise<readonly MatchedPair[]> {
  const parted = readings.filter(({ length }) => length >= 2 && length <= MAX_WORDS);
  if (parted.length === 0) return [];
  const found: MatchedPair[] = [];
  for await (const { dataset, reader } of pace.over(open)) {
    const dimensions = await listed(dataset, reader);
    const bestOf = async (part: readonly string[]): Promise<readonly MatchedMember[]> => {
      const each: MatchedMember[] = [];
      for (const dimension of dimensions) {
        const query = { dimension, attributes: namingAttributes(dimension), words: part, limit: 1 };
        each.push(...(await reader.suggest(query)).map((match) => ({ ...match, dataset, dimension })));
      }
      return each;
    };
    for (const words of parted) {
      for (let at = 1; at < words.length; at++) {
        const first = await bestOf(words.slice(0, at));
        if (first.length === 0) continue;
        const second = await bestOf(words.slice(at));
        found.push(...first.flatMap((a) => second.flatMap((b) => pairOf(dataset.model, a, b) ?? [])));
      }
    }
  }
  return found
    .filter((each) => exactness(each) > 0)
    .toSorted(comparePairs)
    .slice(0, MAX_TRIED);
}

/** Pair two members; a function is what the other one is cut to. `null` of levels of one classification. */
function pairOf(model: Model, first: MatchedMember, second: MatchedMember): MatchedPair | null {
  const [isFirst, isSecond] = [first, second].map(({ dimension }) => groupOf(dimension) === "functions");
  const areOfOne = first.dimension === second.dimension || (isFirst && isSecond);
  if (areOfOne || areLevels(model, first.dimension, second.dimension)) return null;
  return isFirst ? { of: second, cut: first } : { of: first, cut: second };
}

function areLevels({ hierarchies }: Model, ...pair: readonly Dimension[]): boolean {
  return hierarchies.some(({ levels }) => pair.every(({ name }) => levels.some(({ dimension }) => dimension === name)));
}

function comparePairs(a: MatchedPair, b: MatchedPair): number {
  return exactness(b) - exactness(a) || entriesOf(b) - entriesOf(a);
}

function exactness({ of, cut }: MatchedPair): number {
  return Number(of.isExact) + Number(cut.isExact);
}

function entriesOf({ of, cut }: MatchedPair): number {
  return Math.min(of.numEntries, cut.numEntries);
}

/** Describe the pairs that have entries, one of each dataset. @param limit maximum number */
export async function describePairs(
  scope: SearchScope,
  pairs: readonly MatchedPair[],
  limit: number,
): Promise<readonly PairSuggestion[]> {
  const described = new Map<string, PairSuggestion>();
  for (const pair of pairs) {
    const { name } = pair.of.dataset.model.dataset;
    if (described.size >= limit || described.has(name)) continue;
    const suggestion = await describePair(scope, pair);
    if (suggestion) described.set(name, suggestion);
  }
  return [...described.values()];
}

/** Describe a pair; `null` if no entry has both of its members, or if the member has no page. */
async function describePair(
  { datasets: _datasets, ...services }: SearchScope,
  pair: MatchedPair,
): Promise<PairSuggestion | null> {
  const { of, cut } = pair;
  const { dataset } = of;
  const { model } = dataset;
  const [own, other] = [of, cut].map(({ dimension, member }) => {
    const { name, label, html_url: url } = describeMember(model, dimension, member, services.origin);
    return { name: String(name ?? ""), label: String(label ?? "") || String(name ?? ""), url };
  }) as [Named, Named];
  if (own.url === null) return null;
  const cuts = [{ field: cut.dimension.name, value: other.name }];
  const scope = { ...services, dataset, choices: readChoices(model, noParameters([]), of.dimension) };
  const both = [{ field: of.dimension.name, value: own.name }, ...cuts];
  const { numEntries } = await readFigure(scope, { drilldown: [], cuts: both, limit: 1 });
  if (numEntries === 0) return null;
  return {
    label: own.label,
    cut: { dimension: cut.dimension.label, label: other.label },
    url: `${own.url}?${new URLSearchParams({ cut: printCuts(cuts) }).toString()}`,
    dataset: { name: model.dataset.name, label: model.dataset.label },
    newest: await computeNewestAmount(scope, { member: { dimension: of.dimension, name: own.name }, cuts }),
  };
}

interface Named {
  readonly name: string;
  readonly label: string;
  readonly url: string | null;
}
