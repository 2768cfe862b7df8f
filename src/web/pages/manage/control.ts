import { describeControls } from "../../../calls/publishing/loads/describe-control.js";
import { html, type Html } from "../parts/html.js";

/** Show control figures, of each source. @param currency of the dataset; `null` for none */
export function showControlSums(control: Parameters<typeof describeControls>[0], currency: string | null): Html | null {
  const lines = describeControls(control, currency);
  if (lines.length === 0) return null;
  return html`<ul>
    ${lines.map((line) => html`<li dir="auto">${line}</li> `)}
  </ul>`;
}
