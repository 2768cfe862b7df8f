import type { Entry } from "#src/core/engine/entry.js";
import type { Attribute, Dimension, Model } from "#src/core/model/cube.js";
import { findReference } from "#src/core/model/references.js";
import type { Value } from "#src/core/model/values/value.js";
import { compareExact, divide, type Exact, fraction, nearestRootOf, subtract } from "./exact-fraction.js";
import type { AskedTerm, AskedValue } from "./figure-question.js";
import { readValueOf } from "../reference/view.js";

/** An entry of one side of a comparison. */
export interface SidedEntry extends Entry {
  readonly isOther: boolean;
}

/** Count the entries of each side. */
export function countSides(entries: readonly SidedEntry[]): {
  readonly numEntries: number;
  readonly otherEntries: number;
} {
  const otherEntries = entries.filter(({ isOther }) => isOther).length;
  return { numEntries: entries.length - otherEntries, otherEntries };
}

function partsOf(model: Model, reference: string): { readonly dimension: Dimension; readonly attribute: Attribute } {
  const { dimension, attribute } = findReference(model, reference)!;
  return { dimension, attribute: attribute ?? dimension.identity };
}

/** Return the value that an entry has of a reference. */
export function valueOf(model: Model, reference: string, entry: Entry): Value {
  const { dimension, attribute } = partsOf(model, reference);
  return readValueOf(entry.members[dimension.index]?.values ?? [], dimension, attribute);
}

function operandOf(model: Model, { of, function: by }: AskedValue, entries: readonly Entry[]): Exact {
  const count = BigInt(entries.length);
  if (of === "num_entries") return [count, 1n];
  if (by === "count") {
    const values = entries.map((entry) => valueOf(model, of, entry)).filter((value) => value !== null);
    return [BigInt(new Set(values).size), 1n];
  }
  const { index } = model.measures.find(({ name }) => name === of)!;
  if (by === "min" || by === "max" || by === "median") {
    const amounts = entries
      .map(({ amounts: all }): NonNullable<Exact> => fraction(all[index]!.unscaled, 10n ** BigInt(all[index]!.scale))!)
      .toSorted(compareExact);
    if (amounts.length === 0) return null;
    if (by === "min") return amounts[0]!;
    if (by === "max") return amounts.at(-1)!;
    const [low, high] = [amounts[(amounts.length - 1) >> 1]!, amounts[amounts.length >> 1]!];
    return divide(subtract(low, fraction(-high[0], high[1])), [2n, 1n]);
  }
  let sum: Exact = [0n, 1n];
  for (const { amounts } of entries) {
    const { unscaled, scale } = amounts[index]!;
    sum = subtract(sum, fraction(-unscaled, 10n ** BigInt(scale)));
  }
  if (by === "stddev") {
    if (count < 2n) return null;
    const mean = divide(sum, [count, 1n]);
    let spread: Exact = [0n, 1n];
    for (const { amounts } of entries) {
      const { unscaled, scale } = amounts[index]!;
      const [over, under] = subtract(fraction(unscaled, 10n ** BigInt(scale)), mean)!;
      spread = subtract(spread, fraction(-(over ** 2n), under ** 2n));
    }
    return nearestRootOf(divide(spread, [count - 1n, 1n]));
  }
  return by === "avg" ? divide(sum, [count, 1n]) : sum;
}

/** Compute a term of the entries of one side, without its window. */
export function plainValue(
  model: Model,
  { value, divisor }: AskedTerm,
  sided: readonly SidedEntry[],
  isOther = false,
): Exact {
  const entries = sided.filter((entry) => entry.isOther === isOther);
  const own = operandOf(model, value, entries);
  return divisor ? divide(own, operandOf(model, divisor, entries)) : own;
}

/** Compute a term that compares both sides. */
export function compareSides(model: Model, term: AskedTerm, part: readonly SidedEntry[]): Exact {
  const [own, other] = [plainValue(model, term, part), plainValue(model, term, part, true)];
  return term.window === "against" ? other : compare(term.window, own, other);
}

/** Return the difference or change from one figure to another. */
export function compare(window: AskedTerm["window"], own: Exact, before: Exact): Exact {
  const difference = subtract(own, before);
  return window === "difference"
    ? difference
    : divide(difference, before && [before[0] < 0n ? -before[0] : before[0], before[1]]);
}

/** Return the year, month or day before one. */
export function periodBefore(model: Model, reference: string, moment: string): string | undefined {
  const { name } = partsOf(model, reference).attribute;
  const year = (text: string, by = 1): string => String(Number(text.slice(0, 4)) - by).padStart(4, "0");
  if (name === "year") return year(moment);
  if (name === "fiscal_year") return moment.includes("/") ? `${year(moment)}/${moment.slice(2, 4)}` : year(moment);
  if (name === "yearmonth") {
    const month = Number(moment.slice(4)) - 1;
    return month === 0 ? `${year(moment)}12` : year(moment, 0) + String(month).padStart(2, "0");
  }
  const day = new Date(`${moment}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}
