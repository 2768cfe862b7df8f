import type { Figure, FigureRow } from "../../../calls/views/pages/figure.js";
import { colorMembers, ONE_COLOR, ownColor, PALETTE, REST_COLOR } from "../parts/colors.js";
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

/** Return the colour of each bar of a figure. More bars than there are colours have one, unless the data give them others. */
export function colorBars(figure: Pick<Figure, "columns" | "rows">): readonly string[] {
  const colors = colorRows(figure);
  if (figure.rows.length <= PALETTE.length) return colors;
  return figure.rows.map((row, at) =>
    isRest(row) || ownColor(row.keys[0]?.color ?? null) !== null ? colors[at]! : ONE_COLOR,
  );
}

/** True for a row that puts the others together. */
function isRest({ contained = 0 }: FigureRow): boolean {
  return contained > 0;
}
