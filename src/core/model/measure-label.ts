import type { Measure } from "./cube.js";

/** A measure as answers name it: its `unit` if it counts something else than money. */
export type MeasureLabel = Pick<Measure, "name" | "label" | "unit">;

export function labelMeasures(measures: readonly Measure[]): readonly MeasureLabel[] {
  return measures.map(({ name, label, unit }) => (unit === undefined ? { name, label } : { name, label, unit }));
}
