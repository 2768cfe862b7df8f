import { html, type Html } from "./html.js";

/** Write a plain table. @param heads of the columns; an empty one is no header */
export function table(caption: string, heads: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}">
    <table>
      <caption class="hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${heads.map((head) => (head === "" ? html`<td></td> ` : html`<th scope="col">${head}</th> `))}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}
