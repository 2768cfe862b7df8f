import type { Actor } from "../access/actor.js";
import type { Member } from "../engine/engine.js";
import { NotFound } from "../errors/errors.js";
import type { Dimension } from "../model/cube.js";
import { readValue } from "../query/cut.js";
import type { Dataset } from "../store/dataset.js";
import type { Context } from "./context.js";
import { findDataset } from "./find-dataset.js";
import { findDimension } from "./find-dimension.js";

/** What names a member in a path. */
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

/** @throws NotFound, and whatever `findDataset` does */
export async function findMember(context: Context, actor: Actor, path: MemberPath): Promise<FoundMember> {
  const dataset = findDataset(context, actor, path.dataset, NotFound);
  const dimension = findDimension(dataset, path.dimension);
  const member = await lookUpMember(dataset, dimension, path.name);
  if (member) return { dataset, dimension, member };
  const { name } = dataset.model.dataset;
  throw new NotFound(
    `no member with name "${path.name}" in the dimension "${dimension.name}" of "${name}"; ` +
      `/${name}/${dimension.name}.distinct?q= finds members by how they begin`,
  );
}

/** Whether a path names a member as it is, with what looks like a suffix. */
export async function isMember(context: Context, actor: Actor, path: MemberPath): Promise<boolean> {
  const dataset = findDataset(context, actor, path.dataset, NotFound);
  return (await lookUpMember(dataset, findDimension(dataset, path.dimension), path.name)) !== null;
}

/** The member with a name, which for numbers may be written in any way. A member without a name has no path. */
export async function lookUpMember(dataset: Dataset, dimension: Dimension, name: string): Promise<Member | null> {
  return name === "" ? null : dataset.engine.findMember(dimension, readValue(dimension.identity, name));
}
