import type { Figure } from "../../api/pages/figure.js";
import { colorMembers, ONE_COLOR, REST_COLOR } from "../parts/colors.js";
import { isTimeline } from "./timeline.js";

/** Return the colour of each row of a figure. Dates have one colour: they are points on a line, not kinds. */
export function colorRows({ columns: [first], rows }: Pick<Figure, "columns" | "rows">): readonly string[] {
  if (first === undefined) return rows.map(() => REST_COLOR);
  if (first.isDate || isTimeline(first.reference)) return rows.map(() => ONE_COLOR);
  return colorMembers(
    rows.map(({ keys }) => keys[0]!),
    first.dimension,
  );
}
