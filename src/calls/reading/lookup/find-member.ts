import { phraseText } from "../../../core/errors/phrase-text.js";
import { errorText } from "../../../core/errors/error-text.js";
import { type Actor, ANONYMOUS } from "../../../access/actor.js";
import type { Member } from "../../../core/engine/entry.js";
import type { Bounds } from "../../../core/engine/bounds.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { NotFound } from "../../../core/errors/errors.js";
import type { Dimension } from "../../../core/model/cube.js";
import { nearest } from "../../../core/model/nearest.js";
import { listForms } from "../../../core/model/values/unicode-form.js";
import { readValue, refuseDigits } from "../../../core/query/condition/bind-value.js";
import type { Dataset } from "../../../store/dataset.js";
import { type Context, queryBounds } from "../../context.js";
import { findDataset } from "./find-dataset.js";
import { findDimension } from "./find-dimension.js";

/** The parts of a path that identify a member. */
export interface MemberPath {
  readonly dataset: string;
  readonly dimension: string;
  readonly name: string;
}

export interface FoundMember {
  readonly dataset: Dataset;
  readonly dimension: Dimension;
  readonly member: Member;
}

/** Find the member that a path names. @throws NotFound, and the errors of `findDataset` */
export async function findMember(context: Context, actor: Actor, path: MemberPath): Promise<FoundMember> {
  const dataset = findDataset(context, actor, path.dataset, NotFound);
  const dimension = findDimension(dataset, path.dimension);
  const member = await lookUpMember(context, dataset, dimension, path.name);
  if (member) return { dataset, dimension, member };
  throw await refuseMember(dataset, dimension, path.name);
}

/** True if the path names a member as it stands, including a part that looks like a format suffix. */
export async function isMember(context: Context, actor: Actor, path: MemberPath): Promise<boolean> {
  const dataset = findDataset(context, actor, path.dataset, NotFound);
  return (await lookUpMember(context, dataset, findDimension(dataset, path.dimension), path.name)) !== null;
}

/**
 * Find a member by name, or return `null`. Numbers may be written in any notation. A member without a name has no path.
 */
export async function lookUpMember(
  context: Context,
  dataset: Dataset,
  dimension: Dimension,
  name: string,
): Promise<Member | null> {
  return name === "" ? null : findNamed(dataset, dimension, name, queryBounds(context, ANONYMOUS));
}

/** Find the member with a name in any Unicode form, or return `null`. */
export async function findNamed(
  dataset: Dataset,
  dimension: Dimension,
  name: string,
  bounds: Bounds,
): Promise<Member | null> {
  // A number with more digits would be rounded to another member.
  if (refuseDigits(dimension.identity, name).length > 0) return null;
  return withReader(dataset, bounds, async (reader) => {
    for (const each of listForms(readValue(dimension.identity, name))) {
      const member = await reader.findMember(dimension, each);
      if (member) return member;
    }
    return null;
  });
}

/** Dimensions with more members get no suggestions. */
const MAX_COMPARED = 2000;
const SECONDS = 1;

async function refuseMember(dataset: Dataset, dimension: Dimension, name: string): Promise<NotFound> {
  const { name: datasetName } = dataset.model.dataset;
  const base = `/${datasetName}/${dimension.name}`;
  const near = await nearMembers(dataset, dimension, name);
  const remedy =
    near.length === 0
      ? phraseText("found_by_prefix", { path: base })
      : phraseText("did_you_mean", { names: near.map((each) => `"${each.name}"`).join(" or ") });
  return new NotFound(
    errorText("unknown_member", { member: name, dimension: dimension.name, dataset: datasetName, remedy }),
    {
      near: near.map((each) => ({ label: each.label, path: `${base}/${encodeURIComponent(each.name)}` })),
      above: { label: dimension.label, path: base },
    },
  );
}

interface NamedMember {
  readonly name: string;
  readonly label: string;
}

/** Find members whose name or label is similar to the requested one. Reads at most `MAX_COMPARED` members. */
async function nearMembers(dataset: Dataset, dimension: Dimension, wanted: string): Promise<readonly NamedMember[]> {
  const label = dimension.attributes.find(({ name }) => name === "label") ?? dimension.identity;
  const query = { dimension, attributes: [label], prefix: "", filters: [], first: 0, limit: MAX_COMPARED };
  const bounds = { maxCells: MAX_COMPARED, deadline: performance.now() + SECONDS * 1000 };
  const members = await withReader(dataset, bounds, async (reader) => {
    const isTooMany = (await reader.countMembers(dimension)) > MAX_COMPARED;
    return isTooMany ? [] : (await reader.distinct(query)).members;
  });
  const known = new Map<string, NamedMember>();
  for (const { values } of members) {
    const name = String(values[dimension.identity.index] ?? "");
    const text = String(values[label.index] ?? "");
    if (name === "") continue;
    const member = { name, label: text || name };
    if (text !== "" && !known.has(text)) known.set(text, member);
    known.set(name, member);
  }
  return [...new Set(nearest(wanted, known.keys()).map((each) => known.get(each)!))];
}
