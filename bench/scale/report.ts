import type { Purpose } from "#src/columnar/memory-report.js";

/** Milliseconds by query. */
export type Times = Readonly<Record<string, number>>;

/** What was measured of a cube of so many entries. All bytes are those of the table; what it was made of does not count. */
export interface ScaleReport {
  readonly rows: number;
  readonly seconds: number;
  /** Resident once it was built. */
  readonly resident: number;
  /** The most that was resident while it was built; `null` where the system does not tell. */
  readonly peak: number | null;
  /** Resident with everything that is derived. */
  readonly warm: number;
  readonly accounts: readonly (readonly [Purpose, number])[];
  readonly reading: Times;
  readonly withRollups: Times;
}
