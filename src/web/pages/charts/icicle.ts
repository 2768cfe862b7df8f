import { inkOn } from "../parts/colors.js";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { fitText, textWidth } from "./fit-text.js";
import { extentOf, type NestedPart } from "./nested.js";
import { drawing, type DrawingStyle, round, type Size } from "./svg.js";

const PADDING = 6;
const GAP = 1.5;
const FONT = 13;

/** Draw the levels of a hierarchy as columns from left to right: each part stands beside its own parts, as high as these together. */
export function drawIcicle(parts: readonly NestedPart[], numLevels: number, size: Size, style: DrawingStyle): Html {
  const total = parts.reduce((sum, part) => sum + extentOf(part), 0);
  const column = size.width / numLevels;
  const place = (shown: readonly NestedPart[], level: number, top: number): readonly Html[] => {
    let y = top;
    return shown.flatMap((part) => {
      const height = (extentOf(part) / total) * size.height;
      const at = y;
      y += height;
      // Too small to see; the table has it.
      if (height < 0.5 || level >= numLevels) return [];
      // A part without parts reaches to the edge.
      const width = part.parts.length === 0 ? size.width - level * column : column;
      return [drawPart(part, { x: level * column, y: at, width, height }), ...place(part.parts, level + 1, at)];
    });
  };
  return drawing(size, style, place(parts, 0, 0));
}

function drawPart(
  { label, path, shown, exact, color, href, more }: NestedPart,
  box: Size & { readonly x: number; readonly y: number },
): Html {
  const [width, height] = [box.width - GAP, Math.max(0.3, box.height - GAP)];
  const ink = inkOn(color);
  const room = width - PADDING * 2;
  const isOneLine = height < FONT * 2.7;
  const beside = textWidth(shown, FONT) + 10;
  const lines =
    height < FONT * 1.2
      ? []
      : fitText(label, isOneLine ? room - beside : room, isOneLine ? FONT * 1.3 : height - FONT * 1.5, FONT);
  const middle = isOneLine ? box.y + height / 2 + FONT * 0.36 : box.y + FONT * 1.25;
  const texts = lines.map(
    (line, at) =>
      html`<text x="${round(box.x + PADDING)}" y="${round(middle + at * FONT * 1.2)}" font-size="${FONT}" fill="${ink}"
        >${isolate(line)}</text
      >`,
  );
  if (lines.length > 0 && textWidth(shown, FONT) <= room) {
    const [x, y, anchor] = isOneLine
      ? [box.x + width - PADDING, middle, "end"]
      : [box.x + PADDING, middle + lines.length * FONT * 1.2, "start"];
    texts.push(
      html`<text x="${round(x)}" y="${round(y)}" font-size="${FONT - 1}" fill="${ink}" text-anchor="${anchor}"
        >${shown}</text
      >`,
    );
  }
  const part = html`<title>${isolate(path)}: ${exact}</title
    >${more === undefined ? null : html`<desc>${more}</desc>`}<rect
      x="${round(box.x)}"
      y="${round(box.y)}"
      width="${round(width)}"
      height="${round(height)}"
      fill="${color}"
    />${texts}`;
  return href === null ? html`<g>${part}</g>` : html`<a href="${href}">${part}</a>`;
}
