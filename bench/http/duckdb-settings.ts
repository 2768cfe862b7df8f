/** A way to query DuckDB. */
export interface DuckDbSetting {
  /** SQL of the cut: `IN (…)`, or a join with the departments, which DuckDB turns into a filter of the scan. */
  readonly spelling: "in" | "join";
  /** Number of connections, which share DuckDB's threads; each runs one query at a time. */
  readonly connections: number;
}

export const DUCKDB_SETTINGS: readonly DuckDbSetting[] = (["in", "join"] as const).flatMap((spelling) =>
  [1, 2, 4].map((connections) => ({ spelling, connections })),
);

/** Return the path prefix of a setting on the server. */
export function settingPath({ spelling, connections }: DuckDbSetting): string {
  return `/${spelling}-${connections}`;
}
