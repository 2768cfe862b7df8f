import type { Model } from "../../model/cube.js";

/** What entries are told apart by, by a query or in a cuboid: a part for each dimension, ascending. */
export type Shape = readonly Part[];

export interface Part {
  /** Position in the model. */
  readonly dimension: number;
  /** Positions of attributes of it by whose values alone they are, ascending; `null`: by its members. */
  readonly attributes: readonly number[] | null;
}

/** The members of some dimensions, given by their positions in the model. */
export function shapeOfMembers(dimensions: Iterable<number>): Shape {
  return [...new Set(dimensions)].toSorted((a, b) => a - b).map((dimension) => ({ dimension, attributes: null }));
}

/** Whether what `narrow` tells apart `wide` does too. */
export function covers(wide: Shape, narrow: Shape): boolean {
  return narrow.every(({ dimension, attributes }) => {
    const part = wide.find((each) => each.dimension === dimension);
    if (!part) return false;
    return part.attributes === null || (attributes?.every((each) => part.attributes!.includes(each)) ?? false);
  });
}

/** The narrowest shape that covers all of some. */
export function uniteShapes(shapes: readonly Shape[]): Shape {
  const united = new Map<number, Part>();
  for (const part of shapes.flat()) {
    const { dimension, attributes } = part;
    const before = united.get(dimension);
    const all =
      before === undefined
        ? attributes
        : before.attributes && attributes && [...new Set([...before.attributes, ...attributes])];
    united.set(dimension, { dimension, attributes: all && all.toSorted((a, b) => a - b) });
  }
  return [...united.values()].toSorted((a, b) => a.dimension - b.dimension);
}

/** One spelling for equal shapes. */
export function spellShape(shape: Shape): string {
  return shape.map(({ dimension, attributes }) => `${dimension}.${attributes?.join("+") ?? ""}`).join();
}

/** In the model's names: `region`, `time.year`. */
export function nameParts({ dimensions }: Model, shape: Shape): readonly string[] {
  return shape.flatMap((part) => {
    const { name, attributes } = dimensions[part.dimension]!;
    return part.attributes?.map((each) => `${name}.${attributes[each]!.name}`) ?? [name];
  });
}
