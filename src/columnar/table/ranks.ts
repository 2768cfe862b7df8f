import type { Values } from "./values.js";

/** Members in the order of one attribute. Members with equal values have one rank; no value has the last. */
export interface Ranks {
  /** For each member its rank. */
  readonly rankOf: Uint32Array;
  /** For each rank one member that has it. */
  readonly memberAt: Uint32Array;
  /** The rank of no value; -1 for none. */
  readonly missing: number;
}

/** Ranks by attribute; made when first asked for: sorting the values of many members takes a while. */
export class RankCache {
  readonly #attributes: readonly Values[];
  readonly #ranks: (Ranks | undefined)[] = [];

  constructor(attributes: readonly Values[]) {
    this.#attributes = attributes;
  }

  get bytes(): number {
    return this.#ranks.reduce(
      (sum, ranks) => sum + (ranks?.rankOf.byteLength ?? 0) + (ranks?.memberAt.byteLength ?? 0),
      0,
    );
  }

  of(attribute: number): Ranks {
    return (this.#ranks[attribute] ??= rankMembers(this.#attributes[attribute]!));
  }
}

function rankMembers(values: Values): Ranks {
  const order = values.order();
  const rankOf = new Uint32Array(values.length);
  const memberAt = new Uint32Array(values.length);
  let ranks = 0;
  for (let at = 0; at < order.length; at++) {
    const member = order[at]!;
    if (at === 0 || !values.same(member, order[at - 1]!)) memberAt[ranks++] = member;
    rankOf[member] = ranks - 1;
  }
  const isMissing = order.length > 0 && values.at(order.at(-1)!) === null;
  return { rankOf, memberAt: memberAt.slice(0, ranks), missing: isMissing ? ranks - 1 : -1 };
}
