import {
  amountAt,
  doubleAt,
  FRESH,
  memberAt,
  type RowAmounts,
  type RowBatch,
  type RowMembers,
} from "../../../core/engine/row-batch.js";
import type { Dimension, Model } from "../../../core/model/cube.js";
import { addDecimals, type Decimal, decimalText } from "../../../core/model/values/decimal.js";
import type { Value } from "../../../core/model/values/value.js";
import { growArray } from "../cast/grow-array.js";
import type { ControlPart, ControlSum } from "./control.js";

/** Largest sum that is exact in a double. */
const EXACT = 2 ** 53;

/** Adds up the amounts of rows, by year, direction and phase. Cost: a few nanoseconds a row and split. */
export class ControlSums {
  readonly #model: Model;
  readonly #splits: readonly Split[];
  readonly #totals: Decimal[];
  rows = 0;
  /** True if a row is as much as all rows before it, as a total is. */
  hasSum = false;

  constructor(model: Model) {
    this.#model = model;
    this.#totals = model.measures.map(() => ZERO);
    this.#splits = model.dimensions.flatMap((dimension) => splitsOf(dimension, model));
  }

  take(batch: RowBatch): void {
    if (batch.length === 0) return;
    const [first] = batch.amounts;
    if (first && !this.hasSum) this.hasSum = hasRunningSum(first, batch.length, this.rows, this.#totals[0]!);
    this.rows += batch.length;
    batch.amounts.forEach((amounts, measure) => {
      const scale = commonScale(amounts, batch.length);
      this.#totals[measure] = addDecimals(this.#totals[measure]!, sumOf(amounts, batch.length, scale));
      for (const split of this.#splits) split.take(batch.members[split.index]!, amounts, batch.length, measure, scale);
    });
  }

  finish(): readonly ControlSum[] {
    return this.#model.measures.map(({ name }, measure) => {
      const of = (isTime: boolean) => this.#splits.filter((split) => split.isTime === isTime);
      return {
        measure: name,
        total: decimalText(this.#totals[measure]!),
        years: of(true).flatMap((split) => split.parts(measure)),
        by: of(false).map((split) => ({ dimension: split.name, parts: split.parts(measure) })),
      };
    });
  }
}

const ZERO: Decimal = { unscaled: 0n, scale: 0 };

/** The dimensions by which sums are split: the time by its years, and directions and phases, derived ones too. */
function splitsOf(dimension: Dimension, model: Model): readonly Split[] {
  const { name, derivation, attributes, meaning, sources } = dimension;
  const numMeasures = model.measures.length;
  if (name === "time") {
    const year = attributes.findIndex((each) => each.name === "year");
    return [new Split(name, dimension.index, true, numMeasures, (member) => text(member[year]))];
  }
  if (sources || (meaning?.role !== "direction" && meaning?.role !== "phase")) return [];
  if (!derivation) return [new Split(name, dimension.index, false, numMeasures, (member) => text(member.at(-1)))];
  const { from, rule, labels } = derivation;
  if (rule.by === "prefix") return [];
  const at = from.attribute.index;
  const nameOf = (member: readonly Value[]): string | null => {
    const found = rule.values.get(member[at] as string | number);
    return found === undefined ? null : (labels?.get(found) ?? found);
  };
  return [new Split(name, from.dimension.index, false, numMeasures, nameOf)];
}

function text(value: Value | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** Sums by what the members of a dimension are called. */
class Split {
  readonly name: string;
  readonly index: number;
  readonly isTime: boolean;
  readonly #nameOf: (member: readonly Value[]) => string | null;
  readonly #sums: readonly Map<string, Decimal>[];
  /** Number of each code's name; 0 if it is not known yet. */
  #numbers = new Uint32Array(1024);
  readonly #names: string[] = [""];
  readonly #numberOf = new Map<string, number>();
  #batch = new Float64Array(16);

  constructor(name: string, index: number, isTime: boolean, numMeasures: number, nameOf: Split["nameOf"]) {
    this.name = name;
    this.index = index;
    this.isTime = isTime;
    this.#nameOf = nameOf;
    this.#sums = Array.from({ length: numMeasures }, () => new Map());
  }

  get nameOf(): (member: readonly Value[]) => string | null {
    return this.#nameOf;
  }

  take(members: RowMembers, amounts: RowAmounts, length: number, measure: number, scale: number | null): void {
    if (scale === null) {
      for (let row = 0; row < length; row++) {
        this.#add(measure, this.#names[this.#number(members, row)]!, amountAt(amounts, row));
      }
      return;
    }
    this.#batch.fill(0);
    const { integers, scales } = amounts;
    const { codes } = members;
    for (let row = 0; row < length; row++) {
      const code = codes[row]!;
      const known = code < this.#numbers.length ? this.#numbers[code]! : 0;
      const number = known > 0 ? known : this.#number(members, row);
      this.#batch[number]! += integers[row]! * POWERS[scale - scales[row]!]!;
    }
    this.#batch.subarray(0, this.#names.length).forEach((sum, number) => {
      if (number > 0) this.#add(measure, this.#names[number]!, { unscaled: BigInt(sum), scale });
    });
  }

  parts(measure: number): readonly ControlPart[] {
    const parts = [...this.#sums[measure]!].map(([name, sum]): ControlPart => [name, decimalText(sum)]);
    return this.isTime ? parts.toSorted(([a], [b]) => (a < b ? -1 : 1)) : parts;
  }

  #add(measure: number, name: string, amount: Decimal): void {
    const sums = this.#sums[measure]!;
    sums.set(name, addDecimals(sums.get(name) ?? ZERO, amount));
  }

  #number(members: RowMembers, row: number): number {
    const code = members.codes[row]!;
    if (code < this.#numbers.length && this.#numbers[code]! > 0) return this.#numbers[code]!;
    const name = this.#nameOf(memberAt(members, row)) ?? "none";
    let number = this.#numberOf.get(name);
    if (number === undefined) {
      number = this.#names.push(name) - 1;
      this.#numberOf.set(name, number);
      if (number >= this.#batch.length) {
        const before = this.#batch;
        this.#batch = new Float64Array(number * 2);
        this.#batch.set(before);
      }
    }
    if (code < FRESH) {
      if (code >= this.#numbers.length) this.#numbers = growArray(this.#numbers, code * 2);
      this.#numbers[code] = number;
    }
    return number;
  }
}

/** Return the scale in which doubles add up all amounts exactly; `null` if none does. */
function commonScale({ integers, scales }: RowAmounts, length: number): number | null {
  let [most, least, largest] = [0, 255, 0];
  for (let row = 0; row < length; row++) {
    const scale = scales[row]!;
    if (scale > most) most = scale;
    if (scale < least) least = scale;
    const size = Math.abs(integers[row]!);
    if (Number.isNaN(size)) return null;
    if (size > largest) largest = size;
  }
  if (most - least >= POWERS.length) return null;
  return largest * POWERS[most - least]! * length < EXACT ? most : null;
}

function sumOf(amounts: RowAmounts, length: number, scale: number | null): Decimal {
  if (scale === null) {
    let sum = ZERO;
    for (let row = 0; row < length; row++) sum = addDecimals(sum, amountAt(amounts, row));
    return sum;
  }
  let sum = 0;
  for (let row = 0; row < length; row++) sum += amounts.integers[row]! * POWERS[scale - amounts.scales[row]!]!;
  return { unscaled: BigInt(sum), scale };
}

const POWERS = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8];

/** True if an amount is, to the digits of a double, what those before it come to. */
function hasRunningSum(amounts: RowAmounts, length: number, before: number, start: Decimal): boolean {
  let sum = Number(decimalText(start));
  for (let row = 0; row < length; row++) {
    const amount = doubleAt(amounts, row);
    if (amount !== 0 && before + row > 1 && Math.abs(amount - sum) <= Math.abs(sum) * NEARLY) return true;
    sum += amount;
  }
  return false;
}

const NEARLY = 1e-9;
