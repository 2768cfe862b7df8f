import { shorten } from "./shorten.js";

/** A candidate format for a column, with the number of cells that it fits. */
export interface Trial {
  matches: number;
  /** The first cells that it does not fit, shortened. */
  readonly misfits: string[];
}

/** Number of cells after which formats that fit too few are dropped. */
export const TRIAL = 200;
const SAMPLES = 3;

/** Record a cell that a format does not fit. @returns false if there are enough of them */
export function noteMisfit({ misfits }: Trial, text: string): boolean {
  if (misfits.length === SAMPLES) return false;
  misfits.push(shorten(text));
  return true;
}

/** Drop the formats that fit fewer than half of the first 200 cells. @returns the others */
export function stillTried<T extends Trial>(trials: readonly T[], cells: number): readonly T[] {
  return cells === TRIAL ? trials.filter(({ matches }) => matches * 2 >= TRIAL) : trials;
}
