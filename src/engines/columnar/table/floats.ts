import type { FloatViews } from "./float-column.js";
import { isValid } from "../base/validity.js";
import type { Values } from "./values.js";

/** Open the numbers of an attribute in their memory. Cost of `find`: a scan of all numbers. */
export function openFloats({ numbers, validity }: FloatViews): Values {
  const isMissing = (member: number): boolean => !isValid(validity, member);
  const at = (member: number): number | null => (isMissing(member) ? null : numbers[member]!);
  return {
    length: numbers.length,
    texts: null,
    at,
    isMissing,
    pick: (members) => Array.from(members, at),
    find(value) {
      const found: number[] = [];
      if (typeof value !== "number") return found;
      for (let member = numbers.indexOf(value); member >= 0; member = numbers.indexOf(value, member + 1)) {
        if (!isMissing(member)) found.push(member);
      }
      return found;
    },
    same: (a, b) => at(a) === at(b),
    order() {
      const compare = (a: number, b: number): number =>
        Number(isMissing(a)) - Number(isMissing(b)) || numbers[a]! - numbers[b]!;
      return Uint32Array.from(numbers.keys()).toSorted(compare);
    },
  };
}
