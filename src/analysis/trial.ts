/** After so many cells a way of reading that fits fewer than half of them is given up. */
export const TRIAL = 200;

/** A way of reading the cells of a column, and how far it fits. */
export interface Trial {
  matches: number;
  /** The first cells that it does not fit. */
  readonly misfits: string[];
}
