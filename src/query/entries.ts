import type { Cut } from "./aggregate.js";

/** A page of the entries that match every cut. */
export interface EntriesQuery {
  readonly cuts: readonly Cut[];
  /** Position of the page's first entry, and the most entries on it. */
  readonly first: number;
  readonly limit: number;
}
