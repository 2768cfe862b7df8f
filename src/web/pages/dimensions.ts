import type { DimensionsPage } from "../../calls/views/resources/dimensions.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { crumbOf, datasetsCrumb } from "./parts/crumbs.js";
import { html } from "./parts/html.js";
import { isolate } from "./parts/isolate.js";
import type { LayoutContent } from "./parts/layout.js";
import { linkText } from "./parts/linked-text.js";
import type { PageReader } from "./parts/reader.js";

const KINDS = { compound: "members with attributes", date: "dates", attribute: "values", derived: "derived" } as const;

export function dimensionsPage(page: DimensionsPage, reader: PageReader): LayoutContent {
  const { dataset, dimensions } = page;
  const main = html`<div class="scroll" tabindex="0" role="group" aria-label="Dimensions">
    <table>
      <caption class="hidden">
        Dimensions of the dataset
      </caption>
      <thead>
        <tr>
          <th scope="col">Dimension</th>
          <th scope="col" class="number">Members</th>
          <th scope="col">Description</th>
          <th scope="col">Name</th>
          <th scope="col">Kind</th>
          <th scope="col">Attributes</th>
        </tr>
      </thead>
      <tbody>
        ${dimensions.map(
          (each) =>
            html`<tr>
              <th scope="row"><a href="${reader.href(each.html_url)}" dir="auto">${each.label}</a></th>
              <td class="number">${reader.numbers.count(each.num_members)}</td>
              <td dir="auto">${each.description === each.label ? "" : linkText(each.description)}</td>
              <td><code>${each.name}</code></td>
              <td>${KINDS[each.type]}</td>
              <td><small>${Object.keys(each.attributes).join(", ")}</small></td>
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
  return {
    title: `Dimensions of ${isolate(dataset.label)}`,
    crumbs: [datasetsCrumb(reader), crumbOf(dataset)],
    main,
    data: [resourceLink("Description of the dimensions", page)],
    licence: dataset.licence,
    alternates: alternatesOf(page),
  };
}
