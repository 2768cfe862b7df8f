import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import type { PageTable, PageTableRow } from "../../../calls/views/pages/page-table.js";
import type { Grid } from "../../../calls/views/pages/grid.js";
import type { Crossing } from "../../../calls/views/pages/crossing.js";
import type { SplitFigure } from "../../../calls/views/pages/split-figure.js";
import { leftOutOf } from "./chart-notes.js";
import { chartOf, figureChart, seriesChart } from "./figure-chart.js";
import { gridSeries, MAX_LINES } from "./grid-series.js";
import { gridTable } from "./grid-table.js";
import { figureTable } from "./figure-table.js";
import type { MemberLinks } from "./added-members.js";
import type { CitedCells } from "./cite-cells.js";
import { seenFigure, seenGrid, type SeenStyle, type SeenTable } from "./seen-table.js";
import { withUnit } from "../parts/amount-unit.js";
import { sayFirst } from "../parts/say-phrase.js";
import { enumerate } from "../parts/enumerate.js";
import { html, type Html } from "../parts/html.js";
import type { Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";

export interface BlockStyle {
  readonly caption: string;
  readonly money: Money;
  readonly precisions?: Precisions;
  readonly hrefOf?: (row: PageTableRow) => string | null;
  /** Place where amounts are cited; absent: nowhere. */
  readonly cited?: CitedCells | undefined;
  /** Links to the same figure of one member, for figures that would add up several. */
  readonly members?: readonly MemberLinks[];
}

/** Show a figure as a chart, if one suits it, and as a table. */
export function figureBlock(
  locale: PageLocale,
  figure: PageTable & Partial<Pick<SplitFigure, "crossing">>,
  style: BlockStyle,
): Html {
  const { caption, money, precisions = {}, hrefOf, members = [] } = style;
  if (figure.crossing) return crossingBlock(locale, figure, figure.crossing, style);
  if (!showsTable(figure)) return html`<p class="note">${locale.words.figures.noEntries}</p>`;
  const kind = chartOf(locale, figure);
  const link = hrefOf ?? memberLink(locale);
  const isBeside = kind !== null && kind !== "line" && isShort(figure);
  // The table has the bars.
  const chart =
    kind === null || kind === "bars"
      ? null
      : figureChart(locale, figure, { kind, label: caption, money, precisions, hrefOf: link, isBeside });
  const notes = kind && chart ? leftOutOf(locale, figure, kind, money) : [];
  const shown = kind === "line" ? inOrder(figure) : figure;
  const table = figureTable(locale, shown, {
    caption,
    money,
    precisions,
    isKey: kind === "treemap",
    isOfBars: kind === "bars",
    members,
    cited: style.cited,
    ...(hrefOf ? { hrefOf } : {}),
  });
  if (chart === null) return html`<figure>${table}</figure>`;
  return html`<figure ${isBeside ? html`class="beside even"` : null}>
    <div>${chart} ${notes.length === 0 ? null : html`<p class="note">${notes.join(" ")}</p>`}</div>
    <div>${table}</div>
  </figure>`;
}

/** True if the block of a figure shows a table. */
export function showsTable({
  rows,
  adjusted,
  crossing,
}: Pick<PageTable, "rows" | "adjusted"> & Partial<Pick<SplitFigure, "crossing">>): boolean {
  return Boolean(crossing) || rows.length > 0 || Boolean(adjusted?.unvalued.length);
}

/** Plan the table that the block of a figure shows; `null` if it shows none. */
export function seenBlock(
  locale: PageLocale,
  figure: PageTable & Partial<Pick<SplitFigure, "crossing">>,
  style: SeenStyle,
): SeenTable | null {
  if (figure.crossing) return seenGrid(locale, figure.crossing.grid, style);
  if (!showsTable(figure)) return null;
  return seenFigure(locale, chartOf(locale, figure) === "line" ? inOrder(figure) : figure, style);
}

/** Show the rows of a figure as a table: in each year, below their lines, or for each member that must not be added up. */
function crossingBlock(locale: PageLocale, figure: PageTable, crossing: Crossing, style: BlockStyle): Html {
  const { caption, money, precisions = {} } = style;
  const table = crossingTable(locale, figure, crossing, style);
  if (!crossing.grid.isTimed) return html`<figure>${table}</figure>`;
  const grid = sharingNotes(figure, crossing.grid);
  const chart = seriesChart(locale, gridSeries(locale, grid, precisions), {
    kind: "line",
    label: caption,
    money,
    precisions,
    hrefOf: () => null,
  });
  const { largestOfYears, largestOfYearsAndOthers } = locale.words.figures;
  const shown = locale.fill(grid.fewRest ? largestOfYearsAndOthers : largestOfYears, {
    shown: MAX_LINES,
    count: grid.numRows,
  });
  return html`<figure>
    ${chart} ${grid.numRows <= MAX_LINES ? null : html`<p class="note">${shown}</p>`} ${table}
  </figure>`;
}

/** Write the table of the rows of a figure in each year, or for each member. */
export function crossingTable(
  locale: PageLocale,
  figure: PageTable,
  { grid, isOfOneMeasure, addsYears }: Crossing,
  { caption: named, money, precisions = {}, hrefOf, members = [], cited }: BlockStyle,
): Html {
  const caption = addsYears ? enumerate(locale, [named, locale.words.explore.allYears]) : named;
  const link = hrefOf ?? memberLink(locale);
  const rows = new Map(figure.rows.map((row) => [row.keys[0]!.value, row]));
  const hrefOfRow = (value: string): string | null => {
    const row = rows.get(value);
    return row ? link(row) : null;
  };
  const style = {
    caption: isOfOneMeasure ? withUnit(locale, caption, sayFirst(locale, grid.term.label)) : caption,
    money,
    precisions,
    members,
    hasFootnotes: true,
    hrefOfRow,
    hrefOf: () => null,
    cited: cited && { ...cited, cuts: figure.request.cuts },
  };
  return gridTable(locale, sharingNotes(figure, grid), style);
}

function sharingNotes({ notes, numbering }: PageTable, grid: Grid): Grid & Pick<PageTable, "numbering"> {
  return { ...grid, notes, ...(numbering && { numbering }) };
}

/** Maximum number of rows of a table that is hardly higher than the chart beside it. */
const MAX_BESIDE = 14;

/** True if a table has room beside its chart. */
function isShort({ rows, rest, columns, measures, terms, notes, numbering }: PageTable): boolean {
  const numRows = rows.length + rest.negative.length + (rest.cells > 0 ? 1 : 0);
  const hasOwnNotes = notes.length > 0 && !numbering;
  return numRows <= MAX_BESIDE && columns.length === 1 && measures.length === 1 && !terms && !hasOwnNotes;
}

/** Link each row to the page of its member. */
export function memberLink(locale: PageLocale): (row: PageTableRow) => string | null {
  return ({ keys }) => (keys[0]?.url ? locale.href(keys[0].url) : null);
}

/** Sort the rows of a timeline by time. */
function inOrder(figure: PageTable): PageTable {
  const rows = figure.rows.toSorted((a, b) => ((a.keys[0]?.value ?? "") < (b.keys[0]?.value ?? "") ? -1 : 1));
  return { ...figure, rows };
}
