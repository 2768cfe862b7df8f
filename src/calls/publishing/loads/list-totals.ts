import type { Cells } from "../../../core/engine/engine.js";
import type { Dimension, Model } from "../../../core/model/cube.js";

/** Values of the members of one dimension, where all else is the same: whole numbers of one unit. */
type Slice = ReadonlyMap<string, bigint>;

/**
 * List the members of a series whose values are the sums of others: totals beside their parts, in whichever of its
 * dimensions. Those of a declared hierarchy are known levels.
 * @param others dimensions of the cells' keys after their period
 * @returns names of members, with that of their dimension if there are several
 */
export function listTotals(model: Model, others: readonly Dimension[], cells: Cells): readonly string[] {
  const declared = new Set(model.hierarchies.flatMap(({ levels }) => levels.map(({ dimension }) => dimension)));
  return others.flatMap((dimension, at) => {
    if (declared.has(dimension.name)) return [];
    const nameOf = (member: string): string => (others.length === 1 ? member : `${dimension.name} ${member}`);
    return findTotals(sliceCells(cells, at + 1)).map(nameOf);
  });
}

/**
 * Read the values of one dimension's members, slice by slice.
 * @param of key of the dimension
 */
function sliceCells({ length, keys, sums }: Cells, of: number): readonly Slice[] {
  const slices = new Map<string, Map<string, bigint>>();
  for (let row = 0; row < length; row++) {
    const tuple = keys.map((column) => column[row] as string | number | null);
    const member = String(tuple[of] ?? "");
    tuple[of] = null;
    const key = JSON.stringify(tuple);
    const slice = slices.get(key) ?? new Map<string, bigint>();
    slices.set(key, slice.set(member, BigInt(sums[0]!.unscaled[row]!)));
  }
  return [...slices.values()];
}

/** Maximum number of members of which any may add up to another: there are so many ways to choose them. */
const MAX_CHOSEN = 16;

function findTotals(slices: readonly Slice[]): readonly string[] {
  const members = [...new Set(slices.flatMap((slice) => [...slice.keys()]))];
  const isTotal = (member: string): boolean => {
    const own = slices.filter((slice) => slice.has(member) && slice.size > 2);
    if (own.length === 0 || own.some((slice) => slice.get(member)! <= 0n)) return false;
    const others = members.filter((each) => each !== member);
    if (own.every((slice) => sumOf(slice, others) === slice.get(member))) return true;
    const below = others.filter((each) => member !== "" && each.startsWith(member));
    const nested = below.filter((each) => !below.some((other) => other !== each && each.startsWith(other)));
    if (nested.length > 1 && own.every((slice) => isNear(slice.get(member)!, sumOf(slice, nested)))) return true;
    return own.length > 1 && members.length <= MAX_CHOSEN && hasParts(member, others, own);
  };
  return members.filter(isTotal);
}

function sumOf(slice: Slice, members: readonly string[]): bigint {
  return members.reduce((sum, member) => sum + (slice.get(member) ?? 0n), 0n);
}

/** True for sums that only rounding tells apart: less than one in two hundred. */
function isNear(value: bigint, sum: bigint): boolean {
  const difference = value > sum ? value - sum : sum - value;
  return difference * 200n < value;
}

/** True if the same members add up to another in all slices. */
function hasParts(member: string, others: readonly string[], slices: readonly Slice[]): boolean {
  const [first, ...rest] = slices as readonly [Slice, ...Slice[]];
  const value = first.get(member)!;
  const parts = others.filter((each) => (first.get(each) ?? 0n) > 0n && first.get(each)! < value);
  const choose = (from: number, left: bigint, chosen: readonly string[]): boolean => {
    if (left === 0n) {
      return chosen.length > 1 && rest.every((slice) => slice.get(member) === sumOf(slice, chosen));
    }
    for (let at = from; at < parts.length; at++) {
      const next = left - first.get(parts[at]!)!;
      if (next >= 0n && choose(at + 1, next, [...chosen, parts[at]!])) return true;
    }
    return false;
  };
  return choose(0, value, []);
}
