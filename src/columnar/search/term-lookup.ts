/**
 * The words of all values of a dimension's members. The value of attribute `a` of member `m` is number
 * `a × members + m`.
 */
export interface TermLookup {
  /** The values that have a word; ascending. */
  find(word: string): Uint32Array;
  /**
   * The values that have any word that passes, in any order, some more than once.
   * @param head what every word that passes begins with
   */
  findAny(head: string, passes: (word: string) => boolean): Iterable<Uint32Array>;
  /** For each value its number of tokens, at most 255. */
  readonly lengths: Uint8Array;
}
