/** Counts of a source's rows by outcome, and of its bytes. */
export interface LoadCounts {
  /** Records after the header: the sum of blank, rejected, created, updated and repeated ones. */
  readonly rowsRead: number;
  readonly rowsBlank: number;
  readonly entriesCreated: number;
  readonly entriesUpdated: number;
  /** Rows that replace an earlier row of the same source because they have its id. */
  readonly rowsRepeated: number;
  readonly rowsRejected: number;
  /** Bytes of the file, before unpacking. */
  readonly bytesRead: number;
  readonly bytesTotal: number;
}

type Name = keyof LoadCounts;

/** Names of the counts in JSON. */
const SHOWN = {
  rowsRead: "rows_read",
  rowsBlank: "rows_blank",
  entriesCreated: "entries_created",
  entriesUpdated: "entries_updated",
  rowsRepeated: "rows_repeated",
  rowsRejected: "rows_rejected",
  bytesRead: "bytes_read",
  bytesTotal: "bytes_total",
} as const satisfies Record<Name, string>;

/** Counts under their names in JSON. */
export type ShownCounts = { readonly [name in Name as (typeof SHOWN)[name]]: number };

const NAMES = Object.keys(SHOWN) as Name[];

export const NO_COUNTS: LoadCounts = makeCounts(() => 0);

/** Return only the counts of a larger object. */
export function countsOf(of: LoadCounts): LoadCounts {
  return makeCounts((name) => of[name]);
}

export function addCounts(a: LoadCounts, b: LoadCounts): LoadCounts {
  return makeCounts((name) => a[name] + b[name]);
}

export function describeCounts(counts: LoadCounts): ShownCounts {
  return Object.fromEntries(NAMES.map((name) => [SHOWN[name], counts[name]])) as unknown as ShownCounts;
}

/** Read counts from their form in JSON. */
export function readCounts(shown: ShownCounts): LoadCounts {
  return makeCounts((name) => shown[SHOWN[name]]);
}

function makeCounts(countOf: (name: Name) => number): LoadCounts {
  return Object.fromEntries(NAMES.map((name) => [name, countOf(name)])) as unknown as LoadCounts;
}
