import { type Decimal, decimalNumber } from "../../../core/model/values/decimal.js";
import { scaleBand, scaleLinear } from "d3-scale";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { fitLine, textWidth } from "./fit-text.js";
import { hatch } from "./hatch.js";
import { drawing, type DrawingStyle, round } from "./svg.js";

/** One of several small charts: a bar for each place on their common axis. */
export interface Panel {
  readonly label: string;
  readonly color: string;
  /** Target of a click on its name; `null` for none. */
  readonly href: string | null;
  /** One for each place on the axis; `null` where a figure is missing. */
  readonly bars: readonly (PanelBar | null)[];
}

export interface PanelBar {
  readonly figure: Decimal;
  /** The figure with every digit, for its tooltip. */
  readonly exact: string;
  readonly href: string | null;
  /** The months that it is of, in words, if only a part is there. */
  readonly part?: string | undefined;
}

/** Style of small charts on one scale. */
export interface MultiplesStyle extends DrawingStyle {
  readonly width: number;
  /** Names of the places on the axis. */
  readonly places: readonly string[];
  /** True if the axis is time: its bars are columns from left to right. */
  readonly isTimed: boolean;
  readonly short: (figure: Decimal) => string;
  /** Writes the figure of a place. */
  readonly named: (place: string, figure: string) => string;
}

const INK = "#444444";
const FONT = 12;
const NAME = 13;
const GAP = 22;
const MIN_PANEL = 170;
const COLUMNS_HEIGHT = 96;
const ROW = 17;

/** Draw a small chart for each panel, all on one scale. */
export function drawMultiples(
  panels: readonly Panel[],
  { width, places, isTimed, short, named, ...style }: MultiplesStyle,
): Html {
  const across = Math.max(1, Math.min(4, panels.length, Math.floor((width + GAP) / (MIN_PANEL + GAP))));
  const panelWidth = (width - GAP * (across - 1)) / across;
  const body = isTimed ? COLUMNS_HEIGHT : places.length * ROW;
  const step = NAME * 1.6 + body + (isTimed ? 20 : 14);
  const amounts = panels.flatMap(({ bars }) => bars.flatMap((bar) => (bar ? [decimalNumber(bar.figure)] : [])));
  const domain = [Math.min(0, ...amounts), Math.max(0, ...amounts)] as const;
  const figures = panels.flatMap(({ bars }) => bars.flatMap((bar) => (bar ? [short(bar.figure)] : [])));
  const room = 4 + figures.reduce((widest, figure) => Math.max(widest, textWidth(figure, FONT)), 48);
  const draw = isTimed ? drawColumns : drawRows;
  const drawn = panels.map((panel, at) => {
    const [left, top] = [(at % across) * (panelWidth + GAP), Math.floor(at / across) * step];
    const name = html`<text class="ink" x="0" y="${NAME}" font-size="${NAME}" font-weight="600" fill="${INK}"
      ><title>${isolate(panel.label)}</title>${isolate(fitLine(panel.label, panelWidth, NAME * 1.06))}</text
    >`;
    const head = panel.href === null ? name : html`<a href="${panel.href}">${name}</a>`;
    const content = draw(panel, { places, short, named, domain, width: panelWidth, height: body, room });
    return html`<g class="panel" transform="translate(${round(left)} ${round(top)})"
      >${head}<g transform="translate(0 ${round(NAME * 1.6)})">${content}</g></g
    >`;
  });
  return drawing({ width, height: round(Math.ceil(panels.length / across) * step) }, style, drawn);
}

interface PanelFrame {
  readonly places: readonly string[];
  readonly short: (figure: Decimal) => string;
  readonly named: MultiplesStyle["named"];
  readonly domain: readonly [low: number, high: number];
  readonly width: number;
  readonly height: number;
  /** Width of the widest figure of all panels, which share a scale. */
  readonly room: number;
}

function drawColumns({ label, color, bars }: Panel, { places, short, named, domain, width, height }: PanelFrame): Html {
  const y = scaleLinear().domain(domain).range([height, 17]);
  const x = scaleBand().domain(places).range([0, width]).paddingInner(0.15);
  const drawn = bars.map((bar, at) => {
    if (bar === null) return null;
    const amount = decimalNumber(bar.figure);
    const [top, bottom] = [Math.min(y(0), y(amount)), Math.max(y(0), y(amount))];
    const box = { x: x(places[at]!)!, y: top, width: x.bandwidth(), height: bottom - top };
    return linkBar(label, places[at]!, bar, box, color);
  });
  const last = bars.findLastIndex((bar) => bar !== null);
  const [first, end] = [places[0] ?? "", places.at(-1) ?? ""];
  const above = last < 0 ? null : bars[last]!;
  return html`${drawn}<line
      class="grid"
      x1="0"
      x2="${round(width)}"
      y1="${round(y(0))}"
      y2="${round(y(0))}"
      stroke="${INK}"
      stroke-opacity="0.7"
    />${
      above === null
        ? null
        : html`<text class="ink" x="${round(width)}" y="10" font-size="${FONT}" fill="${INK}" text-anchor="end"
            >${named(places[last]!, short(above.figure))}</text
          >`
    }<text class="ink" x="0" y="${height + 14}" font-size="${FONT}" fill="${INK}">${first}</text
    ><text class="ink" x="${round(width)}" y="${height + 14}" font-size="${FONT}" fill="${INK}" text-anchor="end"
      >${end}</text
    >`;
}

function drawRows({ label, color, bars }: Panel, { places, short, domain, width, room }: PanelFrame): Html {
  const names = width * 0.42;
  const x = scaleLinear()
    .domain(domain)
    .range([names + (domain[0] < 0 ? room : 4), width - room]);
  return html`${bars.map((bar, at) => {
    const y = at * ROW;
    const name = html`<text class="ink" x="0" y="${y + 12}" font-size="${FONT}" fill="${INK}"
      >${isolate(fitLine(places[at]!, names - 6, FONT))}</text
    >`;
    if (bar === null) return name;
    const amount = decimalNumber(bar.figure);
    const [from, to] = [Math.min(x(0), x(amount)), Math.max(x(0), x(amount))];
    const box = { x: from, y: y + 3, width: Math.max(0.5, to - from), height: ROW - 6 };
    return html`${name}${linkBar(label, places[at]!, bar, box, color)}<text
        class="ink"
        x="${round(amount < 0 ? from - 4 : to + 4)}"
        y="${y + 12}"
        font-size="${FONT}"
        fill="${INK}"
        text-anchor="${amount < 0 ? "end" : "start"}"
        >${short(bar.figure)}</text
      >`;
  })}`;
}

function linkBar(
  panel: string,
  place: string,
  { exact, href, part }: PanelBar,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  color: string,
): Html {
  const drawn = html`<title>
      ${isolate(panel)}, ${isolate(place)}${part === undefined ? "" : ` (${part})`}: ${exact}</title
    ><rect
      x="${round(box.x)}"
      y="${round(box.y)}"
      width="${round(Math.max(0.5, box.width))}"
      height="${round(Math.max(0.5, box.height))}"
      fill="${color}"
    />${part === undefined ? null : hatch(box)}`;
  // The names of the panels and the table are for the keyboard: a stop at each of some hundred bars would be in the way.
  return href === null ? html`<g>${drawn}</g>` : html`<a href="${href}" tabindex="-1">${drawn}</a>`;
}
