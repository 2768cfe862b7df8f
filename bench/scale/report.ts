import type { Purpose } from "#src/engines/columnar/memory-report.js";

/** Milliseconds by query. */
export type Times = Readonly<Record<string, number>>;

/** Measurements of a cube with `rows` entries. Bytes are the table's; the source of its entries is not counted. */
export interface ScaleReport {
  readonly rows: number;
  readonly seconds: number;
  /** Resident bytes after the build. */
  readonly resident: number;
  /** Peak of resident bytes during the build; `null` if the system does not report it. */
  readonly peak: number | null;
  /** Resident bytes with all derived data. */
  readonly warm: number;
  readonly accounts: readonly (readonly [Purpose, number])[];
  readonly reading: Times;
  readonly withRollups: Times;
}
