import type { Model } from "../../../core/model/cube.js";

/** Dimensions and attributes by which a query or a rollup groups entries: one part for each dimension, ascending. */
export type GroupingSet = readonly GroupingPart[];

export interface GroupingPart {
  /** Position of the dimension in the model. */
  readonly dimension: number;
  /** Positions of the attributes whose values form groups, ascending; `null`: each member is a group. */
  readonly attributes: readonly number[] | null;
}

/** True if every grouping of `narrow` is also one of `wide`. */
export function covers(wide: GroupingSet, narrow: GroupingSet): boolean {
  return narrow.every(({ dimension, attributes }) => {
    const part = wide.find((each) => each.dimension === dimension);
    if (!part) return false;
    return part.attributes === null || (attributes?.every((each) => part.attributes!.includes(each)) ?? false);
  });
}

/** Return the narrowest grouping set that covers all given ones. */
export function uniteGroupings(groupings: readonly GroupingSet[]): GroupingSet {
  return uniteParts(groupings.flat());
}

/** Return the narrowest grouping set that covers some parts; several may be of one dimension. */
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

/** Return the same part with its attributes ascending, each once. */
function inOrder(part: GroupingPart): GroupingPart {
  const { dimension, attributes } = part;
  if (attributes === null || attributes.length < 2) return part;
  return { dimension, attributes: [...new Set(attributes)].toSorted((a, b) => a - b) };
}

/** Return a key that equal grouping sets share. */
export function groupingKey(grouping: GroupingSet): string {
  return grouping.map(({ dimension, attributes }) => `${dimension}.${attributes?.join("+") ?? ""}`).join();
}

/** Name the parts of a grouping set as the model does: `region`, `time.year`. */
export function nameParts({ dimensions }: Model, grouping: GroupingSet): readonly string[] {
  return grouping.flatMap((part) => {
    const { name, attributes } = dimensions[part.dimension]!;
    return part.attributes?.map((each) => `${name}.${attributes[each]!.name}`) ?? [name];
  });
}
