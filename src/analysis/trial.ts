import { shorten } from "./shorten.js";

/** A way of reading the cells of a column, and how far it fits. */
export interface Trial {
  matches: number;
  /** The first cells that it does not fit. */
  readonly misfits: string[];
}

const TRIAL = 200;
const SAMPLES = 3;

/** Note a cell that a way of reading does not fit. */
export function noteMisfit({ misfits }: Trial, text: string): void {
  if (misfits.length < SAMPLES) misfits.push(shorten(text));
}

/** After 200 cells a way of reading that fits fewer than half of them is given up. @returns the others */
export function stillTried<T extends Trial>(trials: readonly T[], cells: number): readonly T[] {
  return cells === TRIAL ? trials.filter(({ matches }) => matches * 2 >= TRIAL) : trials;
}
