/** Which codes the blocks of a column have. */
export interface CodeZones {
  /** Code c is in bucket c >>> shift. */
  readonly shift: number;
  /** Words of a block's set: bucket b is bit b & 31 of word b >>> 5. */
  readonly words: number;
  /** For each segment the sets of its blocks. */
  readonly sets: readonly Uint32Array[];
}

/** The least and the greatest number of each block, rounded to doubles. */
export interface NumberZones {
  /** For each segment two numbers a block. */
  readonly bounds: readonly Float64Array[];
}
