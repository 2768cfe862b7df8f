import { compareValues } from "../engine/compare.js";
import type { Value } from "../model/cube.js";
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

/** Ranks by attribute; made when first asked for, because sorting the texts of a large dimension takes a while. */
export class RankCache {
  readonly #attributes: readonly Values[];
  readonly #ranks: (Ranks | undefined)[] = [];

  constructor(attributes: readonly Values[]) {
    this.#attributes = attributes;
  }

  of(attribute: number): Ranks {
    return (this.#ranks[attribute] ??= rankMembers(this.#attributes[attribute]!));
  }
}

function rankMembers(values: Values): Ranks {
  const all: Value[] = Array.from({ length: values.length }, (_, member) => values.at(member));
  const order = Uint32Array.from(all.keys()).toSorted((a, b) => compareValues(all[a]!, all[b]!));
  const rankOf = new Uint32Array(all.length);
  const memberAt: number[] = [];
  let previous: Value | undefined;
  for (const member of order) {
    const value = all[member]!;
    if (value !== previous) memberAt.push(member);
    previous = value;
    rankOf[member] = memberAt.length - 1;
  }
  return { rankOf, memberAt: Uint32Array.from(memberAt), missing: previous === null ? memberAt.length - 1 : -1 };
}
