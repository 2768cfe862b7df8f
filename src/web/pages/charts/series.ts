import { type Decimal } from "../../../core/model/values/decimal.js";

/** Stands between the marks of several notes on an amount. */
export const BETWEEN_MARKS = "\u2009";

/** Amounts along one axis of labels. */
export interface Series {
  readonly label: string;
  /** The value of a cut that selects it; absent or `null` for none. */
  readonly key?: string | null;
  readonly color: string;
  /** Number of the shape of its points, which tells it from a line whose colour is alike; 0 for dots. */
  readonly shape: number;
  /** Amounts by label; the line breaks where one is missing. */
  readonly points: ReadonlyMap<string, Decimal>;
  /** The same of the plan; absent if there is none beside the outturn. */
  readonly planned?: ReadonlyMap<string, Decimal>;
  /** Marks of notes on its amounts, by label. */
  readonly marks: ReadonlyMap<string, string>;
  /** Labels before which the line is interrupted, because amounts before and after cannot be compared. */
  readonly breaks: ReadonlySet<string>;
  /** The months that a label is of, in words, by label, for those of which only a part is there. */
  readonly parts: ReadonlyMap<string, string>;
}

/** Lines over periods. */
export interface TimeSeries {
  readonly series: readonly Series[];
  /** All periods of the range, also those without a figure. */
  readonly labels: readonly string[];
  /** Writes one for people. */
  readonly period: (label: string) => string;
}
