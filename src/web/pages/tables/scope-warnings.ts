import type { DatasetPage } from "../../../calls/views/resources/dataset.js";
import { html, type Html } from "../parts/html.js";

/** Say what of a page's address it does not show: a year without entries, and filters without effect. */
export function scopeWarnings({ year, warnings }: Pick<DatasetPage, "year" | "warnings">): readonly Html[] {
  const { missing, headed } = year;
  const instead = headed === null ? "" : ` This page shows ${headed}.`;
  return [
    ...(missing === null ? [] : [html`<p class="band">There are no entries in <bdi>${missing}</bdi>.${instead}</p> `]),
    ...warnings.map((each) => html`<p class="band" dir="auto">${each}</p> `),
  ];
}
