import { hierarchy, treemap } from "d3-hierarchy";
import { html, type Html } from "../parts/html.js";
import { round } from "./svg.js";

/** A rectangle of a small treemap. */
export interface MiniTile {
  readonly amount: number;
  readonly color: string;
}

const WIDTH = 320;
const HEIGHT = 80;

/** Draw parts of a whole as small rectangles without texts, for a card that says the rest. @param tiles above zero */
export function drawMiniTreemap(tiles: readonly MiniTile[]): Html {
  const root = hierarchy<MiniTile | { readonly children: readonly MiniTile[] }>({ children: tiles }).sum((each) =>
    "amount" in each ? each.amount : 0,
  );
  const leaves = treemap<(typeof root)["data"]>().size([WIDTH, HEIGHT]).paddingInner(1.5)(root).leaves();
  return html`<svg class="tiles" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
    ${leaves.map(({ x0, x1, y0, y1, data }) => html`<rect x="${round(x0)}" y="${round(y0)}" width="${round(x1 - x0)}" height="${round(y1 - y0)}" fill="${"color" in data ? data.color : ""}" />`)}
  </svg>`;
}
