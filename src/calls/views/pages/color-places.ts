/** Number of the largest members with a hue of their own. */
export const HUED = 7;

/** The place of a member in its whole dataset, by which it has one colour in all years, views and charts. */
export interface ColorPlace {
  /** Rank among the largest, from 0, of the member or of the one above it; `null` after `HUED`. */
  readonly hue: number | null;
  /** Rank among the parts of the member above it, from 0; `null` at the top of hierarchies and outside of them. */
  readonly shade: number | null;
}

/** The places of the members of a dimension, by name. */
export interface ColorPlaces {
  /** Name of the dimension. */
  readonly dimension: string;
  readonly of: ReadonlyMap<string, ColorPlace>;
}
