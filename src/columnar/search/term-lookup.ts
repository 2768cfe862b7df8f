/**
 * Term index of a dimension: the terms of its members' values. The value of attribute `a` of member `m` has the number
 * `a × members + m`.
 */
export interface TermLookup {
  /** Find the values that have a term; ascending. */
  find(term: string): Uint32Array;
  /**
   * Find the values that have a term which passes, in any order, some more than once.
   * @param head prefix of all terms that pass
   */
  findAny(head: string, passes: (term: string) => boolean): Iterable<Uint32Array>;
  /** For each value its number of tokens, at most 255. */
  readonly lengths: Uint8Array;
}
