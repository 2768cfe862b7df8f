import type { DatasetPage } from "../api/page.js";
import { describe } from "./describe.js";
import { html } from "./html.js";
import type { Content } from "./layout.js";

export function datasetPage({ dataset, dimensions }: DatasetPage): Content {
  const main = html`${describe(dataset)}
    <ul>
      <li><a href="${dataset.html_url}/model.json">Model</a></li>
      <li><a href="${dataset.html_url}/dimensions">Dimensions</a></li>
      <li><a href="${dataset.html_url}/entries">Entries</a></li>
    </ul>
    <h2>Dimensions</h2>
    <ul>
      ${dimensions.map((each) => html`<li><a href="${each.html_url}" dir="auto">${each.label}</a></li> `)}
    </ul> `;
  return { title: dataset.label, crumbs: [], main };
}
