import type { Dimension, Model } from "../../model/cube.js";
import { namedDimensions } from "../table/named-dimensions.js";

/** What is known of a table before any query was asked. */
export interface Choice {
  readonly model: Model;
  /** For each of the model's dimensions how many members or values it would tell apart, no value among them. */
  readonly numMembers: readonly number[];
  /** Most rows of the cuboid. */
  readonly rows: number;
  /** How many rows a cuboid of some dimensions has; `null` for more than `rows`. */
  readonly count: (dimensions: readonly number[]) => Promise<number | null>;
}

/**
 * The dimensions of a first cuboid: the time, then those that the model's facets and views name, then the others, of
 * equals the one with fewest members first, as long as there is room. One that would take most of the room for itself
 * comes last.
 * @returns positions in the model, ascending; empty where there is room for none
 * Cost: a count for every dimension at most.
 */
export async function chooseFirst({ model, numMembers, rows, count }: Choice): Promise<readonly number[]> {
  const named = namedDimensions(model);
  const rankOf = ({ name, index }: Dimension): number =>
    numMembers[index]! ** 2 > rows ? 3 : name === "time" ? 0 : named.has(name) ? 1 : 2;
  const order = model.dimensions.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || numMembers[a.index]! - numMembers[b.index]!,
  );
  let chosen: readonly number[] = [];
  let held = 1;
  for (const { index } of order) {
    const wanted = [...chosen, index].toSorted((a, b) => a - b);
    const product = held * numMembers[index]!;
    // What is sure to fit is not counted.
    const counted = product <= rows ? product : await count(wanted);
    if (counted === null) continue;
    chosen = wanted;
    held = counted;
  }
  return chosen;
}
