import { BLOCK, round64 } from "./plan";

/**
 * Work area of one thread. `used` is 0 until the thread's first piece of a phase.
 *
 *   work ─► | used u32 … | masks: BLOCK bits | positions: BLOCK u16 + 16 bytes | keys: BLOCK u64 | targets: BLOCK u32 | rest …
 */
const MASKS: usize = 64;
const POSITIONS: usize = MASKS + BLOCK / 8;
const KEYS: usize = POSITIONS + round64(BLOCK * 2 + 16);
const TARGETS: usize = KEYS + BLOCK * 8;
/** Bytes before the part that belongs to the phase. */
export const WORK_BYTES: usize = TARGETS + BLOCK * 4;

@inline
export function masksOf(work: usize): usize {
  return work + MASKS;
}

@inline
export function positionsOf(work: usize): usize {
  return work + POSITIONS;
}

@inline
export function keysOf(work: usize): usize {
  return work + KEYS;
}

@inline
export function targetsOf(work: usize): usize {
  return work + TARGETS;
}

@inline
export function restOf(work: usize): usize {
  return work + WORK_BYTES;
}
