import { Plan } from "./plan";
import { restOf } from "./work";

/**
 * Cells of one thread, after its work area. The sets after the first are used only while the phase runs.
 *
 *   rest  ─► | cells × record | skew | cells × record | skew | … sets | extremes, see `extremes.ts` |
 *   record ─► | sum of measure 0 i64, count i64 | sum of measure 1 i64 | … |
 */
@inline
export function setBytes(plan: Plan): usize {
  return <usize>plan.cells * cellBytes(plan.measureCount) + (plan.sets > 1 ? SKEW : <usize>0);
}

/**
 * Bytes between two sets: the same cell in two sets then has different low address bits, which avoids false conflicts.
 */
const SKEW: usize = 576;

/** Return the bytes of a cell's record. */
export function cellBytes(measures: u32): usize {
  return <usize>8 + <usize>8 * max<u32>(measures, 1);
}

/** Return the offset of a measure's sum in the record. */
@inline
export function sumOffset(measure: u32): usize {
  return measure ? <usize>8 + <usize>8 * measure : 0;
}

@inline
export function cellsOf(work: usize): usize {
  return restOf(work);
}

/** Return the bytes of one thread's cells and extremes. */
export function cellsBytes(plan: Plan): usize {
  return setBytes(plan) * plan.sets + extremesBytes(plan);
}

@inline
export function extremesBytes(plan: Plan): usize {
  return <usize>plan.cells * plan.extremeCount * EXTREMES;
}

/** Return the extremes of a thread's cells. */
@inline
export function extremesOf(plan: Plan, work: usize): usize {
  return restOf(work) + setBytes(plan) * plan.sets;
}

/**
 * Smallest and largest amounts of cells, for some of the measures: those of a thread after its cells, then those of all
 * threads, numbered by ranks.
 *
 *   extremes ─► | minimum i64, maximum i64 | … one pair for each cell | … one such list for each of these measures |
 */
export const EXTREMES: usize = 16;
