import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { fitLine, textWidth } from "./fit-text.js";
import { drawKeys, type LegendKey } from "./legend.js";
import { drawing, type DrawingStyle, round } from "./svg.js";

/** A period of a calendar. */
export interface CalendarCell {
  /** Row and column of it. */
  readonly row: number;
  readonly column: number;
  /** Its name and its amount, as text. */
  readonly title: string;
  /** `null` for a period that there are no data of. */
  readonly color: string | null;
  readonly href: string | null;
}

/** Periods in rows and columns, with colours that say how large their amounts are. */
export interface HeatCalendar {
  /** Names of rows, and of some columns. */
  readonly rows: readonly string[];
  readonly columns: readonly { readonly at: number; readonly text: string }[];
  readonly numColumns: number;
  readonly cells: readonly CalendarCell[];
  readonly keys: readonly LegendKey[];
}

const FONT = 12;
const INK = "#444444";
const HEAD = 20;
const MAX_HEIGHT = 26;

/** Draw a calendar. */
export function drawCalendar(
  { rows, columns, numColumns, cells, keys }: HeatCalendar,
  { width, ...style }: DrawingStyle & { readonly width: number },
): Html {
  const names = Math.min(width * 0.2, Math.max(...rows.map((name) => textWidth(name, FONT))) + 8);
  const step = (width - names) / numColumns;
  const tall = Math.min(MAX_HEIGHT, Math.max(step, 9));
  const bottom = HEAD + rows.length * tall;
  const heads = columns.map(({ at, text }, place) =>
    write(fitLine(text, (columns[place + 1]?.at ?? numColumns) * step - at * step, FONT), names + at * step, FONT + 1),
  );
  // There may be two thousand of them: what cells have in common stands on their groups.
  const [known, missing] = [cells.filter(({ color }) => color !== null), cells.filter(({ color }) => color === null)];
  const size = html`width="${round(step - 1)}" height="${round(tall - 1)}"`;
  const drawCell = ({ row, column, title, color, href }: CalendarCell): Html => {
    const place = html`x="${round(names + column * step)}" y="${round(HEAD + row * tall)}"`;
    const content = html`<title>${title}</title><rect ${place} ${size} fill="${color ?? "none"}" />`;
    // The table has the same links for the keyboard.
    return href === null ? html`<g>${content}</g>` : html`<a href="${href}" tabindex="-1">${content}</a>`;
  };
  const legend = drawKeys(keys, width, bottom + 8);
  return drawing({ width, height: round(bottom + 8 + legend.height) }, style, [
    ...heads,
    ...rows.map((name, at) => write(isolate(fitLine(name, names - 6, FONT)), 0, HEAD + at * tall + tall / 2 + 4)),
    html`<g stroke="${INK}" stroke-opacity="0.15">${known.map(drawCell)}</g>`,
    html`<g class="grid" pointer-events="all" stroke="${INK}" stroke-opacity="0.35" stroke-dasharray="2 2"
      >${missing.map(drawCell)}</g
    >`,
    ...legend.parts,
  ]);
}

function write(text: string, x: number, y: number): Html {
  return html`<text class="ink" x="${round(x)}" y="${round(y)}" font-size="${FONT}" fill="${INK}">${text}</text>`;
}
