import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import type { PageTable, PageTableRow } from "../../../calls/views/pages/figure.js";
import { leftOutOf } from "./chart-notes.js";
import { chartOf, figureChart } from "./figure-chart.js";
import { figureTable } from "./figure-table.js";
import type { MemberLinks } from "./added-members.js";
import { html, type Html } from "../parts/html.js";
import type { Money } from "../parts/numbers.js";
import type { PageReader } from "../parts/reader.js";

export interface BlockStyle {
  readonly caption: string;
  readonly money: Money;
  readonly precisions?: Precisions;
  readonly hrefOf?: (row: PageTableRow) => string | null;
  /** Links to the same figure of one member, for figures that would add up several. */
  readonly members?: readonly MemberLinks[];
}

/** Show a figure as a chart, if one suits it, and as a table. */
export function figureBlock(
  reader: PageReader,
  figure: PageTable,
  { caption, money, precisions = {}, hrefOf, members = [] }: BlockStyle,
): Html {
  if (figure.rows.length === 0) return html`<p class="note">No entries.</p>`;
  const kind = chartOf(reader, figure);
  const link = hrefOf ?? memberLink(reader);
  const chart = kind && figureChart(reader, figure, { kind, label: caption, money, precisions, hrefOf: link });
  const notes = kind && chart ? leftOutOf(reader, figure, kind, money) : [];
  const shown = kind === "line" ? inOrder(figure) : figure;
  return html`<figure>
    ${chart} ${notes.length === 0 ? null : html`<p class="note">${notes.join(" ")}</p>`}
    ${figureTable(reader, shown, { caption, money, precisions, isKey: kind === "treemap", members, ...(hrefOf ? { hrefOf } : {}) })}
  </figure>`;
}

/** Link each row to the page of its member. */
export function memberLink(reader: PageReader): (row: PageTableRow) => string | null {
  return ({ keys }) => (keys[0]?.url ? reader.href(keys[0].url) : null);
}

/** Sort the rows of a timeline by time. */
function inOrder(figure: PageTable): PageTable {
  const rows = figure.rows.toSorted((a, b) => ((a.keys[0]?.value ?? "") < (b.keys[0]?.value ?? "") ? -1 : 1));
  return { ...figure, rows };
}
