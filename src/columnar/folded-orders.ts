import { compareValues } from "../engine/compare.js";
import { foldValue } from "../engine/fold.js";
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

function sortMembers({ dimension, attributes, ranks }: DimensionColumn, attribute: number): Uint32Array {
  const values = attributes[attribute]!;
  const members = Uint32Array.from({ length: values.length }, (_, member) => member);
  const folded = values.pick(members).map(foldValue);
  const { rankOf } = ranks.of(dimension.identity.index);
  return members.toSorted((a, b) => compareValues(folded[a]!, folded[b]!) || rankOf[a]! - rankOf[b]!);
}
