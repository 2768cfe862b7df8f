import type { MemberTable } from "../../columnar/member-table.js";
import type { Values } from "../../columnar/table/values.js";
import { compareValues } from "../../../core/engine/compare.js";
import type { Member } from "../../../core/engine/entry.js";
import type { Dimension } from "../../../core/model/cube.js";
import type { Value } from "../../../core/model/values/value.js";
import type { InlineColumn } from "./inline-column.js";

/** Place in order of a missing value, after all others in both directions. */
export const NO_RANK = 2 ** 32 - 1;

/** Members of a dimension of up to so many codes are made once. */
const FEW = 65_536;
/** Values that are tested between two checks. */
const STRIDE = 4096;

/** For each code the lowest code with the same value, and the place of its value in order; 0 for unused codes. */
export interface ValueGroups {
  readonly groups: Uint32Array;
  readonly ranks: Uint32Array;
}

/** Codes that follow from the texts of an inline dimension. */
export interface DerivedCodes {
  readonly from: InlineColumn;
  readonly codeOf: (text: string | null) => number;
}

/** A dimension as queries see it: each code of a stored column stands for a member. */
export class ViewColumn {
  readonly isInline = false;
  readonly dimension: Dimension;
  /** Column of the entries that has the codes, or the expression of a dictionary. */
  readonly column: string;
  /** Absent if the codes are stored. */
  readonly ofTexts: DerivedCodes | undefined;
  /** True if each code is a member of its own. */
  readonly isStored: boolean;
  /** Codes that entries have, in ascending order. */
  readonly codes: Uint32Array;
  /** Number of entries by code. */
  readonly counts: Float64Array;
  /** The members, by code; `null` if some of their listed attributes are computed. */
  readonly table: MemberTable | null;
  readonly #members: (Member | null | undefined)[] | null;
  readonly #valueAt: (code: number, attribute: number) => Value;
  readonly #idAt: (code: number) => number;
  readonly #byValue: (ReadonlyMap<Value, readonly number[]> | undefined)[] = [];
  readonly #groupings: (ValueGroups | undefined)[] = [];
  readonly #hasNoMember: boolean;

  constructor(of: {
    readonly dimension: Dimension;
    readonly column: string;
    readonly ofTexts?: DerivedCodes | undefined;
    readonly isStored: boolean;
    readonly codes: Uint32Array;
    readonly counts: Float64Array;
    readonly table?: MemberTable | null;
    readonly valueAt: (code: number, attribute: number) => Value;
    readonly idAt: (code: number) => number;
  }) {
    const { dimension } = of;
    this.dimension = dimension;
    this.column = of.column;
    this.ofTexts = of.ofTexts;
    this.isStored = of.isStored;
    this.codes = of.codes;
    this.counts = of.counts;
    this.table = of.table ?? null;
    this.#members = of.counts.length <= FEW ? [] : null;
    this.#valueAt = of.valueAt;
    this.#idAt = of.idAt;
    this.#hasNoMember = dimension.kind !== "compound" || Boolean(dimension.derivation ?? dimension.sources);
  }

  /** Number of codes, unused ones included. */
  get numCodes(): number {
    return this.counts.length;
  }

  valueAt(code: number, attribute: number): Value {
    return this.#valueAt(code, attribute);
  }

  /** Return the member of a code; `null` for the missing value. */
  memberAt(code: number): Member | null {
    const known = this.#members?.[code];
    if (known !== undefined) return known;
    const member = this.#readMember(code);
    if (this.#members) this.#members[code] = member;
    return member;
  }

  #readMember(code: number): Member | null {
    const { attributes, identity } = this.dimension;
    if (this.#hasNoMember && this.#valueAt(code, identity.index) === null) return null;
    return { id: this.#idAt(code), values: attributes.map((_, at) => this.#valueAt(code, at)) };
  }

  /** Return the stored values of an attribute by code; `null` if they are computed. */
  storedValues(attribute: number): Values | null {
    return this.table?.attributes[attribute] ?? null;
  }

  /** Return the codes with a value of an attribute, in ascending order. */
  codesWith(attribute: number, value: Value): readonly number[] {
    const values = this.storedValues(attribute);
    if (!values) return this.#codesOf(attribute).get(value) ?? [];
    if (value === null) return Array.from(this.codes).filter((code) => values.isMissing(code));
    return values.find(value).toSorted((a, b) => a - b);
  }

  /** Return the codes whose value of an attribute passes a test, in ascending order. @param check called at intervals */
  codesPassing(attribute: number, passes: (value: Value) => boolean, check: () => void): readonly number[] {
    const found: number[] = [];
    const values = this.storedValues(attribute);
    if (values) {
      for (let first = 0; first < this.codes.length; first += STRIDE) {
        check();
        const codes = this.codes.subarray(first, first + STRIDE);
        values.pick(codes).forEach((value, at) => {
          if (passes(value)) found.push(codes[at]!);
        });
      }
      return found;
    }
    let tested = 0;
    for (const [value, codes] of this.#codesOf(attribute)) {
      if (++tested % STRIDE === 0) check();
      if (passes(value)) for (const code of codes) found.push(code);
    }
    return found.toSorted((a, b) => a - b);
  }

  /** Return the codes with each value of an attribute, in ascending order. Cost: one pass over the codes, once. */
  #codesOf(attribute: number): ReadonlyMap<Value, readonly number[]> {
    const known = this.#byValue[attribute];
    if (known) return known;
    const found = new Map<Value, number[]>();
    for (const code of this.codes) {
      const value = this.#valueAt(code, attribute);
      const own = found.get(value);
      if (own) own.push(code);
      else found.set(value, [code]);
    }
    return (this.#byValue[attribute] = found);
  }

  /** Codes in the order of their members' ids; those without a member last. */
  get codesById(): readonly number[] {
    const idOf = (code: number): number => (this.memberAt(code) ? this.#idAt(code) : Infinity);
    const ids = new Map(Array.from(this.codes, (code) => [code, idOf(code)]));
    return [...this.codes].toSorted((a, b) => (ids.get(a)! < ids.get(b)! ? -1 : Number(ids.get(a)! > ids.get(b)!)));
  }

  /** True if the codes were grouped by an attribute before. */
  isGrouped(attribute: number): boolean {
    return this.#groupings[attribute] !== undefined;
  }

  /** Group the codes by the values of an attribute. Cost: sorts its values, once. */
  groupingOf(attribute: number): ValueGroups {
    const known = this.#groupings[attribute];
    if (known) return known;
    const values = this.storedValues(attribute);
    const grouped = values ? this.#groupStored(values) : this.#groupComputed(attribute);
    return (this.#groupings[attribute] = grouped);
  }

  #groupStored(values: Values): ValueGroups {
    const groups = new Uint32Array(this.numCodes);
    const ranks = new Uint32Array(this.numCodes);
    const order = values.order().filter((code) => this.counts[code]! > 0);
    for (let first = 0, place = 0; first < order.length; place++) {
      let end = first + 1;
      while (end < order.length && values.same(order[first]!, order[end]!)) end++;
      const codes = order.subarray(first, end);
      const lowest = codes.reduce((a, b) => Math.min(a, b));
      const rank = values.isMissing(lowest) ? NO_RANK : place;
      for (const code of codes) {
        groups[code] = lowest;
        ranks[code] = rank;
      }
      first = end;
    }
    return { groups, ranks };
  }

  #groupComputed(attribute: number): ValueGroups {
    const groups = new Uint32Array(this.numCodes);
    const ranks = new Uint32Array(this.numCodes);
    const sorted = [...this.#codesOf(attribute)].toSorted(([a], [b]) => compareValues(a, b));
    sorted.forEach(([value, codes], place) => {
      for (const code of codes) {
        groups[code] = codes[0]!;
        ranks[code] = value === null ? NO_RANK : place;
      }
    });
    return { groups, ranks };
  }

  /** Return one code for each member: the lowest. */
  get memberCodes(): Iterable<number> {
    if (this.isStored) return this.codes;
    return [...this.#codesOf(this.dimension.identity.index).values()].map(([code]) => code!);
  }
}

/** A dimension as queries see it: entries have the codes of its members, or their texts. */
export type ViewedColumn = ViewColumn | InlineColumn;

/** Return a column whose members have codes. */
export function codedColumn(column: ViewedColumn): ViewColumn {
  if (column.isInline) throw new TypeError(`The members of "${column.dimension.name}" have no codes`);
  return column;
}
