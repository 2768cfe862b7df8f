import type { PlannedPlace } from "./planned-values.js";

/**
 * Numbers of the records of the sources that the entries were read from, by their place in load order. Mostly, the next
 * entry is from the next record: then runs of them are stored.
 *
 *     places     u32 │ u32 │ …      first place of each run, ascending; absent if every place has a number of its own
 *     records    u32 │ u32 │ …      record of each run's first entry, or of each place; 0 if an entry is from no record
 */
export interface RecordNumbers extends PlannedPlace {
  /** Number of runs: at most half of the places, or all of them if every place has a number of its own. */
  readonly runs: number;
}

/** Return the bytes of the records of `rows` entries. */
export function layRecords(rows: number, runs: number): number {
  return runs === rows ? rows * 4 : runs * 8;
}
