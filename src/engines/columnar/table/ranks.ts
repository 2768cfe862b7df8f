import type { Values } from "./values.js";

/** Order of the members by one attribute. Members with equal values share a rank; missing values have the last rank. */
export interface Ranks {
  /** Rank of each member. */
  readonly rankOf: Uint32Array;
  /** One member of each rank. */
  readonly memberAt: Uint32Array;
  /** Rank of missing values; -1 if no value is missing. */
  readonly missing: number;
}

/** Cache of ranks by attribute. They are built on first use, because sorting the values of many members is slow. */
export class RankCache {
  readonly #attributes: readonly Values[];
  readonly #ranks: (Ranks | undefined)[] = [];

  constructor(attributes: readonly Values[]) {
    this.#attributes = attributes;
  }

  /** Bytes of the cached ranks. */
  get bytes(): number {
    return this.#ranks.reduce(
      (sum, ranks) => sum + (ranks?.rankOf.byteLength ?? 0) + (ranks?.memberAt.byteLength ?? 0),
      0,
    );
  }

  /** Return the number of an attribute's different values, if they are ranked already. */
  numRanked(attribute: number): number | undefined {
    return this.#ranks[attribute]?.memberAt.length;
  }

  /** Return the ranks of the members by an attribute. @param check called while they are built; throws to abort */
  of(attribute: number, check?: () => void): Ranks {
    return (this.#ranks[attribute] ??= rankMembers(this.#attributes[attribute]!, check));
  }
}

function rankMembers(values: Values, check: () => void = () => {}): Ranks {
  const order = values.order(check);
  check();
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
