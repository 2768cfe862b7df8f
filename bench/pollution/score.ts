/** A table as it is read. */
export interface LoadedRows {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export const MEASURES = [
  "success",
  "header precision",
  "header recall",
  "header F1",
  "record precision",
  "record recall",
  "record F1",
  "cell precision",
  "cell recall",
  "cell F1",
] as const;

/** Score a table, in the order of `MEASURES`, each from 0 to 1. @param read `null` if it was refused */
export function scoreRows(read: LoadedRows | null, truth: LoadedRows): readonly number[] {
  if (read === null) return MEASURES.map(() => 0);
  const cells = ({ rows }: LoadedRows): readonly string[] => rows.flat().map((cell) => cell.trim());
  const records = ({ rows }: LoadedRows): readonly string[] =>
    rows.map((row) => JSON.stringify(row.map((c) => c.trim())));
  return [
    1,
    ...compare(read.header, truth.header),
    ...compare(records(read), records(truth)),
    ...compare(cells(read), cells(truth)),
  ];
}

/** Return precision, recall and F1 of texts, each counted as often as it occurs. */
function compare(read: readonly string[], truth: readonly string[]): readonly [number, number, number] {
  const left = new Map<string, number>();
  for (const text of truth) left.set(text, (left.get(text) ?? 0) + 1);
  let common = 0;
  for (const text of read) {
    const count = left.get(text) ?? 0;
    if (count === 0) continue;
    left.set(text, count - 1);
    common++;
  }
  if (read.length + truth.length === 0) return [1, 1, 1];
  const precision = read.length === 0 ? 0 : common / read.length;
  const recall = truth.length === 0 ? 0 : common / truth.length;
  return [precision, recall, common === 0 ? 0 : (2 * precision * recall) / (precision + recall)];
}
