/** Zone map of a column of codes: the codes that occur in each block, as a set of buckets. */
export interface CodeZones {
  /** Code c is in bucket c >>> shift. */
  readonly shift: number;
  /** Words per block: bucket b is bit b & 31 of word b >>> 5. */
  readonly words: number;
  /** Per segment the sets of its blocks, one after the other. */
  readonly sets: readonly Uint32Array[];
}

/** Zone map of a column of numbers: minimum and maximum of each block, rounded to doubles. */
export interface NumberZones {
  /** Per segment two numbers per block: minimum, maximum. */
  readonly bounds: readonly Float64Array[];
}
