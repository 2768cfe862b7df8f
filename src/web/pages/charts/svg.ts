import { fitText } from "./fit-text.js";
import { html, type Html } from "../parts/html.js";
import { mirror } from "./mirror.js";

/** The size of a drawing in SVG units, about one pixel each. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Title and margin of a drawing that stands alone. */
const HEAD_FONT = 19;
const MARGIN = 16;
const GAP = 4;
/** Maximum lines of the title, and of each text below it. */
const MAX_LINES = 4;
/** Footnotes: their font, and the maximum of each: licences have to be whole. */
const FONT = 12;
const LINE = 17;
const MAX_FOOT = { lines: 12, characters: 800 };
const INK = "#444444";

/** Style of a drawing. */
export interface DrawingStyle {
  readonly label: string;
  readonly className: string;
  /** Sentence that says what it shows. */
  readonly description?: string | undefined;
  /** Texts above a drawing that stands alone: its title, then what it shows. Such a drawing is white. */
  readonly heading?: readonly string[] | undefined;
  /** Texts below a drawing that stands alone. */
  readonly footnotes?: readonly string[] | undefined;
  /** Direction in which it is read; from right to left, it is mirrored. */
  readonly direction?: "ltr" | "rtl" | undefined;
  /** Size to fit the drawing into; by default its own. */
  readonly canvas?: Size | undefined;
}

/**
 * Write a self-contained drawing, which looks the same when saved to a file. On pages the style sheet changes the colour
 * of elements with a class.
 */
export function drawing(
  size: Size,
  { label, className, description, heading = [], footnotes = [], canvas, direction }: DrawingStyle,
  content: readonly Html[],
): Html {
  const isAlone = heading.length > 0;
  const head = writeLines(heading, size.width, HEAD_FONT, 0);
  const top = head.height === 0 ? 0 : head.height + GAP;
  const foot = writeLines(footnotes, size.width, FONT, top + size.height + (isAlone ? GAP : 0), MAX_FOOT);
  const height = round(top + size.height + (foot.height === 0 ? 0 : foot.height + (isAlone ? GAP : 0)));
  const margin = isAlone ? MARGIN : 0;
  const [width, tall] = [size.width + margin * 2, round(height + margin * 2)];
  const body = top === 0 ? content : html`<g transform="translate(0 ${top})">${content}</g>`;
  const drawn = html`${head.texts}${body}${foot.texts}`;
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    class="${className}"
    viewBox="${-margin} ${-margin} ${width} ${tall}"
    width="${canvas?.width ?? width}"
    height="${canvas?.height ?? tall}"
    role="group"
    aria-label="${label}"
    font-family="system-ui, sans-serif"
  >
    ${isAlone ? html`<title>${label}</title>` : null}${description === undefined ? null : html`<desc>${description}</desc>`}
    ${isAlone ? html`<rect x="${-margin}" y="${-margin}" width="${width}" height="${tall}" fill="#ffffff" />` : null}
    ${direction === "rtl" ? mirror(drawn, size.width) : drawn}
  </svg>`;
}

/** Write texts below each other, each in as many lines as it needs; the first may be larger. */
function writeLines(
  texts: readonly string[],
  width: number,
  first: number,
  top: number,
  most: { readonly lines: number; readonly characters?: number } = { lines: MAX_LINES },
): { readonly texts: readonly Html[]; readonly height: number } {
  const written: Html[] = [];
  let y = top;
  for (const [at, text] of texts.entries()) {
    const size = at === 0 ? first : FONT;
    for (const line of fitText(text, width, size * 1.2 * most.lines, size, most.characters)) {
      y += size === FONT ? LINE : size * 1.3;
      const weight = size === FONT ? null : html`font-weight="700"`;
      written.push(
        html`<text class="ink" x="0" y="${round(y)}" font-size="${size}" fill="${INK}" ${weight}>${line}</text>`,
      );
    }
  }
  return { texts: written, height: written.length === 0 ? 0 : round(y - top + LINE / 2) };
}

/** Round a coordinate to one decimal, which is enough on screens. */
export function round(n: number): number {
  return Math.round(n * 10) / 10;
}
