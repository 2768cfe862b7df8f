import { html, type Html } from "../parts/html.js";
import { inkOn } from "../parts/colors.js";
import { textWidth } from "./fit-text.js";
import { BETWEEN_MARKS } from "./series.js";
import { round } from "./svg.js";

const INK = "#444444";
/** Raised digits are about half as large as others. */
export const MARK_FONT = 17;
/** The height of raised digits above their base line: of their lower and their upper edge. */
const LOWER = 6;
const UPPER = 13;

/** A part of a column, in its place. */
export interface MarkedPart {
  /** Marks of the notes on its amount; empty without any. */
  readonly mark: string;
  readonly color: string;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** False if its marks have to stand above the column. */
  readonly hasRoom: boolean;
}

/**
 * Draw the marks of notes on a column: those of all its parts above it, those of some within these, as far as there is
 * room.
 * @param place the middle and the upper edge of the column
 */
export function drawColumnMarks(
  parts: readonly MarkedPart[],
  place: { readonly x: number; readonly y: number },
): readonly Html[] {
  const marked = parts.map(({ mark, ...part }) => ({ ...part, marks: mark.split(BETWEEN_MARKS).filter(Boolean) }));
  const all = [...new Set(marked.flatMap(({ marks }) => marks))];
  const shared = new Set(all.filter((mark) => marked.every(({ marks }) => marks.includes(mark))));
  const within = marked.flatMap(({ marks, color, box, hasRoom }) => {
    const own = marks.filter((mark) => !shared.has(mark));
    const text = own.join(BETWEEN_MARKS);
    const fits = hasRoom && box.height >= UPPER - LOWER + 3 && textWidth(text, MARK_FONT) <= box.width;
    return own.length > 0 && fits ? [{ own, text, color, box }] : [];
  });
  const above = all.filter((mark) => !within.some(({ own }) => own.includes(mark)));
  return [
    ...within.map(({ text, color, box: { x, y, width, height } }) =>
      write(text, x + width / 2, y + height / 2 + (LOWER + UPPER) / 2, inkOn(color), null),
    ),
    ...(above.length === 0 ? [] : [write(above.join(BETWEEN_MARKS), place.x, place.y + LOWER - 2, INK, "ink")]),
  ];
}

function write(text: string, x: number, y: number, fill: string, className: string | null): Html {
  return html`<text
    ${className === null ? null : html`class="${className}"`}
    x="${round(x)}"
    y="${round(y)}"
    font-size="${MARK_FONT}"
    fill="${fill}"
    text-anchor="middle"
    >${text}</text
  >`;
}
