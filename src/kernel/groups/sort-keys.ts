import type { Groups } from "./groups.js";
import type { Pointer } from "../memory/pointer.js";

/** The numbers of all groups in ascending order of their keys, in scratch; groups of one key side by side. */
export function sortKeys({ scratch, plan, count }: Groups): Pointer {
  const { exports } = scratch.memory;
  const order = scratch.take(count * 4);
  const rest = scratch.mark();
  const area = scratch.take(exports.orderBytes(count));
  exports.orderGroups(plan, 0, 0, 0, count, count, area, order);
  scratch.back(rest);
  return order;
}
