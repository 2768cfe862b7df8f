import { explainControls } from "../../../calls/publishing/loads/explain-control.js";
import { html, type Html } from "../parts/html.js";

/** Show control figures, of each source. @param currency of the dataset; `null` for none */
export function showControlSums(control: Parameters<typeof explainControls>[0], currency: string | null): Html | null {
  const lines = explainControls(control, currency);
  if (lines.length === 0) return null;
  return html`<ul>
    ${lines.map((line) => html`<li dir="auto">${line}</li> `)}
  </ul>`;
}
