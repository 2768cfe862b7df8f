import type { RunPage } from "../../api/resources/sources.js";
import { html, type Html } from "./html.js";

type CellError = RunPage["run"]["errors"][number];

/** Write a cell error as a table row: its place, its value, and why it cannot be loaded. */
export function cellErrorRow({ row, column, attribute, value, message }: CellError): Html {
  return html`<tr>
    <td class="number">${row}</td>
    <td dir="auto">${column}</td>
    <td>${attribute}</td>
    <td dir="auto">${value}</td>
    <td dir="auto">${message}</td>
  </tr> `;
}
