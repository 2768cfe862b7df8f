/** Share of slots that are taken at most. */
const LOAD = 0.75;

/** Slots for so many items in open addressing; at least one stays free, so that looking ends. */
export function slotsFor(items: number): number {
  return Math.ceil(items / LOAD) + 1;
}

/** The slot at which looking begins, of a hash of 32 bits. */
export function firstSlot(hash: number, slots: number): number {
  return Math.floor(((hash >>> 0) / 2 ** 32) * slots);
}

export function nextSlot(slot: number, slots: number): number {
  return slot + 1 === slots ? 0 : slot + 1;
}
