/** Corrections of the members of a dimension, which hold for all rows that are loaded. */
export interface MemberCorrections {
  /** Names of members by the names that rows have for them. None of the members is itself a key. */
  readonly values: ReadonlyMap<string, string>;
  /** Labels of members by their names, in place of those that rows have. */
  readonly labels: ReadonlyMap<string, string>;
}

/** Maximum number of characters of a label or value that is corrected. */
export const MAX_CORRECTED = 1000;
