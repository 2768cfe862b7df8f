import type { PageTable, PageTableRow } from "../../../calls/views/pages/page-table.js";
import { colorKeys, ONE_COLOR, ownColor, PALETTE, REST_COLOR } from "../parts/colors.js";
import { isTimeline } from "./timeline.js";

/** The parts of a figure by which its rows are coloured. */
type ColoredFigure = Pick<PageTable, "columns" | "rows" | "places" | "terms" | "pair">;

/** Return the colour of each row of a figure. Dates have one colour: they are points on a line, not kinds. */
export function colorRows({ columns, rows, places }: ColoredFigure): readonly string[] {
  const [first] = columns;
  if (first === undefined) return rows.map(() => REST_COLOR);
  if (first.isOfDate || isTimeline(first.reference)) return rows.map((row) => (isRest(row) ? REST_COLOR : ONE_COLOR));
  const named = rows.filter((row) => !isRest(row));
  const keys = named.map((row) => row.keys[0]!);
  const colors = colorKeys(keys, first.dimension, places).values();
  return rows.map((row) => (isRest(row) ? REST_COLOR : colors.next().value!));
}

/** Return the colour of each bar of a figure. More bars than there are colours have one, unless the data give them others. */
export function colorBars(figure: ColoredFigure): readonly string[] {
  // The colours of paired bars tell the two sides apart.
  if (figure.terms?.sides ?? figure.pair) return figure.rows.map(() => ONE_COLOR);
  const colors = colorRows(figure);
  if (figure.rows.length <= PALETTE.length || figure.places) return colors;
  return figure.rows.map((row, at) =>
    isRest(row) || ownColor(row.keys[0]?.color ?? null) !== null ? colors[at]! : ONE_COLOR,
  );
}

/** True for a row that puts the others together. */
function isRest({ contained = 0 }: PageTableRow): boolean {
  return contained > 0;
}
