import { compareValues } from "../engine/compare.js";
import { foldValue } from "../engine/fold.js";
import type { Value } from "../model/cube.js";
import type { DimensionColumn } from "./table.js";

/**
 * Members in the order of one attribute, letter case aside, then of their identities; 4 bytes a member. Made when first
 * asked for, because sorting the texts of a large dimension takes a while.
 */
export class FoldedOrders {
  readonly #orders = new WeakMap<DimensionColumn, (Uint32Array | undefined)[]>();

  of(column: DimensionColumn, attribute: number): Uint32Array {
    let orders = this.#orders.get(column);
    if (!orders) this.#orders.set(column, (orders = []));
    return (orders[attribute] ??= sortMembers(column, attribute));
  }
}

function sortMembers({ dimension, attributes }: DimensionColumn, attribute: number): Uint32Array {
  const values = attributes[attribute]!;
  const identities = attributes[dimension.identity.index]!;
  const folded: Value[] = Array.from({ length: values.length }, (_, member) => foldValue(values.at(member)));
  return Uint32Array.from(folded.keys()).toSorted(
    (a, b) => compareValues(folded[a]!, folded[b]!) || compareValues(identities.at(a), identities.at(b)),
  );
}
