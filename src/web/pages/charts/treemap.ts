import { hierarchy, treemap, treemapSquarify } from "d3-hierarchy";
import { inkOn } from "../parts/colors.js";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { fitText, textWidth } from "./fit-text.js";
import { drawing, type DrawingStyle, round, type Size } from "./svg.js";

/** A tile of a treemap; its area is proportional to its amount. */
export interface Tile {
  readonly label: string;
  /** Its name in its tooltip, if that is longer. */
  readonly title?: string;
  /** Above zero. */
  readonly amount: number;
  /** The amount as text. */
  readonly shown: string;
  /** The amount with every digit, for its tooltip. */
  readonly exact?: string;
  readonly color: string;
  /** Target of a click. */
  readonly href: string | null;
  /** True for the tile of all that is not shown by name: it comes last. */
  readonly isRest?: boolean;
  /** Text for its tooltip, below its amount. */
  readonly more?: string | undefined;
}

const PADDING = 6;

/** Draw tiles whose areas are proportional to their amounts. */
export function drawTreemap(tiles: readonly Tile[], size: Size, style: DrawingStyle): Html {
  const total = tiles.reduce((sum, { amount }) => sum + amount, 0);
  const root = hierarchy<{ tile?: Tile; children?: { tile: Tile }[] }>({ children: tiles.map((tile) => ({ tile })) })
    .sum(({ tile }) => tile?.amount ?? 0)
    // oxlint-disable-next-line unicorn/no-array-sort -- a hierarchy, not an array
    .sort(
      (a, b) =>
        Number(a.data.tile?.isRest ?? false) - Number(b.data.tile?.isRest ?? false) || (b.value ?? 0) - (a.value ?? 0),
    );
  const laidOut = treemap<{ tile?: Tile }>()
    .size([size.width, size.height])
    .tile(treemapSquarify.ratio(1.3))
    .paddingInner(1.5)
    .round(true)(root as never);
  const parts = laidOut.leaves().flatMap(({ data, x0, x1, y0, y1 }) => {
    const { tile } = data;
    // Too small to see; the table has it.
    if (!tile || x1 - x0 < 0.5 || y1 - y0 < 0.5) return [];
    return [drawTile(tile, tile.amount / total, { x: x0, y: y0, width: x1 - x0, height: y1 - y0 })];
  });
  return drawing(size, style, parts);
}

interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

/** Draw a tile with its name and its amount, as far as there is room. */
export function drawTile(
  { label, title = label, shown, exact, color, href, more }: Tile,
  share: number,
  box: Box,
): Html {
  const size = share > 0.12 ? 16 : share > 0.04 ? 13 : 11;
  const width = box.width - PADDING * 2;
  const withAmount = box.height > size * 3.4 && textWidth(shown, size * 0.85) <= width;
  const lines = fitText(label, width, box.height - PADDING * 1.5 - (withAmount ? size * 1.2 : 0), size);
  const ink = inkOn(color);
  const text = lines.map(
    (line, at) =>
      html`<text
        x="${round(box.x + PADDING)}"
        y="${round(box.y + PADDING + size * (0.85 + at * 1.2))}"
        font-size="${size}"
        fill="${ink}"
        >${isolate(line)}</text
      >`,
  );
  if (withAmount && lines.length > 0) {
    const y = round(box.y + PADDING + size * (0.85 + lines.length * 1.2));
    text.push(
      html`<text x="${round(box.x + PADDING)}" y="${y}" font-size="${round(size * 0.85)}" fill="${ink}"
        >${shown}</text
      >`,
    );
  }
  const tile = html`<title>${isolate(title)}: ${exact ?? shown}</title
    >${more === undefined ? null : html`<desc>${more}</desc>`}<rect
      x="${round(box.x)}"
      y="${round(box.y)}"
      width="${round(box.width)}"
      height="${round(box.height)}"
      fill="${color}"
    />${text}`;
  return href === null ? html`<g>${tile}</g>` : html`<a href="${href}">${tile}</a>`;
}
