import { html, type Html } from "../parts/html.js";

/** The size of a drawing, in units that are about pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * A drawing that needs nothing around it: it can be saved and looks the same. On pages the style sheet changes the ink of
 * what has a class.
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

/** Coordinates need no more digits. */
export function round(n: number): number {
  return Math.round(n * 10) / 10;
}
