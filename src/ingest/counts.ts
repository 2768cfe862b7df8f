/** What became of the rows of a source. */
export interface LoadCounts {
  /** Records after the header: blank, rejected, and one each for created, updated and repeated. */
  readonly rowsRead: number;
  readonly rowsBlank: number;
  readonly entriesCreated: number;
  readonly entriesUpdated: number;
  /** Rows with the id of an earlier row of the same source, which they replace. */
  readonly rowsRepeated: number;
  readonly rowsRejected: number;
  /** Of the file as it is, packed or not. */
  readonly bytesRead: number;
  readonly bytesTotal: number;
}

type Name = keyof LoadCounts;

/** What they are called in JSON. */
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

/** The counts by the names that they have in JSON. */
export type ShownCounts = { readonly [name in Name as (typeof SHOWN)[name]]: number };

const NAMES = Object.keys(SHOWN) as Name[];

export const NO_COUNTS: LoadCounts = makeCounts(() => 0);

/** The counts alone of what has more. */
export function countsOf(of: LoadCounts): LoadCounts {
  return makeCounts((name) => of[name]);
}

export function addCounts(a: LoadCounts, b: LoadCounts): LoadCounts {
  return makeCounts((name) => a[name] + b[name]);
}

export function describeCounts(counts: LoadCounts): ShownCounts {
  return Object.fromEntries(NAMES.map((name) => [SHOWN[name], counts[name]])) as unknown as ShownCounts;
}

/** The counts that were described. */
export function readCounts(shown: ShownCounts): LoadCounts {
  return makeCounts((name) => shown[SHOWN[name]]);
}

function makeCounts(countOf: (name: Name) => number): LoadCounts {
  return Object.fromEntries(NAMES.map((name) => [name, countOf(name)])) as unknown as LoadCounts;
}
