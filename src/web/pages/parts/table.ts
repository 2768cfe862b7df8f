import { html, type Html } from "./html.js";

/** The head of a column: a text, or one above numbers. */
export type ColumnHead = string | { readonly ofNumbers: string };

/**
 * Write a table of rows that are no figures, over the whole width.
 * @param heads of the columns; an empty one is not a header
 * @param isStacked true if rows are cards on phones: `data-label` of a cell is the head of its column there
 */
export function table(
  caption: string,
  heads: readonly ColumnHead[],
  rows: readonly Html[],
  { isStacked = false }: { readonly isStacked?: boolean } = {},
): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}">
    <table class="${isStacked ? "list stacked" : "list"}">
      <caption class="hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${heads.map(writeHead)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

function writeHead(head: ColumnHead): Html {
  if (head === "") return html`<td></td> `;
  if (typeof head === "string") return html`<th scope="col">${head}</th> `;
  return html`<th scope="col" class="number">${head.ofNumbers}</th> `;
}
