import { fitText } from "./fit-text.js";
import { html, type Html } from "../parts/html.js";

/** The size of a drawing in SVG units, about one pixel each. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Footnotes: their font, and the maximum lines of each. */
const FONT = 12;
const LINE = 17;
const MAX_LINES = 4;
const INK = "#444444";

/**
 * Write a self-contained drawing, which looks the same when saved to a file. On pages the style sheet changes the colour
 * of elements with a class.
 * @param footnotes texts below it, for a drawing that stands alone
 */
export function drawing(
  { width, height: top }: Size,
  label: string,
  className: string,
  content: readonly Html[],
  footnotes: readonly string[] = [],
): Html {
  const lines = footnotes.flatMap((note) => fitText(note, width, FONT * 1.2 * MAX_LINES, FONT));
  const texts = lines.map(
    (line, at) =>
      html`<text class="ink" x="0" y="${round(top + LINE * (at + 1))}" font-size="${FONT}" fill="${INK}"
        >${line}</text
      >`,
  );
  const height = lines.length === 0 ? top : round(top + LINE * (lines.length + 0.5));
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    class="${className}"
    viewBox="0 0 ${width} ${height}"
    width="${width}"
    height="${height}"
    role="group"
    aria-label="${label}"
    font-family="system-ui, sans-serif"
  >
    ${content}${texts}
  </svg>`;
}

/** Round a coordinate to one decimal, which is enough on screens. */
export function round(n: number): number {
  return Math.round(n * 10) / 10;
}
