import { html, type Html } from "../parts/html.js";

/** The size of a drawing in SVG units, about one pixel each. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Write a self-contained drawing, which looks the same when saved to a file. On pages the style sheet changes the colour
 * of elements with a class.
 */
export function drawing({ width, height }: Size, label: string, className: string, content: readonly Html[]): Html {
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
    ${content}
  </svg>`;
}

/** Round a coordinate to one decimal, which is enough on screens. */
export function round(n: number): number {
  return Math.round(n * 10) / 10;
}
