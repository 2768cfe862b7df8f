/**
 * Entries by which a version differs from an earlier one. Rows are numbers that an engine gives the entries of a version;
 * all are listed in the order of the entries' ids.
 */
export interface ChangedRows {
  /** Rows of the later version whose ids the earlier one lacks. */
  readonly added: Uint32Array;
  /** Rows of the earlier version whose ids the later one lacks. */
  readonly removed: Uint32Array;
  /** Rows of entries that differ: those of an id have the same place. */
  readonly changed: { readonly before: Uint32Array; readonly after: Uint32Array };
}

export const NO_CHANGES: ChangedRows = {
  added: new Uint32Array(0),
  removed: new Uint32Array(0),
  changed: { before: new Uint32Array(0), after: new Uint32Array(0) },
};

/** True if two versions have the same entries. */
export function isUnchanged({ added, removed, changed }: ChangedRows): boolean {
  return added.length + removed.length + changed.after.length === 0;
}
