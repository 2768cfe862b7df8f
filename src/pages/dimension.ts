import type { DimensionPage } from "../api/page.js";
import { crumbOf, titleOf } from "./crumbs.js";
import { describe } from "./describe.js";
import { html } from "./html.js";
import type { Content } from "./layout.js";

export function dimensionPage({ dataset, dimension, members }: DimensionPage): Content {
  const { num_members: count, html_url: url } = dimension;
  const main = html`${describe(dimension)}
    <h2>Members</h2>
    ${members.length < count ? html`<p>The first ${members.length} of ${count}; <a href="${url}.distinct.json">all of them</a> as JSON</p> ` : null}
    <ul>
      ${members.map((member) => {
        const title = html`<bdi>${titleOf(member)}</bdi>`;
        return html`<li>${member.html_url === null ? title : html`<a href="${member.html_url}">${title}</a>`}</li> `;
      })}
    </ul> `;
  return { title: dimension.label, crumbs: [crumbOf(dataset)], main };
}
