import { type Decimal } from "../../../core/model/values/decimal.js";
import type { ChartName } from "../../../calls/views/pages/explore-state.js";
import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import type { PageTableRow } from "../../../calls/views/pages/page-table.js";
import type { Size } from "../charts/svg.js";
import type { Money } from "../parts/numbers.js";

/** Kinds of charts of a figure. */
export type ChartKind = "treemap" | "bars" | "line";

/** Kinds of charts that a state of the explorer can have. */
export type ExploredKind = Exclude<ChartName, "pivot" | "table">;

/** Maximum number of bars. */
export const MAX_BARS = 25;

/** Style of a chart. */
export interface ChartStyle {
  readonly kind: ChartKind;
  readonly label: string;
  readonly money: Money;
  readonly precisions: Precisions;
  /** Returns the target of a click on a row; `null` for none. */
  readonly hrefOf: (row: PageTableRow) => string | null;
  /** Returns the target of a click on the name of a row of a grid, and on one of its cells; `null` for none. */
  readonly hrefOfRow?: (row: string) => string | null;
  readonly hrefOfCell?: (row: string, column: string) => string | null;
  /** True if the chart stands beside a table on wide screens. */
  readonly isBeside?: boolean;
  /** Writes the figures of lines; by default as amounts. */
  readonly write?: (figure: Decimal) => string;
  /** Writes every digit of them. */
  readonly writeExact?: (figure: Decimal) => string;
  /** Texts above a chart that stands alone. */
  readonly heading?: readonly string[];
  /** Texts below a chart that stands alone. */
  readonly footnotes?: readonly string[];
  /** Size to fit a chart that stands alone into; by default its own. */
  readonly canvas?: Size | undefined;
}
