import type { Values } from "./values.js";

/** Number of a target that means "none". */
export const NO_TARGET = 0xffff_ffff;

/**
 * Make values readable by codes that each stand for one of them.
 * @param length number of codes
 * @param targets returns for each code the number of its value, or `NO_TARGET`; called on first use
 * @param values returns the values; called on first use
 */
export function mappedValues(length: number, targets: () => Uint32Array, values: () => Values): Values {
  const at = (code: number): ReturnType<Values["at"]> => {
    const target = targets()[code]!;
    return target === NO_TARGET ? null : values().at(target);
  };
  return {
    length,
    texts: null,
    mapped: { targets, values },
    at,
    isMissing(code) {
      const target = targets()[code]!;
      return target === NO_TARGET || values().isMissing(target);
    },
    pick: (codes) => Array.from(codes, at),
    find: (value) => codesOf(targets(), values().length, values().find(value)),
    same(a, b) {
      const [x, y] = [targets()[a]!, targets()[b]!];
      if (x === y) return true;
      if (x === NO_TARGET) return values().isMissing(y);
      return y === NO_TARGET ? values().isMissing(x) : values().same(x, y);
    },
    order: (check) => orderCodes(targets(), values().order(check)),
  };
}

/** List the codes that stand for some targets. @param size number of targets */
export function codesOf(targets: Uint32Array, size: number, wanted: ArrayLike<number>): number[] {
  if (wanted.length === 0) return [];
  const isWanted = new Uint8Array(size);
  for (let at = 0; at < wanted.length; at++) isWanted[wanted[at]!] = 1;
  const codes: number[] = [];
  for (let code = 0; code < targets.length; code++) if (isWanted[targets[code]!] === 1) codes.push(code);
  return codes;
}

/** Sort codes by the places of their targets in an order, those without a target last. Cost: two passes. */
function orderCodes(targets: Uint32Array, order: Uint32Array): Uint32Array {
  const placeOf = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place++) placeOf[order[place]!] = place;
  const starts = new Uint32Array(order.length + 2);
  const bucketOf = (code: number): number => placeOf[targets[code]!] ?? order.length;
  for (let code = 0; code < targets.length; code++) starts[bucketOf(code) + 1]!++;
  for (let bucket = 0; bucket < order.length; bucket++) starts[bucket + 1]! += starts[bucket]!;
  const sorted = new Uint32Array(targets.length);
  for (let code = 0; code < targets.length; code++) sorted[starts[bucketOf(code)]!++] = code;
  return sorted;
}
