import { html, type Html } from "../parts/html.js";
import { round } from "./svg.js";

/** Corners of the shapes of points, around their middle: squares, triangles and diamonds; dots need none. */
const SHAPES: readonly (readonly (readonly [x: number, y: number])[])[] = [
  [],
  [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ],
  [
    [0, -1.6],
    [1.6, 1.1],
    [-1.6, 1.1],
  ],
  [
    [0, -1.7],
    [1.7, 0],
    [0, 1.7],
    [-1.7, 0],
  ],
];

/** Number of shapes that points can have. */
export const NUM_SHAPES = SHAPES.length;

/** Draw the shape that tells the points of a line from those of another of a like colour; `null` for a dot. */
export function drawShape(
  shape: number,
  { x, y }: { readonly x: number; readonly y: number },
  size: number,
  color: string,
): Html | null {
  const corners = SHAPES[shape] ?? [];
  if (corners.length === 0) return null;
  const places = corners.map(([right, down]) => `${round(x + right * size)},${round(y + down * size)}`);
  return html`<path class="shape" d="M${places.join("L")}Z" fill="${color}" />`;
}
