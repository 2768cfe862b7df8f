import { withoutFunctionWords } from "../../../core/query/suggest/function-words.js";
import { readWords } from "../../../core/query/suggest/words.js";
import type { Dataset } from "../../../store/dataset.js";
import { describeMember } from "../../reading/describe/describe-member.js";
import { datasetUrl } from "../../reading/describe/links.js";
import type { SearchScope } from "../pages/search-figure.js";
import { findDatasets } from "./find-datasets.js";
import { findMembers, type MatchedMember, withReaders } from "./find-members.js";
import { listLookedInto, MAX_LOOKED_INTO } from "./looked-into.js";
import { type NewestAmount, readNewestAmount } from "./newest-amount.js";
import { respell } from "./respell.js";
import { describeNamesake, hasOwnTaxonomy } from "../../reading/members/find-namesakes.js";
import { foldText } from "../../../core/query/text/fold-text.js";
import { describePairs, findPairs, type PairSuggestion } from "./find-pairs.js";
import { listSuggested, type MemberGroup } from "./suggested-dimensions.js";

/** Datasets and members that a typed text may stand for. */
export interface Suggestions extends Readonly<Record<MemberGroup, readonly MemberSuggestion[]>> {
  readonly datasets: readonly DatasetSuggestion[];
  /** Pages of two members that the words name one after the other. */
  readonly pairs: readonly PairSuggestion[];
  /** The text with near spellings; suggestions are of it if there were none for the text as typed. */
  readonly didYouMean: string | null;
}

export interface DatasetSuggestion {
  readonly name: string;
  readonly label: string;
  readonly url: string;
  readonly newest: NewestAmount | null;
}

export interface MemberSuggestion extends DatasetSuggestion {
  readonly dataset: { readonly name: string; readonly label: string };
  readonly dimension: { readonly name: string; readonly label: string };
  readonly numEntries: number;
  /** The page of the member in all datasets, and the number of those; absent if it is in one, or has no such page. */
  readonly everywhere?: { readonly url: string; readonly numDatasets: number } | undefined;
}

type Found = Awaited<ReturnType<typeof findAll>> & Pick<Suggestions, "didYouMean">;

/**
 * Suggest datasets and members for a typed text, the best first.
 * @param limit maximum number for each group
 * @param spelling near spellings that are looked for: of beginnings of words, if nothing begins like them; of whole words
 * @param areGrouped true if a payee that several datasets have is one suggestion
 */
export async function findSuggestions(
  scope: SearchScope,
  text: string,
  limit: number,
  spelling: "beginnings" | "words" | null = "beginnings",
  areGrouped = false,
): Promise<Suggestions> {
  const { context, actor, origin, signal, effort } = scope;
  const words = readWords(text);
  // One is looked for even if none is listed: it tells whether the words are spelt rightly.
  const most = Math.max(1, areGrouped ? GROUPED : limit);
  const find = (): Promise<Found> =>
    (async (): Promise<Found> => {
      const found = await findAll(scope, words, most);
      if (spelling === null || words.length === 0 || (spelling === "beginnings" && !isEmpty(found))) {
        return { ...found, didYouMean: null };
      }
      const didYouMean = await respell(scope, words, spelling === "words");
      if (didYouMean === null || !isEmpty(found)) return { ...found, didYouMean };
      return { ...(await findAll(scope, readWords(didYouMean), most)), didYouMean };
    })();
  const found = await context.queue.run(find, signal, effort);
  const scopeOf = (dataset: Dataset) => ({ context, actor, dataset, origin, signal, effort });
  const first = <Item>(items: readonly Item[]): readonly Item[] => items.slice(0, limit);
  const describe = (match: MatchedMember): Promise<MemberSuggestion> => describeMatch(scope, match);
  return {
    didYouMean: found.didYouMean,
    datasets: await inTurn(first(found.datasets), async (dataset) => ({
      name: dataset.model.dataset.name,
      label: dataset.model.dataset.label,
      url: datasetUrl(origin, dataset.model.dataset.name),
      newest: await readNewestAmount(scopeOf(dataset)),
    })),
    pairs: await describePairs(scope, found.pairs, limit),
    payees: areGrouped
      ? await inTurn(first(groupNamesakes(found.payees)), (group) => describeGroup(scope, group))
      : await inTurn(first(found.payees), describe),
    functions: await inTurn(first(found.functions), describe),
    members: await inTurn(first(found.members), describe),
  };
}

/** Maximum number of payees that are grouped by their names. */
const GROUPED = 100;

/** Group members that are one payee: those of one taxonomy and name, in the order of the first of each. */
function groupNamesakes(matches: readonly MatchedMember[]): readonly (readonly MatchedMember[])[] {
  const groups = new Map<string, MatchedMember[]>();
  for (const match of matches) {
    const { dataset, dimension, member } = match;
    const { name, label } = describeNamesake(dataset, dimension, member, 0);
    const key = JSON.stringify([dimension.taxonomy, foldText(hasOwnTaxonomy(dimension) ? label : name)]);
    groups.set(key, [...(groups.get(key) ?? []), match]);
  }
  return [...groups.values()];
}

async function describeGroup(scope: SearchScope, group: readonly MatchedMember[]): Promise<MemberSuggestion> {
  const [best] = group as [MatchedMember];
  const described = await describeMatch(scope, best);
  const numDatasets = new Set(group.map(({ dataset }) => dataset)).size;
  const path = scope.context.pathOfMember?.({ taxonomy: best.dimension.taxonomy, name: described.name });
  return path === undefined || numDatasets < 2 ? described : { ...described, everywhere: { url: path, numDatasets } };
}

/** Describe a found member, with what it comes to in its newest year. */
export async function describeMatch(
  { context, actor, origin, signal, effort }: SearchScope,
  { dataset, dimension, member, numEntries }: MatchedMember,
): Promise<MemberSuggestion> {
  const { model } = dataset;
  const described = describeMember(model, dimension, member, origin);
  const name = String(described.name ?? "");
  return {
    name,
    label: String(described.label ?? "") || name,
    url: described.html_url ?? datasetUrl(origin, model.dataset.name),
    dataset: { name: model.dataset.name, label: model.dataset.label },
    dimension: { name: dimension.name, label: dimension.label },
    numEntries,
    newest: await readNewestAmount({ context, actor, dataset, origin, signal, effort }, { dimension, name }),
  };
}

async function findAll(scope: SearchScope, words: readonly string[], limit: number) {
  if (words.length === 0) return { datasets: [], pairs: [], payees: [], functions: [], members: [] };
  // Nobody is named by a word that only joins others, which members may have all the same.
  const named = withoutFunctionWords(words);
  const lists = named === words ? [words] : [words, named];
  const datasets = new Set((await inTurn(lists, (each) => listLookedInto(scope, each))).flat());
  const members = await withReaders(
    { ...scope, datasets: [...datasets].slice(0, MAX_LOOKED_INTO) },
    async (open, pace) => ({
      ...(await findMembers(open, words, limit, listSuggested, pace)),
      pairs: await findPairs(open, lists, listSuggested, pace),
    }),
  );
  return { datasets: findDatasets(scope.datasets, words, limit), ...members };
}

function isEmpty(found: Awaited<ReturnType<typeof findAll>>): boolean {
  return Object.values(found).every((each) => each.length === 0);
}

/** Map items one after the other: each takes its turn in the queue. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await map(item));
  return results;
}
