import type { YearChoice } from "../../../calls/views/pages/years.js";
import { html, type Html } from "../parts/html.js";

/** Say that the requested year has no entries, and which one is shown instead. @returns `null` if it has some */
export function missingYear({ missing, headed }: YearChoice): Html | null {
  if (missing === null) return null;
  const instead = headed === null ? "" : ` This page shows ${headed}.`;
  return html`<p class="band">There are no entries in <bdi>${missing}</bdi>.${instead}</p>`;
}
