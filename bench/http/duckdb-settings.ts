/** A way to ask DuckDB. */
export interface DuckDbSetting {
  /** `IN (…)`, or a join with the departments, which DuckDB turns into a filter of the scan. */
  readonly spelling: "in" | "join";
  /** Connections that share DuckDB's threads, each with one query at a time. */
  readonly connections: number;
}

export const DUCKDB_SETTINGS: readonly DuckDbSetting[] = (["in", "join"] as const).flatMap((spelling) =>
  [1, 2, 4].map((connections) => ({ spelling, connections })),
);

/** The path under which the server answers in a setting. */
export function settingPath({ spelling, connections }: DuckDbSetting): string {
  return `/${spelling}-${connections}`;
}
