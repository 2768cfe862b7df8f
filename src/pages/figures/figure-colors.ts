import type { Figure, FigureRow } from "../../api/pages/figure.js";
import { colorMembers, ONE_COLOR, REST_COLOR } from "../parts/colors.js";
import { isTimeline } from "./timeline.js";

/** Return the colour of each row of a figure. Dates have one colour: they are points on a line, not kinds. */
export function colorRows({ columns: [first], rows }: Pick<Figure, "columns" | "rows">): readonly string[] {
  if (first === undefined) return rows.map(() => REST_COLOR);
  if (first.isOfDate || isTimeline(first.reference)) return rows.map((row) => (isRest(row) ? REST_COLOR : ONE_COLOR));
  const named = rows.filter((row) => !isRest(row));
  const colors = colorMembers(
    named.map(({ keys }) => keys[0]!),
    first.dimension,
  ).values();
  return rows.map((row) => (isRest(row) ? REST_COLOR : colors.next().value!));
}

/** True for a row that puts the others together. */
function isRest({ contained = 0 }: FigureRow): boolean {
  return contained > 0;
}
