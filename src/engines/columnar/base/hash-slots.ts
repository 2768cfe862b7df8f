/** Maximum share of slots in use. */
const LOAD = 0.75;

/** Return the number of slots for `items` in open addressing. At least one slot stays free, so that probing ends. */
export function slotsFor(items: number): number {
  return Math.ceil(items / LOAD) + 1;
}

/** Return the slot where probing for a 32-bit hash begins. */
export function firstSlot(hash: number, slots: number): number {
  return Math.floor(((hash >>> 0) / 2 ** 32) * slots);
}

/** Return the slot to probe after `slot`. */
export function nextSlot(slot: number, slots: number): number {
  return slot + 1 === slots ? 0 : slot + 1;
}
