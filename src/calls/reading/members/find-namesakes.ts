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
  readonly years?: readonly YearSum[];
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
  const found = await lookUp(scope, taxonomy, [name]);
  const folded = foldText(name);
  const labels = found
    .filter((each) => hasOwnTaxonomy(each.dimension) && foldText(each.name) === folded)
    .map(({ label }) => label)
    .filter((label) => foldText(label) !== folded);
  if (labels.length === 0) return found;
  const known = new Set(found.map(keyOf));
  const more = await lookUp(scope, taxonomy, [...new Set(labels)]);
  return [...found, ...more.filter((each) => !known.has(keyOf(each)))];
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

async function lookUp(
  { context, actor, datasets, signal }: DatasetsScope,
  taxonomy: string,
  names: readonly string[],
): Promise<readonly Namesake[]> {
  const having = new Set(names.flatMap((name) => listNaming(datasets, name)));
  const bounds = queryBounds(context, actor, signal);
  const found = new Map<string, Namesake>();
  for await (const dataset of new Pace(bounds).over(having)) {
    for (const name of names) {
      const members = await findInDataset(dataset, { taxonomy, name }, bounds);
      for (const { dimension: own, member, numEntries, years } of members) {
        const dimension = dataset.model.dimensions.find((each) => each.name === own)!;
        const each = { ...describeNamesake(dataset, dimension, member, numEntries), ...(years && { years }) };
        found.set(keyOf(each), each);
      }
    }
  }
  return [...found.values()];
}

async function findInDataset(
  dataset: Dataset,
  { taxonomy, name }: SharedName,
  bounds: Bounds,
): Promise<readonly KeptMember[]> {
  const { names } = summarizeVersion(dataset);
  const hash = hashName(name);
  const hasWords = readWords(name).length > 0;
  const found: KeptMember[] = [];
  for (const dimension of dataset.model.dimensions) {
    if (dimension.taxonomy !== taxonomy || !hasSharedMembers(dimension)) continue;
    const codes = names && isListed(names, dimension.index) ? codesNamed(names, dimension.index, hash) : null;
    if (codes?.length === 0) continue;
    const isText = hasWords && dimension.identity.type === "text";
    const sums = codes && isText ? knownSums(dataset, dimension) : null;
    const members = sums
      ? findSummed(sums, dimension, name, codes!)
      : await keepFound(dataset, [dimension.name, name], () =>
          withReader(dataset, bounds, (reader) => findIn(reader, dimension, name, codes)),
        );
    found.push(...members);
  }
  return found;
}

/** Find members in the sums of a version, which is not opened. */
function findSummed(
  sums: MemberSums,
  dimension: Dimension,
  name: string,
  codes: readonly number[],
): readonly KeptMember[] {
  const members = codes.map((code): KeptMember => {
    const { values, years } = readMemberSums(sums, dimension.index, code);
    const numEntries = years.reduce((sum, each) => sum + each.numEntries, 0);
    return { dimension: dimension.name, member: { id: code + 1, values }, numEntries, years };
  });
  return withName(members.toSorted((a, b) => b.numEntries - a.numEntries).slice(0, MAX_NAMESAKES), dimension, name);
}

/** @param codes those that the member may have; `null` if they are not known */
async function findIn(
  reader: Reader,
  dimension: Dimension,
  name: string,
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
  return withName(members, dimension, name);
}

/** Leave out the members that have another name: different ones may have the same hash. */
function withName(members: readonly KeptMember[], dimension: Dimension, name: string): readonly KeptMember[] {
  const folded = foldText(name);
  const attributes = listNames(dimension);
  return members.filter(({ member }) =>
    attributes.some(({ index }) => foldText(String(member.values[index] ?? "")) === folded),
  );
}

/** List the attributes that identify a member: its name and, without a taxonomy, its label. */
function listNames(dimension: Dimension): readonly Attribute[] {
  const { attributes, identity } = dimension;
  const labels = attributes.filter((each) => each.name === "label" && each !== identity);
  return hasOwnTaxonomy(dimension) ? [identity, ...labels] : [identity];
}

/** Describe a member of a dataset by its name and label. */
export function describeNamesake(dataset: Dataset, dimension: Dimension, member: Member, numEntries: number): Namesake {
  const { attributes, identity } = dimension;
  const label = attributes.find((attribute) => attribute.name === "label");
  const name = String(member.values[identity.index] ?? "");
  const said = label ? String(memberValue(dimension, label, member) ?? "") : "";
  return { dataset, dimension, member, name, label: said || name, numEntries };
}

function keyOf({ dataset, dimension, member }: Namesake): string {
  return JSON.stringify([nameOf(dataset), dimension.name, member.values[dimension.identity.index]]);
}

function nameOf(dataset: Dataset): string {
  return summarizeVersion(dataset).metadata.name;
}
