import type { DimensionsPage } from "../../calls/views/resources/dimensions.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { crumbOf, datasetsCrumb } from "./parts/crumbs.js";
import { html } from "./parts/html.js";
import { isolate } from "./parts/isolate.js";
import type { LayoutContent } from "./parts/layout.js";
import { linkText } from "./parts/linked-text.js";
import type { PageLocale } from "./parts/page-locale.js";

export function dimensionsPage(page: DimensionsPage, locale: PageLocale): LayoutContent {
  const { dataset, dimensions } = page;
  const { list: words, data } = locale.words.dimension;
  const main = html`<div class="scroll" tabindex="0" role="group" aria-label="${words.name}">
    <table>
      <caption class="hidden">
        ${words.caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${words.dimension}</th>
          <th scope="col" class="number">${words.members}</th>
          <th scope="col">${words.description}</th>
          <th scope="col">${words.key}</th>
          <th scope="col">${words.kind}</th>
          <th scope="col">${words.attributes}</th>
        </tr>
      </thead>
      <tbody>
        ${dimensions.map(
          (each) =>
            html`<tr>
              <th scope="row"><a href="${locale.href(each.html_url)}" dir="auto">${each.label}</a></th>
              <td class="number">${locale.numbers.count(each.num_members)}</td>
              <td dir="auto">${each.description === each.label ? "" : linkText(each.description)}</td>
              <td><code>${each.name}</code></td>
              <td>${words.kinds[each.type]}</td>
              <td><small translate="no">${Object.keys(each.attributes).join(", ")}</small></td>
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
  return {
    title: locale.fill(words.title, { dataset: isolate(dataset.label) }),
    crumbs: [datasetsCrumb(locale), crumbOf(dataset)],
    main,
    data: [resourceLink(data.dimensions, page)],
    licence: dataset.licence,
    alternates: alternatesOf(page),
  };
}
