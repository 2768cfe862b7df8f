/** The days of a version's entries. */
export interface DaySpan {
  /** The first and the last: `YYYY-MM-DD`. */
  readonly first: string;
  readonly last: string;
  /** Precision of all: if all are 1 January, the source has only years. */
  readonly precision: "year" | "month" | "day";
}
