import type { Reader } from "../../core/engine/engine.js";
import { Pace } from "../../core/engine/pace.js";
import type { SuggestedMember } from "../../core/engine/suggest.js";
import { mayHaveBeginning, mayHaveTerm, type TermSignature } from "../../core/engine/term-signature.js";
import { withReader } from "../../core/engine/with-reader.js";
import type { Dimension } from "../../core/model/cube.js";
import { namingAttributes, readWords } from "../../core/query/suggest/words.js";
import { foldText } from "../../core/query/text/fold-text.js";
import { queryBounds } from "../../calls/context.js";
import type { DatasetsScope } from "../../calls/reading/members/datasets-scope.js";
import { describeNamesake, hasSharedMembers, type Namesake } from "../../calls/reading/members/find-namesakes.js";
import { mayHaveWords } from "../../calls/reading/search/narrow-search.js";
import type { Dataset } from "../../store/dataset.js";
import { type ReconciledEntity, uniteEntities } from "./entity.js";

/** An entity that a name may stand for. */
export interface ReconciliationCandidate {
  readonly entity: ReconciledEntity;
  /** From 0 to 100. */
  readonly score: number;
  /** True for the only entity whose name is the same when folded. */
  readonly match: boolean;
}

/** A name to find candidates for. */
export interface CandidateQuery {
  readonly name: string;
  /** Taxonomies; empty for all. */
  readonly types: readonly string[];
  readonly limit: number;
  /** Returns whether an entity may be one. */
  readonly accepts: (entity: ReconciledEntity) => boolean;
}

/** Maximum number of words that are looked for, and of those that alone make a candidate. */
const MAX_WORDS = 12;
const MAX_ALONE = 3;
/** Maximum number of members of each dimension that are compared for some words. */
const MAX_COMPARED = 100;
/** Score of the best candidate whose name is not the same. */
const NEARLY = 99;

/**
 * Find the entities that a name may stand for, the best first: those with all of its words, else with all but one, else
 * with one. A score is the share of words that both have in common.
 */
export async function findCandidates(
  scope: DatasetsScope,
  query: CandidateQuery,
): Promise<readonly ReconciliationCandidate[]> {
  const words = [...new Set(readWords(query.name))].slice(0, MAX_WORDS);
  const found = new Map<string, Namesake>();
  for (const sets of [[words], withoutOne(words), alone(words)]) {
    for (const set of sets) {
      if (set.length === 0) continue;
      for (const each of await listHaving(scope, set, query.types, true)) found.set(keyOf(each), each);
    }
    if (found.size >= query.limit) break;
  }
  const folded = foldText(query.name);
  const scored = uniteEntities([...found.values()])
    .filter(query.accepts)
    .map((entity) => ({ entity, score: scoreOf(entity, folded) }));
  const exact = scored.filter(({ score }) => score === 100);
  return scored
    .toSorted(
      (a, b) => b.score - a.score || b.entity.numEntries - a.entity.numEntries || (a.entity.id < b.entity.id ? -1 : 1),
    )
    .slice(0, query.limit)
    .map((each) => ({ ...each, match: each.score === 100 && exact.length === 1 }));
}

/**
 * Find the entities of which a name begins with words that are being typed, the ones with most entries first.
 * @param limit number of entities that are enough
 */
export async function findBeginning(
  scope: DatasetsScope,
  prefix: string,
  types: readonly string[],
  limit: number,
): Promise<readonly ReconciledEntity[]> {
  const words = readWords(prefix).slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const found = uniteEntities(await listHaving(scope, words, types, false, Math.max(limit, MAX_COMPARED)));
  // Equals stay in the order in which they were loaded, so that pages with different limits go on from one another.
  return found.toSorted((a, b) => b.numEntries - a.numEntries);
}

function withoutOne(words: readonly string[]): readonly (readonly string[])[] {
  return words.length < 3 ? [] : words.map((_, at) => words.toSpliced(at, 1));
}

/** List the longest words, each alone. */
function alone(words: readonly string[]): readonly (readonly string[])[] {
  if (words.length < 2) return [];
  return words
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_ALONE)
    .map((word) => [word]);
}

/** List the members that have all words, or words that begin like them. */
async function listHaving(
  { context, actor, datasets, signal }: DatasetsScope,
  words: readonly string[],
  types: readonly string[],
  areWhole: boolean,
  limit = MAX_COMPARED,
): Promise<readonly Namesake[]> {
  const mayHave: (signature: TermSignature, word: string) => boolean = areWhole ? mayHaveTerm : mayHaveBeginning;
  const having = datasets.filter((dataset) => mayHaveWords(dataset, words, mayHave));
  const bounds = queryBounds(context, actor, signal);
  const found: Namesake[] = [];
  for await (const dataset of new Pace(bounds).over(having)) {
    const dimensions = dataset.model.dimensions.filter((each) => isReconciled(each, types));
    if (dimensions.length === 0) continue;
    await withReader(dataset, bounds, async (reader) => {
      for (const dimension of dimensions) {
        const members = await suggestIn(reader, dimension, words, areWhole, limit);
        found.push(...members.map((each) => describeNamesake(dataset, dimension, each.member, each.numEntries)));
      }
    });
  }
  return found;
}

/** True for a dimension whose members are entities: of texts, and of one of some taxonomies. */
export function isReconciled(dimension: Dimension, types: readonly string[]): boolean {
  const { identity, taxonomy } = dimension;
  return hasSharedMembers(dimension) && identity.type === "text" && (types.length === 0 || types.includes(taxonomy));
}

function suggestIn(
  reader: Reader,
  dimension: Dimension,
  words: readonly string[],
  areWhole: boolean,
  limit: number,
): Promise<readonly SuggestedMember[]> {
  return reader.suggest({ dimension, attributes: namingAttributes(dimension), words, areWhole, limit });
}

function keyOf({ dataset, dimension, name }: Namesake): string {
  return JSON.stringify([dataset.model.dataset.name, dimension.name, name]);
}

/** Score an entity by the words that it has in common with a folded name; 100 only if it has that name. */
function scoreOf({ names }: ReconciledEntity, folded: string): number {
  if (names.has(folded)) return 100;
  const wanted = new Set(readWords(folded));
  const shares = [...names].map((name) => {
    const own = new Set(readWords(name));
    const common = [...own].filter((word) => wanted.has(word)).length;
    return (2 * common) / (own.size + wanted.size);
  });
  return Math.round(Math.max(...shares) * NEARLY * 10) / 10;
}

/** List the types of entities in datasets: taxonomies, those of most datasets first. */
export function listTypes(datasets: readonly Dataset[]): readonly { readonly id: string; readonly name: string }[] {
  const counts = new Map<string, { name: string; count: number }>();
  for (const { model } of datasets) {
    for (const dimension of model.dimensions) {
      if (!isReconciled(dimension, [])) continue;
      const known = counts.get(dimension.taxonomy) ?? { name: dimension.label, count: 0 };
      counts.set(dimension.taxonomy, { ...known, count: known.count + 1 });
    }
  }
  return [...counts]
    .toSorted(([a, { count: ofA }], [b, { count: ofB }]) => ofB - ofA || (a < b ? -1 : 1))
    .map(([id, { name }]) => ({ id, name }));
}
