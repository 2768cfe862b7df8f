import { hierarchy, treemap, treemapSquarify } from "d3-hierarchy";
import { inkOn } from "../parts/colors.js";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { fitLine, textWidth } from "./fit-text.js";
import type { NestedPart } from "./nested.js";
import { drawing, type DrawingStyle, round, type Size } from "./svg.js";
import { drawTile } from "./treemap.js";

const HEAD = 20;
const FONT = 13;

/** Draw the parts of two levels as tiles within tiles: the upper ones have their names above. */
export function drawNestedTreemap(parts: readonly NestedPart[], size: Size, style: DrawingStyle): Html {
  const root = hierarchy<{ readonly part: NestedPart | null; readonly parts: readonly NestedPart[] }>(
    { part: null, parts },
    ({ parts: inner }) => inner.map((part) => ({ part, parts: part.parts.map((each) => ({ ...each, parts: [] })) })),
  ).sum(({ part, parts: inner }) => (part && inner.length === 0 ? part.amount : 0));
  const total = root.value ?? 0;
  const laidOut = treemap<(typeof root)["data"]>()
    .size([size.width, size.height])
    .tile(treemapSquarify.ratio(1.3))
    .paddingInner(1.5)
    .paddingTop(({ depth }) => (depth === 1 ? HEAD : 0))
    .round(true)(root);
  const drawn = (laidOut.children ?? []).flatMap((group) => {
    const { part } = group.data;
    const [width, height] = [group.x1 - group.x0, group.y1 - group.y0];
    if (!part || width < 0.5 || height < 0.5) return [];
    const head = html`<title>${isolate(part.label)}: ${part.exact}</title
      >${part.more === undefined ? null : html`<desc>${part.more}</desc>`}<rect
        x="${round(group.x0)}"
        y="${round(group.y0)}"
        width="${round(width)}"
        height="${round(height)}"
        fill="${part.color}"
      />${nameGroup(part, group.x0, group.y0, width, height)}`;
    const tiles = (group.children ?? []).flatMap(({ data, x0, x1, y0, y1 }) =>
      data.part && x1 - x0 >= 0.5 && y1 - y0 >= 0.5
        ? [
            drawTile({ ...data.part, title: data.part.path }, data.part.amount / total, {
              x: x0,
              y: y0,
              width: x1 - x0,
              height: y1 - y0,
            }),
          ]
        : [],
    );
    return [part.href === null ? html`<g>${head}</g>` : html`<a href="${part.href}">${head}</a>`, ...tiles];
  });
  return drawing(size, style, drawn);
}

function nameGroup(
  { label, shown, color }: NestedPart,
  x: number,
  y: number,
  width: number,
  height: number,
): Html | null {
  if (height < HEAD || width < FONT * 3) return null;
  const amount = textWidth(shown, FONT) + 14;
  const hasAmount = width > amount + textWidth(label, FONT);
  const ink = inkOn(color);
  return html`<text x="${round(x + 5)}" y="${round(y + 14)}" font-size="${FONT}" font-weight="600" fill="${ink}"
      >${isolate(fitLine(label, width - 10 - (hasAmount ? amount : 0), FONT * 1.05))}</text
    >${
      hasAmount
        ? html`<text
            x="${round(x + width - 5)}"
            y="${round(y + 14)}"
            font-size="${FONT}"
            fill="${ink}"
            text-anchor="end"
            >${shown}</text
          >`
        : null
    }`;
}
