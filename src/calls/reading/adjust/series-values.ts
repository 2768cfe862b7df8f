import type { Fraction } from "../../../core/model/values/fraction.js";
import { addFractions, reduceFraction, sumFractions } from "../../../core/model/values/fraction.js";
import type { SeriesKind } from "../../../core/model/cube.js";
import type { SeriesPeriods } from "./periods.js";

/** A member in each dimension that a series shares with the entries; of rates, the currency comes first. */
export type SeriesTuple = readonly (string | number | null)[];

/** The values of a series by members and periods. */
export class SeriesValues {
  readonly kind: SeriesKind;
  readonly #values = new Map<string, Map<string, Fraction | null>>();
  readonly #tuples = new Map<string, SeriesTuple>();
  /** Sums over members, by period and selection. */
  readonly #sums = new Map<string, Fraction | null>();
  readonly #slots = new Set<string>();

  constructor(kind: SeriesKind) {
    this.kind = kind;
  }

  /** Add a value. Several of the same members and period are none, but for money, which adds up over time. */
  add(tuple: SeriesTuple, slot: string, value: Fraction | null): void {
    const key = JSON.stringify(tuple);
    let values = this.#values.get(key);
    if (!values) {
      this.#values.set(key, (values = new Map()));
      this.#tuples.set(key, tuple);
    }
    const before = values.get(slot);
    const isSum = this.kind === "flow" && before && value;
    const both = before === undefined ? value : isSum ? addFractions(before, value) : null;
    values.set(slot, both);
    this.#slots.add(slot);
  }

  get tuples(): Iterable<SeriesTuple> {
    return this.#tuples.values();
  }

  /** Return the first and the last period; `null` for a series without values. */
  get span(): readonly [string, string] | null {
    const slots = [...this.#slots].toSorted();
    return slots.length === 0 ? null : [slots[0]!, slots.at(-1)!];
  }

  /** Return the value of members in a period; `null` if it is missing. A year has the mean of twelve months, or their sum. */
  at(tuple: SeriesTuple, { slots, isOfMonths }: SeriesPeriods): Fraction | null {
    const values = this.#values.get(JSON.stringify(tuple));
    if (!values || (isOfMonths && this.kind === "stock")) return null;
    const found: Fraction[] = [];
    for (const slot of slots) {
      const value = values.get(slot);
      if (!value) return null;
      found.push(value);
    }
    if (found.length === 1) return found[0]!;
    const { numerator, denominator } = sumFractions(found);
    return this.kind === "flow"
      ? { numerator, denominator }
      : reduceFraction({ numerator, denominator: BigInt(denominator) * BigInt(found.length) });
  }

  /** Return the sum over the members that have a value in a period and meet a selection; `null` if none does. */
  sum(selection: SeriesTuple, isAll: readonly boolean[], periods: SeriesPeriods): Fraction | null {
    if (!isAll.includes(true)) return this.at(selection, periods);
    const key = JSON.stringify([selection.map((each, at) => (isAll[at] ? null : [each])), periods.slots]);
    const known = this.#sums.get(key);
    if (known !== undefined) return known;
    const found: Fraction[] = [];
    for (const tuple of this.#tuples.values()) {
      if (!tuple.every((each, at) => isAll[at] || each === selection[at])) continue;
      const value = this.at(tuple, periods);
      if (value) found.push(value);
    }
    const sum = found.length === 0 ? null : sumFractions(found);
    this.#sums.set(key, sum);
    return sum;
  }
}
