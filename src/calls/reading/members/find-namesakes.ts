import { LRUCache } from "lru-cache";
import type { Bounds } from "../../../core/engine/bounds.js";
import type { Reader } from "../../../core/engine/engine.js";
import type { Member } from "../../../core/engine/entry.js";
import { type MemberSums, readMemberSums, type YearSum } from "../../../core/engine/member-sums.js";
import { areAllListed, codesNamed, hashName, isListed, mayBeNamed } from "../../../core/engine/name-index.js";
import { Pace } from "../../../core/engine/pace.js";
import { mayHaveTerm } from "../../../core/engine/term-signature.js";
import { withReader } from "../../../core/engine/with-reader.js";
import type { Attribute, Dimension } from "../../../core/model/cube.js";
import { readWords } from "../../../core/query/suggest/words.js";
import { foldText } from "../../../core/query/text/fold-text.js";
import { type Dataset, summarizeVersion } from "../../../store/dataset.js";
import { queryBounds, type SharedName } from "../../context.js";
import { memberValue } from "../describe/describe-member.js";
import { mayHaveWords } from "../search/narrow-search.js";
import type { DatasetsScope } from "./datasets-scope.js";
import { knownSums } from "./known-sums.js";
import { type KeptMember, keepFound } from "./named-cache.js";

/** A member of a dataset that has the name that is looked for. */
export interface Namesake {
  readonly dataset: Dataset;
  readonly dimension: Dimension;
  readonly member: Member;
  readonly name: string;
  readonly label: string;
  readonly numEntries: number;
  /** Its sums, where they are stored. */
  readonly years?: readonly YearSum[] | undefined;
}

/** Maximum number of members of one dimension: names that are equal when folded are few. */
const MAX_NAMESAKES = 1000;

/**
 * Find the members that have a name, case and accents aside, in all dimensions of a taxonomy. A dimension without a
 * taxonomy has its own name as one; there, a label counts as a name, and so do the labels of members of that name.
 * @param scope its datasets are those that the caller may read
 * Cost: a look-up in the names of each dataset; only those are opened that may have a member of the name, and what was
 * found in a version is kept.
 */
export async function findNamesakes(
  scope: DatasetsScope,
  { taxonomy, name }: SharedName,
): Promise<readonly Namesake[]> {
  const known = new Map<Dataset, Namesake[]>();
  const found = await lookUp(scope, { taxonomy, names: [name] }, known);
  const folded = foldText(name);
  const labels = new Set<string>();
  for (const each of found) {
    if (each.label !== each.name && hasOwnTaxonomy(each.dimension) && foldText(each.name) === folded) {
      labels.add(each.label);
    }
  }
  const others = [...labels].filter((label) => foldText(label) !== folded);
  if (others.length === 0) return found;
  return [...found, ...(await lookUp(scope, { taxonomy, names: others }, known))];
}

/** True for a dimension whose taxonomy is its own name: its members are told apart by names alone. */
export function hasOwnTaxonomy({ name, taxonomy }: Dimension): boolean {
  return name === taxonomy;
}

/** True for a dimension whose members can be found in other datasets. */
export function hasSharedMembers({ kind, sources }: Dimension): boolean {
  return kind !== "date" && !sources;
}

/** Datasets by a name that they may have, for each list of a request: a name and a label are often the same when folded. */
const naming = new WeakMap<readonly Dataset[], LRUCache<string, readonly Dataset[]>>();

/** Maximum number of names of which it is kept which datasets may have them, for each list. */
const MAX_NAMES = 1000;

/** List the datasets that may have a name. Cost: a look-up in the names of each; the last names of a list are kept. */
export function listNaming(datasets: readonly Dataset[], name: string): readonly Dataset[] {
  const known = naming.get(datasets) ?? new LRUCache<string, readonly Dataset[]>({ max: MAX_NAMES });
  naming.set(datasets, known);
  const folded = foldText(name);
  let found = known.get(folded);
  if (!found) {
    const [words, hash] = [readWords(name), hashName(name)];
    found = datasets.filter((dataset) => mayHaveName(dataset, words, hash));
    known.set(folded, found);
  }
  return found;
}

function mayHaveName(dataset: Dataset, words: readonly string[], hash: number): boolean {
  const { names } = summarizeVersion(dataset);
  if (names && mayBeNamed(names, hash)) return true;
  if (names && areAllListed(names)) return false;
  return mayHaveWords(dataset, words, mayHaveTerm);
}

/** Names of members in a taxonomy. */
interface WantedNames {
  readonly taxonomy: string;
  readonly names: readonly string[];
}

/** Look names up. @param known members that were found before in each dataset, which are left out; those that are found now are added */
async function lookUp(
  { context, actor, datasets, signal }: DatasetsScope,
  { taxonomy, names }: WantedNames,
  known: Map<Dataset, Namesake[]>,
): Promise<readonly Namesake[]> {
  const having = new Set(names.flatMap((name) => listNaming(datasets, name)));
  const wanted = names.map((name): WantedName => ({
    name,
    folded: foldText(name),
    hash: hashName(name),
    hasWords: readWords(name).length > 0,
  }));
  const bounds = queryBounds(context, actor, signal);
  const found: Namesake[] = [];
  for await (const dataset of new Pace(bounds).over(having)) {
    const own = known.get(dataset) ?? [];
    const dimensions = dataset.model.dimensions.filter(
      (dimension) => dimension.taxonomy === taxonomy && hasSharedMembers(dimension),
    );
    for (const name of wanted) {
      for (const dimension of dimensions) {
        const members = findInDimension(dataset, dimension, name, bounds);
        // Most are at hand: to await each would take longer than to find it.
        for (const { member, numEntries, years } of members instanceof Promise ? await members : members) {
          if (own.some((each) => isSame(each, dimension, member))) continue;
          const each = describeNamesake(dataset, dimension, member, numEntries, years);
          own.push(each);
          found.push(each);
        }
      }
    }
    known.set(dataset, own);
  }
  return found;
}

/** A name that is looked for in many datasets. */
interface WantedName {
  readonly name: string;
  readonly folded: string;
  readonly hash: number;
  readonly hasWords: boolean;
}

/** Find the members of a name in a dimension. Those whose sums are stored need no wait. */
function findInDimension(
  dataset: Dataset,
  dimension: Dimension,
  wanted: WantedName,
  bounds: Bounds,
): Promise<readonly KeptMember[]> | readonly KeptMember[] {
  const { names } = summarizeVersion(dataset);
  const codes = names && isListed(names, dimension.index) ? codesNamed(names, dimension.index, wanted.hash) : null;
  if (codes?.length === 0) return [];
  const isText = wanted.hasWords && dimension.identity.type === "text";
  const sums = codes && isText ? knownSums(dataset, dimension) : null;
  if (sums) return findSummed(sums, dimension, wanted, codes!);
  return keepFound(dataset, [dimension.name, wanted.name], () =>
    withReader(dataset, bounds, (reader) => findIn(reader, dimension, wanted, codes)),
  );
}

/** Find members in the sums of a version, which is not opened. */
function findSummed(
  sums: MemberSums,
  dimension: Dimension,
  { folded }: WantedName,
  codes: readonly number[],
): readonly KeptMember[] {
  const members = codes.map((code): KeptMember => {
    const { values, years } = readMemberSums(sums, dimension.index, code);
    const numEntries = years.reduce((sum, each) => sum + each.numEntries, 0);
    return { dimension: dimension.name, member: { id: code + 1, values }, numEntries, years };
  });
  members.sort((a, b) => b.numEntries - a.numEntries);
  return withName(members.slice(0, MAX_NAMESAKES), dimension, folded);
}

/** @param codes those that the member may have; `null` if they are not known */
async function findIn(
  reader: Reader,
  dimension: Dimension,
  { name, folded }: WantedName,
  codes: readonly number[] | null,
): Promise<readonly KeptMember[]> {
  const words = readWords(name);
  if (words.length === 0 || dimension.identity.type === "number") {
    const identity = dimension.identity.type === "number" ? Number(name) : name;
    const member = name === "" || String(identity) !== name ? null : await reader.findMember(dimension, identity);
    return member ? [{ dimension: dimension.name, member, numEntries: 0 }] : [];
  }
  const query = { dimension, attributes: listNames(dimension), words, areWhole: true, limit: MAX_NAMESAKES };
  const suggested =
    codes && reader.readMembers
      ? (await reader.readMembers(dimension, codes)).slice(0, MAX_NAMESAKES)
      : await reader.suggest(query);
  const members = suggested.map(({ member, numEntries }) => ({ dimension: dimension.name, member, numEntries }));
  return withName(members, dimension, folded);
}

/** Leave out the members that have another name: different ones may have the same hash. */
function withName(members: readonly KeptMember[], dimension: Dimension, folded: string): readonly KeptMember[] {
  const attributes = listNames(dimension);
  return members.filter(({ member }) =>
    attributes.some(({ index }) => foldText(String(member.values[index] ?? "")) === folded),
  );
}

/** List the attributes that identify a member: its name and, without a taxonomy, its label. */
function listNames(dimension: Dimension): readonly Attribute[] {
  const { attributes, identity } = dimension;
  if (!hasOwnTaxonomy(dimension)) return [identity];
  return [identity, ...attributes.filter((each) => each.name === "label" && each !== identity)];
}

/** Describe a member of a dataset by its name and label. @param years its sums, where they are stored */
export function describeNamesake(
  dataset: Dataset,
  dimension: Dimension,
  member: Member,
  numEntries: number,
  years?: readonly YearSum[],
): Namesake {
  const { attributes, identity } = dimension;
  const label = attributes.find((attribute) => attribute.name === "label");
  const name = String(member.values[identity.index] ?? "");
  const said = label ? String(memberValue(dimension, label, member) ?? "") : "";
  return { dataset, dimension, member, name, label: said || name, numEntries, years };
}

/** True if a member of the same dataset is another one. */
function isSame(namesake: Namesake, dimension: Dimension, { values }: Member): boolean {
  const { identity } = dimension;
  return (
    namesake.dimension.name === dimension.name && namesake.member.values[identity.index] === values[identity.index]
  );
}
