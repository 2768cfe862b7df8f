import { type Control, describeControl } from "../../ingest/totals/control.js";
import { html, type Html } from "../parts/html.js";

/** Show control figures, of each source. @param currency of the dataset; `null` for none */
export function showControl(control: readonly Control[], currency: string | null): Html | null {
  const lines = control.flatMap((each) => describeControl(each, currency));
  if (lines.length === 0) return null;
  return html`<ul>
    ${lines.map((line) => html`<li dir="auto">${line}</li> `)}
  </ul>`;
}
