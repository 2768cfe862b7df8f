import type { Groups } from "./groups.js";
import type { Pointer } from "../memory/pointer.js";

/** Write the indexes of all groups, in ascending order of their keys, to scratch; equal keys are adjacent. */
export function sortKeys({ scratch, plan, count }: Groups): Pointer {
  const { exports } = scratch.memory;
  const order = scratch.take(count * 4);
  const rest = scratch.mark();
  const area = scratch.take(exports.orderBytes(count));
  exports.orderGroups(plan, 0, 0, 0, count, count, area, order);
  scratch.back(rest);
  return order;
}
