import type { ShapeLayer } from "../../../core/model/shape-layer.js";
import { html, type Html, safeMarkup } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { fitLine, textWidth } from "./fit-text.js";
import { flip } from "./mirror.js";
import { drawKeys } from "./legend.js";
import { drawing, type DrawingStyle, round } from "./svg.js";

/** A place of a map. */
export interface MapPlace {
  /** Id of its shape; `null` if it has none. */
  readonly id: string | null;
  readonly label: string;
  /** Figure of it, in few digits and in all. */
  readonly shown: string;
  readonly exact: string;
  readonly more: string | undefined;
  readonly href: string | null;
  /** Colour of its shape; `null` without a figure. */
  readonly color: string | null;
  /** Share of the largest circle's area; absent for a place that colours show. */
  readonly circle?: number;
}

/** A class of the figures of a map. */
export interface MapClass {
  readonly color: string;
  readonly label: string;
}

/** Style of a map. */
export interface MapStyle extends DrawingStyle {
  /** Largest width, and height of the land. */
  readonly width: number;
  readonly height: number;
  readonly classes: readonly MapClass[];
  /** Text above the classes: what they are of. */
  readonly of: string;
  /** Text above the places without a shape, and below the first of them. */
  readonly others: string;
  readonly more: (count: number) => string;
  /** Write the text of a shape without an amount. */
  readonly withoutAmount: (label: string) => string;
}

const FONT = 13;
const ROW = 19;
const INK = "#333333";
const LAND = "#e3e5e4";
const EDGE = "#ffffff";
const CIRCLE = "#2a8078";
const MAX_RADIUS = 34;
const MAX_OTHERS = 12;

/** Draw places as coloured shapes or as circles, the classes as a legend, and the places without a shape as a list. */
export function drawMap(
  layer: ShapeLayer,
  places: readonly MapPlace[],
  { width, height: most, classes, of, others, more, withoutAmount, ...style }: MapStyle,
): Html {
  const scale = Math.min(width / layer.width, most / layer.height);
  const byId = new Map(places.flatMap((place) => (place.id === null ? [] : [[place.id, place] as const])));
  const known = new Set(layer.shapes.map(({ id }) => id));
  const listed = places.filter(({ id }) => id === null || !known.has(id));
  const isOfCircles = places.some(({ circle }) => circle !== undefined);
  const byColor = new Map<string, Html[]>();
  for (const { id, label, path } of layer.shapes) {
    const place = id === null ? undefined : byId.get(id);
    const fill = isOfCircles ? LAND : (place?.color ?? "url(#no-figure)");
    const drawn = html`<path d="${shorten(path)}" />`;
    const named = !place
      ? html`<g><title>${withoutAmount(isolate(label))}</title>${drawn}</g>`
      : isOfCircles
        ? drawn
        : linkPlace(place, drawn);
    const same = byColor.get(fill);
    if (same) same.push(named);
    else byColor.set(fill, [named]);
  }
  // Each byte is there for each of hundreds of shapes: what they have in common stands on their groups.
  const shapes = [...byColor].map(([fill, own]) => html`<g fill="${fill}">${own.map(tighten)}</g>`);
  const circles = drawCircles(layer, byId, scale);
  const frames = layer.insets.map(
    (frame) =>
      html`<rect
        class="grid"
        x="${frame.x}"
        y="${frame.y}"
        width="${frame.width}"
        height="${frame.height}"
        fill="none"
        stroke="${INK}"
        stroke-opacity="0.4"
        vector-effect="non-scaling-stroke"
      />`,
  );
  const land = html`${drawPattern(scale)}<g transform="scale(${scale.toFixed(4)})"
      ><g fill-rule="evenodd" stroke="${EDGE}" stroke-width="${(1 / scale).toFixed(3)}">${shapes}</g>${frames}</g
    >${circles}`;
  const bottom = layer.height * scale + 14;
  const legend = drawClasses(classes, of, width, bottom);
  const list = listPlaces(listed, { others, more }, width, bottom + legend.height);
  return drawing({ width, height: round(bottom + legend.height + list.height) }, style, [
    style.direction === "rtl" ? html`<g transform="${flip(round(layer.width * scale))}">${land}</g>` : land,
    ...legend.parts,
    ...list.parts,
  ]);
}

/** Write path data without the separators that signs make needless. */
function shorten(path: string): string {
  return path.replaceAll(/[, ]-/g, "-");
}

/** Leave out spaces before the ends of elements. */
function tighten({ markup }: Html): Html {
  return safeMarkup(markup.replaceAll('" />', '"/>'));
}

/** Draw lines for shapes without a figure. */
function drawPattern(scale: number): Html {
  return html`<defs
    ><pattern
      id="no-figure"
      width="7"
      height="7"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45) scale(${round(1 / scale)})"
      ><path d="M0,0h7v7h-7z" fill="${LAND}" /><path d="M0,0v7" stroke="#8b8f94" stroke-width="2.4" /></pattern
  ></defs>`;
}

/** Draw circles in the middle of places, the largest first: none hides another. */
function drawCircles(layer: ShapeLayer, byId: ReadonlyMap<string, MapPlace>, scale: number): readonly Html[] {
  return layer.shapes
    .flatMap(({ id, x, y }) => {
      const place = id === null ? undefined : byId.get(id);
      return place?.circle === undefined ? [] : [{ place, x, y, part: place.circle }];
    })
    .toSorted((a, b) => b.part - a.part)
    .map(({ place, x, y, part }) =>
      linkPlace(
        place,
        html`<circle
          cx="${round(x * scale)}"
          cy="${round(y * scale)}"
          r="${round(Math.max(1, Math.sqrt(part) * MAX_RADIUS))}"
          fill="${CIRCLE}"
          fill-opacity="0.75"
          stroke="${EDGE}"
        />`,
      ),
    );
}

function linkPlace({ label, exact, more, href }: MapPlace, drawn: Html): Html {
  const says = more === undefined ? null : html`<desc>${more}</desc>`;
  const content = html`<title>${isolate(label)}: ${exact}</title>${says}${drawn}`;
  return href === null ? html`<g>${content}</g>` : html`<a href="${href}">${content}</a>`;
}

interface Drawn {
  readonly parts: readonly Html[];
  readonly height: number;
}

function writeLine(text: string, width: number, y: number): Html {
  return html`<text class="ink" x="0" y="${round(y)}" font-size="${FONT}" fill="${INK}"
    >${fitLine(text, width, FONT)}</text
  >`;
}

function drawClasses(classes: readonly MapClass[], of: string, width: number, top: number): Drawn {
  const keys = drawKeys(classes, width, top + ROW);
  return { parts: [writeLine(of, width, top + FONT), ...keys.parts], height: ROW + keys.height + 8 };
}

/** List places without a shape, each with its amount. */
function listPlaces(
  places: readonly MapPlace[],
  { others, more }: Pick<MapStyle, "others" | "more">,
  width: number,
  top: number,
): Drawn {
  if (places.length === 0) return { parts: [], height: 0 };
  const shown = places.slice(0, MAX_OTHERS);
  const left = places.length - shown.length;
  const rows = shown.map((place, at) => {
    const y = top + ROW * (at + 1) + FONT;
    const amount = textWidth(place.shown, FONT) + 10;
    return linkPlace(
      place,
      html`<rect y="${round(y - FONT)}" width="${width}" height="${ROW}" fill="none" pointer-events="all" /><text
          x="12"
          y="${round(y)}"
          >${isolate(fitLine(place.label, width - 12 - amount, FONT))}</text
        ><text x="${width}" y="${round(y)}" text-anchor="end">${place.shown}</text>`,
    );
  });
  const numLines = shown.length + 1 + (left > 0 ? 1 : 0);
  const rest = left > 0 ? [writeLine(more(left), width, top + ROW * (numLines - 1) + FONT)] : [];
  const list = html`<g class="ink" font-size="${FONT}" fill="${INK}">${rows}</g>`;
  return { parts: [writeLine(others, width, top + FONT), list, ...rest], height: ROW * numLines + 4 };
}
