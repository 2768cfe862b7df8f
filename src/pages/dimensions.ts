import type { DimensionsPage } from "../api/page.js";
import { crumbOf } from "./crumbs.js";
import { describe } from "./describe.js";
import { html } from "./html.js";
import type { Content } from "./layout.js";

export function dimensionsPage({ dataset, dimensions }: DimensionsPage): Content {
  const main = html`${dimensions.map(
    (dimension) =>
      html`<section>
        <h2 dir="auto"><a href="${dimension.html_url}">${dimension.label}</a></h2>
        ${describe(dimension)}
      </section> `,
  )}`;
  return { title: `Dimensions of ${dataset.label}`, crumbs: [crumbOf(dataset)], main };
}
