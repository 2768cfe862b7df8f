import type { Dimension, Model } from "../../../core/model/cube.js";
import { namedDimensions } from "../table/named-dimensions.js";

/** Facts about a table from which its first rollup is chosen. */
export interface Choice {
  readonly model: Model;
  /** For each of the model's dimensions its number of groups, the missing value included. */
  readonly numMembers: readonly number[];
  /** Maximum rows of the rollup. */
  readonly rows: number;
  /** Counts the rows of a rollup by some dimensions; `null` if there are more than `rows`. */
  readonly count: (dimensions: readonly number[]) => Promise<number | null>;
}

/**
 * Choose the dimensions of a first rollup: the time first, then dimensions in the model's facets and views, then the
 * others. Among equals the one with fewer members comes first. A dimension that would take most rows alone comes last;
 * one with which the rollup would have too many rows is skipped.
 * @returns positions in the model, ascending; empty if no dimension fits
 * Cost: at most one count for each dimension.
 */
export async function chooseFirst({ model, numMembers, rows, count }: Choice): Promise<readonly number[]> {
  const named = namedDimensions(model);
  const rankOf = ({ name, index }: Dimension): number =>
    numMembers[index]! ** 2 > rows ? 3 : name === "time" ? 0 : named.has(name) ? 1 : 2;
  const order = model.dimensions.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || numMembers[a.index]! - numMembers[b.index]!,
  );
  let chosen: readonly number[] = [];
  let numRows = 1;
  for (const { index } of order) {
    const wanted = [...chosen, index].toSorted((a, b) => a - b);
    const product = numRows * numMembers[index]!;
    // The product is an upper bound: if it fits, no count is needed.
    const counted = product <= rows ? product : await count(wanted);
    if (counted === null) continue;
    chosen = wanted;
    numRows = counted;
  }
  return chosen;
}
