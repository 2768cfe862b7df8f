import type { Disagreement } from "../../../core/engine/disagreement.js";
import type { Value } from "../../../core/model/values/value.js";
import type { DictionaryBuilder } from "./dictionary-builder.js";
import type { GrowingAmounts } from "./growing-amounts.js";

/** Maximum number of values shown of a member. */
const SHOWN_VALUES = 5;

/** The rows that a load leaves, and how they came. */
export interface LeftRows {
  readonly count: number;
  readonly rowAt: (at: number) => number;
  /** True if the row is of the previous version and was not written again. */
  readonly isOld: (row: number) => boolean;
}

/**
 * List the members of a dimension for which rows disagree about an attribute.
 * Cost: nothing if no rows disagree, else a pass or two over the rows.
 * @param dimension before its values are settled
 */
export function listDisagreements(
  dimension: DictionaryBuilder,
  rows: () => LeftRows,
  amounts: GrowingAmounts,
): readonly Disagreement[] {
  const { name, attributes, identity } = dimension.dimension;
  const { disagreeing, superseded } = dimension;
  const suspects = [...new Set([...disagreeing.flatMap((sets) => [...sets.codes]), ...superseded.keys()])];
  if (suspects.length === 0) return [];
  const left = rows();
  const stillOld = superseded.size === 0 ? new Set<number>() : codesOfOldRows(dimension, left);
  const sums = sumRows(dimension, suspects, left, amounts);
  return attributes.flatMap((attribute, at): readonly Disagreement[] => {
    if (at === identity.index) return [];
    const members = suspects.flatMap((code) => {
      const sum = sums.get(code)!;
      const before = stillOld.has(code) ? superseded.get(code) : undefined;
      const values = [...(before ? [before[at]!] : []), ...valuesOf(dimension, at, code)];
      const all = [...new Set(values)].filter((value) => value !== null);
      if (sum.entries === 0 || all.length < 2) return [];
      const own = dimension.valueOf(code, identity.index);
      return [{ identity: own, all, isCut: disagreeing[at]!.isCut(code), ...sum }];
    });
    if (members.length === 0) return [];
    const worst = members.reduce((a, b) => {
      const more = b.all.length - a.all.length || b.entries - a.entries;
      return more > 0 || (more === 0 && String(b.identity) < String(a.identity)) ? b : a;
    });
    const amountOf = (unscaled: bigint) => ({ unscaled, scale: amounts.scale });
    const disagreement: Disagreement = {
      dimension: name,
      attribute: attribute.name,
      members: members.length,
      entries: members.reduce((sum, { entries }) => sum + entries, 0),
      amount: amountOf(members.reduce((sum, { amount }) => sum + amount, 0n)),
      worst: {
        identity: worst.identity,
        values: worst.all.slice(0, SHOWN_VALUES),
        numValues: worst.all.length,
        isAtLeast: worst.isCut,
        entries: worst.entries,
        amount: amountOf(worst.amount),
      },
    };
    return [disagreement];
  });
}

/** Return the values of an attribute that the rows of this load have for a member. */
function valuesOf(dimension: DictionaryBuilder, attribute: number, code: number): readonly Value[] {
  const values = dimension.disagreeing[attribute]!.of(code);
  return values.length > 0 ? values : [dimension.valueOf(code, attribute)];
}

function codesOfOldRows({ codes }: DictionaryBuilder, { count, rowAt, isOld }: LeftRows): Set<number> {
  const found = new Set<number>();
  for (let at = 0; at < count; at++) {
    const row = rowAt(at);
    if (isOld(row)) found.add(codes.get(row));
  }
  return found;
}

interface Sum {
  entries: number;
  amount: bigint;
}

function sumRows(
  { codes, attributes }: DictionaryBuilder,
  of: readonly number[],
  { count, rowAt }: LeftRows,
  amounts: GrowingAmounts,
): ReadonlyMap<number, Sum> {
  const sums = of.map((): Sum => ({ entries: 0, amount: 0n }));
  const slots = new Int32Array(attributes[0]!.length).fill(-1);
  of.forEach((code, slot) => (slots[code] = slot));
  for (let at = 0; at < count; at++) {
    const row = rowAt(at);
    const slot = slots[codes.get(row)]!;
    if (slot < 0) continue;
    const sum = sums[slot]!;
    sum.entries++;
    sum.amount += amounts.get(row);
  }
  return new Map(of.map((code, slot) => [code, sums[slot]!]));
}
