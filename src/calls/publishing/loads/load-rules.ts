/** Rules for the rows and sources that a load accepts. */
export interface LoadRules {
  /** True to load the valid rows and report the others; false to load nothing if a row is invalid. */
  readonly skipInvalid: boolean;
  /** True to refuse rows with the key of an earlier row of their source; false to let the last row replace those before. */
  readonly unique: boolean;
  /** True to accept a source without rows for a dataset that has entries. */
  readonly allowEmpty: boolean;
}

export const STRICT: LoadRules = { skipInvalid: false, unique: false, allowEmpty: false };
