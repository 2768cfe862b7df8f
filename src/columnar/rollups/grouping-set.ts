import type { Model } from "../../model/cube.js";

/** What entries are told apart by, by a query or in a cuboid: a part for each dimension, ascending. */
export type GroupingSet = readonly GroupingPart[];

export interface GroupingPart {
  /** Position in the model. */
  readonly dimension: number;
  /** Positions of attributes of it by whose values alone they are, ascending; `null`: by its members. */
  readonly attributes: readonly number[] | null;
}

/** The members of some dimensions, given by their positions in the model. */
export function groupingOfMembers(dimensions: Iterable<number>): GroupingSet {
  return [...new Set(dimensions)].toSorted((a, b) => a - b).map((dimension) => ({ dimension, attributes: null }));
}

/** Whether what `narrow` tells apart `wide` does too. */
export function covers(wide: GroupingSet, narrow: GroupingSet): boolean {
  return narrow.every(({ dimension, attributes }) => {
    const part = wide.find((each) => each.dimension === dimension);
    if (!part) return false;
    return part.attributes === null || (attributes?.every((each) => part.attributes!.includes(each)) ?? false);
  });
}

/** The narrowest shape that covers all of some. */
export function uniteGroupings(groupings: readonly GroupingSet[]): GroupingSet {
  return uniteParts(groupings.flat());
}

/** The narrowest shape that covers some parts, which may be of one dimension. */
export function uniteParts(parts: readonly GroupingPart[]): GroupingSet {
  const united: GroupingPart[] = [];
  for (const part of parts.toSorted((a, b) => a.dimension - b.dimension)) {
    const last = united.at(-1);
    if (last?.dimension === part.dimension) united[united.length - 1] = unitePair(last, part);
    else united.push(inOrder(part));
  }
  return united;
}

function unitePair({ dimension, attributes: a }: GroupingPart, { attributes: b }: GroupingPart): GroupingPart {
  return inOrder({ dimension, attributes: a && b && [...a, ...b] });
}

/** The same part, its attributes ascending and none of them twice. */
function inOrder(part: GroupingPart): GroupingPart {
  const { dimension, attributes } = part;
  if (attributes === null || attributes.length < 2) return part;
  return { dimension, attributes: [...new Set(attributes)].toSorted((a, b) => a - b) };
}

/** One spelling for equal shapes. */
export function groupingKey(grouping: GroupingSet): string {
  return grouping.map(({ dimension, attributes }) => `${dimension}.${attributes?.join("+") ?? ""}`).join();
}

/** In the model's names: `region`, `time.year`. */
export function nameParts({ dimensions }: Model, grouping: GroupingSet): readonly string[] {
  return grouping.flatMap((part) => {
    const { name, attributes } = dimensions[part.dimension]!;
    return part.attributes?.map((each) => `${name}.${attributes[each]!.name}`) ?? [name];
  });
}
