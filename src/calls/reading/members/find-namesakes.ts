import type { Reader } from "../../../core/engine/engine.js";
import type { Member } from "../../../core/engine/entry.js";
import { Pace } from "../../../core/engine/pace.js";
import { mayHaveTerm } from "../../../core/engine/term-signature.js";
import { withReader } from "../../../core/engine/with-reader.js";
import type { Attribute, Dimension } from "../../../core/model/cube.js";
import { readWords } from "../../../core/query/suggest/words.js";
import { foldText } from "../../../core/query/text/fold.js";
import type { Dataset } from "../../../store/dataset.js";
import { queryBounds, type SharedName } from "../../context.js";
import { memberValue } from "../describe/describe-member.js";
import { mayHaveWords } from "../search/narrow-search.js";
import type { DatasetsScope } from "./datasets-scope.js";

/** A member of a dataset that has the name that is looked for. */
export interface Namesake {
  readonly dataset: Dataset;
  readonly dimension: Dimension;
  readonly member: Member;
  readonly name: string;
  readonly label: string;
  readonly numEntries: number;
}

/** Maximum number of members of one dimension: names that are equal when folded are few. */
const MAX_NAMESAKES = 1000;

/**
 * Find the members that have a name, case and accents aside, in all dimensions of a taxonomy. A dimension without a
 * taxonomy has its own name as one; there, a label counts as a name, and so do the labels of members of that name.
 * @param scope its datasets are those that the caller may read
 * Cost: a look-up in the signature of each dataset, and in the words of those that may have the name.
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

/** List the datasets that may have the words of a name. */
export function listNaming(datasets: readonly Dataset[], name: string): readonly Dataset[] {
  const words = readWords(name);
  return datasets.filter((dataset) => mayHaveWords(dataset, words, mayHaveTerm));
}

async function lookUp(
  { context, actor, datasets, signal }: DatasetsScope,
  taxonomy: string,
  names: readonly string[],
): Promise<readonly Namesake[]> {
  const naming = new Set(names.flatMap((name) => listNaming(datasets, name)));
  const bounds = queryBounds(context, actor, signal);
  const found = new Map<string, Namesake>();
  for await (const dataset of new Pace(bounds).over(naming)) {
    const dimensions = dataset.model.dimensions.filter((each) => each.taxonomy === taxonomy && hasSharedMembers(each));
    if (dimensions.length === 0) continue;
    await withReader(dataset, bounds, async (reader) => {
      for (const dimension of dimensions) {
        for (const name of names) {
          for (const each of await findIn(reader, dataset, dimension, name)) found.set(keyOf(each), each);
        }
      }
    });
  }
  return [...found.values()];
}

async function findIn(
  reader: Reader,
  dataset: Dataset,
  dimension: Dimension,
  name: string,
): Promise<readonly Namesake[]> {
  const words = readWords(name);
  const attributes = listNames(dimension);
  if (words.length === 0 || dimension.identity.type === "number") {
    const identity = dimension.identity.type === "number" ? Number(name) : name;
    const member = name === "" || String(identity) !== name ? null : await reader.findMember(dimension, identity);
    return member ? [describeNamesake(dataset, dimension, member, 0)] : [];
  }
  const folded = foldText(name);
  const query = { dimension, attributes, words, areWhole: true, limit: MAX_NAMESAKES };
  return (await reader.suggest(query))
    .filter(({ member }) => attributes.some(({ index }) => foldText(String(member.values[index] ?? "")) === folded))
    .map(({ member, numEntries }) => describeNamesake(dataset, dimension, member, numEntries));
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
  return JSON.stringify([dataset.model.dataset.name, dimension.name, member.values[dimension.identity.index]]);
}
