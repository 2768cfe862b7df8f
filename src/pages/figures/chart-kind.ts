/** Kinds of charts of a figure. */
export type ChartKind = "treemap" | "bars" | "line";

/** Maximum number of bars. */
export const MAX_BARS = 25;
